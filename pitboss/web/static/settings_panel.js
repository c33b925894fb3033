// The settings, in a small window over whatever page it is asked for on.

import { button, h } from './dom.js';
import { choose, settings } from './settings.js';

// Each choice with its words; the first is what holds where nothing was chosen.
const CHOICES = [
  ['pace', 'Speed of cards, dice and wheel', [['normal', 'Normal'], ['quick', 'Quick'], ['turbo', 'Turbo']]],
  ['sound', 'Sound', [['off', 'Off'], ['on', 'On']]],
  ['hints', 'Hints, where the table gives them', [['off', 'When I ask'], ['on', 'Always at my turn']]],
  ['theme', 'Colours', [['dark', 'Dark'], ['light', 'Light'], ['system', 'As this device']]],
];

function choice(name, title, values) {
  const picked = settings()[name];
  return h('fieldset', {}, h('legend', {}, title), h('div', { class: 'choose' }, values.map(([value, words]) => h('label', {},
    h('input', { type: 'radio', name, value, checked: value === picked, on: { change: () => choose(name, value) } }), words))));
}

export function show() {
  if (document.querySelector('dialog.settings')) return;
  const close = button('×', () => dialog.close(), { class: 'close', 'aria-label': 'close' });
  const dialog = h('dialog', { class: 'settings', 'aria-labelledby': 'settings-title' },
    h('header', {}, h('h2', { id: 'settings-title' }, 'Settings'), close),
    CHOICES.map((setting) => choice(...setting)),
    h('p', { class: 'dim' }, 'Kept on this device. Where the device asks for less motion, nothing moves.'));
  // Keys pressed here choose a setting, not a chip.
  dialog.addEventListener('keydown', (event) => event.stopPropagation());
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
