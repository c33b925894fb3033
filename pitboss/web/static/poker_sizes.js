// How much: the amounts a bet may come to, and the chips to sit down with.

import { button, h, money, short } from './dom.js';
import { cents } from './credits.js';

const LABELS = { bet: 'Bet', raise: 'Raise to' };

/** A slider, a field and parts of the pot; or a button for each amount, where the law leaves only a few. */
export class Sizes {
  constructor(commit) {
    this.commit = commit;
    this.slider = h('input', {
      type: 'range', step: 1, 'aria-label': 'amount', id: 'bet-slider', on: { input: () => this.set(Number(this.slider.value)) },
    });
    this.field = h('input', {
      type: 'text', inputmode: 'decimal', autocomplete: 'off', 'aria-label': 'amount', id: 'bet-amount',
      on: { change: () => this.typed(), keydown: (event) => event.key === 'Enter' && this.typed() && this.give() },
    });
    this.parts = h('div', { class: 'parts', role: 'group', 'aria-label': 'parts of the pot' });
    this.button = button('', () => this.give(), { class: 'decision raise', id: 'raise', 'aria-keyshortcuts': 'R' });
    this.element = h('div', { class: 'sizes' }, h('div', { class: 'amounts' }, this.slider, this.field), this.parts, this.button);
  }

  give() {
    this.commit(this.option.name, this.to);
  }

  typed() {
    this.set(cents(this.field.value) ?? this.to);
    return true;
  }

  /** `mine`: what this player's bet comes to already; `step`: by how much the arrows change it. */
  offer(option, { pot, price, mine, chip, step, everything }) {
    Object.assign(this, { option, mine, chip, step, everything });
    const { least, most, sizes = [] } = option;
    Object.assign(this.slider, { min: least, max: most });
    const call = Math.max(0, price - mine);
    const part = (share) => this.fit(price + Math.round((pot + call) * share));
    const offered = sizes.length ? sizes.map((to) => [short(to), to]) : [
      ['least', least], ['½ pot', part(0.5)], ['¾', part(0.75)], ['pot', part(1)], [most === everything ? 'all-in' : 'most', most],
    ];
    const shown = offered.filter(([, to], n) => n === 0 || n === offered.length - 1 || (to > least && to < most));
    const parts = shown.map(([label, to]) => button(label, () => this.set(to), { class: 'part', data: { to } }));
    this.parts.replaceChildren(...(least === most ? [] : parts));
    this.slider.hidden = this.field.hidden = least === most || sizes.length > 0;
    this.set(least);
  }

  /** A legal amount near this one. */
  fit(to) {
    const { least, most, sizes = [] } = this.option;
    if (sizes.length) return sizes.reduce((best, size) => (Math.abs(size - to) < Math.abs(best - to) ? size : best));
    const whole = to - ((to - this.mine) % this.chip);
    return Math.max(least, Math.min(most, to >= most ? most : whole));
  }

  set(to) {
    this.to = this.fit(to);
    this.slider.value = String(this.to);
    this.field.value = money(this.to);
    const label = LABELS[this.option.name];
    const all = this.to === this.everything ? ' · all-in' : '';
    this.button.replaceChildren(h('u', {}, label[0]), label.slice(1), ' ', h('b', {}, short(this.to)), all);
    for (const part of this.parts.children) part.setAttribute('aria-pressed', String(Number(part.dataset.to) === this.to));
  }

  nudge(steps) {
    this.set(this.to + steps * this.step);
  }
}

/** How many chips: a dialog for sitting down and for adding chips; null when nothing comes of it. */
export function askAmount({ title, least, most, usual, legal }) {
  const top = Math.max(least, most);
  const first = Math.min(usual, top);
  const slider = h('input', { type: 'range', min: least, max: top, step: 100, value: first, 'aria-label': title });
  const field = h('input', {
    type: 'text', inputmode: 'decimal', autocomplete: 'off', id: 'buy-in', 'aria-label': 'amount', value: money(first),
  });
  slider.addEventListener('input', () => { field.value = money(Math.min(Number(slider.value), top)); });
  field.addEventListener('change', () => { slider.value = String(cents(field.value) ?? least); });
  const dialog = h('dialog', { class: 'amount-dialog', 'aria-label': title }, h('form', { method: 'dialog' },
    h('h2', {}, title), h('p', { class: 'dim' }, legal), slider, field,
    h('div', { class: 'tools' }, h('button', { value: '', class: 'tool quiet' }, 'Cancel'),
      h('button', { value: 'yes', class: 'primary', id: 'buy-in-yes' }, 'Take the chips'))));
  document.body.append(dialog);
  dialog.showModal();
  field.focus();
  field.select();
  // Enter in the field means yes; by itself it would press the first button of the form, which says no.
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    dialog.close('yes');
  });
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      resolve(dialog.returnValue === 'yes' ? cents(field.value) : null);
      dialog.remove();
    });
  });
}
