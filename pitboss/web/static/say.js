// Telling the player something that is over in a moment, in one line.

import { button, h } from './dom.js';
import { clauseChip } from './clause.js';

const LONG_ENOUGH = 6000;
const ENDED = {
  idle: 'Signed out after a long time without play. ', 'signed out': 'Signed out. ', 'too many windows': 'Too many windows are open. ',
};
const CLOSED = 'The floor was closed in good order. Rounds are finished, or kept and go on where they are when it opens again; credits and bets stand.';

/** A refusal as a sentence; where there is none, what was refused and what would be legal. With its clause. */
export function refusal({ refused, clause, legal, says }) {
  if (says) return h('span', { class: 'refusal' }, says, ' ', clauseChip(clause));
  const instead = legal ? h('span', { class: 'legal' }, ` — ${legal}`) : null;
  return h('span', { class: 'refusal' }, refused || 'refused', instead, ' ', clauseChip(clause));
}

export class Notices {
  /** `place`: the class of where they are told, over the page or in a line of it; `most`: so many at once. */
  constructor(place = 'notices', most = 3) {
    this.most = most;
    this.element = h('div', { class: place, role: 'status', 'aria-live': 'polite' });
  }

  /** `more`: buttons that belong to what is said. */
  say(content, kind = '', more = []) {
    const note = h('div', { class: `note ${kind}` }, h('span', {}, content), ...more, button('×', () => note.remove(), { class: 'close', 'aria-label': 'dismiss' }));
    this.element.append(note);
    while (this.element.children.length > this.most) this.element.firstChild.remove();
    setTimeout(() => note.remove(), LONG_ENOUGH);
  }

  /** Something quiet, as long as nothing else is said. */
  hint(content) {
    this.quiet?.remove();
    this.quiet = content.length ? h('div', { class: 'note quiet' }, h('span', {}, content)) : null;
    if (this.quiet && !this.element.children.length) this.element.append(this.quiet);
  }

  clear() {
    this.element.replaceChildren();
  }

  refused(result, more = []) {
    this.say(refusal(result), 'refused', more);
  }
}

/** The line that says nothing gets through just now. */
export function offlineBanner(link) {
  const words = h('span', {}, '');
  const banner = h('div', { id: 'offline', class: 'offline', role: 'alert', hidden: true }, words);
  link.addEventListener('state', ({ detail }) => {
    banner.hidden = detail.online;
    if (detail.ended) {
      words.replaceChildren(ENDED[detail.ended] ?? `Disconnected: ${detail.ended}. `, h('a', { href: '/sign-in' }, 'Sign in again'));
    } else {
      words.textContent = detail.closed ? CLOSED : 'Connection lost; trying again. Bets already acknowledged stand.';
    }
  });
  return banner;
}

/** A table that cannot be read or is out of order: what that means for those who look at it. */
export function troubleBanner(link, table) {
  const banner = h('div', { id: 'trouble', class: 'offline', role: 'alert', hidden: true }, '');
  link.addEventListener('trouble', ({ detail }) => {
    if (detail.table !== table) return;
    banner.hidden = false;
    banner.textContent = detail.out_of_order
      ? 'This table is out of order. Nothing is lost: whatever lies here stays as it is until the staff have it going again.'
      : 'This table waits for the disk. Whatever lies here stays as it is.';
  });
  link.addEventListener('table', ({ detail }) => { if (detail.table === table) banner.hidden = true; });
  return banner;
}

/** For staff: the machine's clock jumped, and what that means. */
export function clockBanner(link) {
  const banner = h('div', { id: 'clock-off', class: 'offline', role: 'status', hidden: true }, '');
  link.addEventListener('clock', ({ detail: off }) => {
    banner.hidden = !off;
    const size = Math.abs(off);
    const span = size < 120 ? `${Math.round(size)} seconds` : size < 7200 ? `${Math.round(size / 60)} minutes`
      : size < 172800 ? `${Math.round(size / 3600)} hours` : `${Math.round(size / 86400)} days`;
    banner.textContent = `The machine’s clock jumped ${span} ${off > 0 ? 'ahead' : 'back'}. The floor goes on by its own time, and nothing runs out for it. `
      + 'Have the clock set right; if it is right now, the floor takes it over when it is opened again.';
  });
  return banner;
}
