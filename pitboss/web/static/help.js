// Help: the game's own page, read into the panel, and the keys.

import { h, short } from './dom.js';
import { clauseChip } from './clause.js';

export const KEYS = [
  ['Tab, arrows', 'move between the areas of the layout'],
  ['Enter', 'put the chosen chip on the area'],
  ['Delete', 'take your chips off the area'],
  ['1 to 9', 'choose a chip'],
  ['R', 'repeat the last bets'],
  ['D', 'double what lies there'],
  ['U', 'undo the last bet'],
  ['C', 'clear all bets'],
  ['N', 'ready: no more bets from you'],
  ['underlined letter', 'the decision it belongs to'],
  ['/', 'a hint, when it is your turn'],
  ['Esc', 'close what is open'],
  ['?', 'this list'],
];

export function keysPanel() {
  const rows = KEYS.map(([key, does]) => h('div', {}, h('dt', {}, h('kbd', {}, key)), h('dd', {}, does)));
  return { title: 'Keys', element: h('section', { class: 'keys' }, h('h3', {}, 'Keys'), h('dl', {}, rows)) };
}

const [UNLESS_SAID, HERE] = ['unless said', 'at this table'];

/** What a table may set, as this one has it. */
function asHere(body, { kind, options = {}, limits }) {
  const here = kind === 'house' ? { ...options, minimum: short(limits.minimum), maximum: short(limits.maximum) } : options;
  for (const head of body.querySelectorAll('th')) {
    if (![UNLESS_SAID, HERE].includes(head.textContent)) continue;
    head.textContent = HERE;
    for (const { cells } of head.closest('table').tBodies[0].rows) {
      const set = cells[head.cellIndex];
      set.textContent = here[cells[0].textContent] ?? set.textContent;
    }
  }
}

/** The help page of a game without its frame; links in it leave the table alone. */
export function helpPanel(state) {
  const body = h('div', { class: 'help-body' }, h('p', { class: 'dim' }, 'reading…'));
  const whole = h('a', { class: 'plain', target: '_blank', rel: 'noopener' }, 'open on a page of its own');
  let read = '';

  async function load() {
    const { view } = state();
    const address = `/help/${view.game}${view.kind === 'house' ? `?table=${encodeURIComponent(view.id)}` : ''}`;
    if (read === address) return asHere(body, view);
    whole.href = `/help/${view.game}`;
    try {
      const response = await fetch(address);
      if (!response.ok) throw new Error('the help page cannot be read just now');
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const main = page.querySelector('main') ?? page.body;
      main.querySelectorAll('script, nav, header, footer').forEach((part) => part.remove());
      main.querySelectorAll('a.cite').forEach((cite) => cite.replaceWith(clauseChip(cite.textContent)));
      main.querySelectorAll('.back').forEach((back) => back.remove());
      main.querySelectorAll('a').forEach((link) => Object.assign(link, { target: '_blank', rel: 'noopener' }));
      body.replaceChildren(...main.childNodes);
      // What is still being worked out is read again.
      read = body.querySelector('.counting') ? '' : address;
      asHere(body, view);
    } catch (bad) {
      body.replaceChildren(h('p', { class: 'refused' }, bad.message));
    }
  }

  return { title: 'Help', element: h('section', { class: 'help' }, whole, body), open: load };
}
