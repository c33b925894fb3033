// What the last hand between players came to: a sentence first, then a line for every pot, or the points of hands that
// were set, each with the sign of its clause.

import { h, signed, short, money } from './dom.js';
import { quietClause } from './clause.js';

// A sentence of more letters than this takes more than two lines of a phone.
const LONG = 75;

/** Why a hand is void, and what of it is this player's. */
function isVoid({ round, why, clauses, back }, me) {
  const mine = back[me] ? `; your ${money(back[me])} is back` : '';
  return `Hand ${round} is void${clauses.length ? '' : ' (house rule)'}: ${why}${mine}`;
}

/** One's points against each opponent, a column for each hand. */
function pointsTable({ rows, against }, me) {
  const others = against[me];
  if (!others) return null;
  const used = rows.map((row, n) => [row, n]).filter(([row, n]) => row !== 'misset' || others.some(({ points }) => points[n]));
  const clause = (n) => others.map(({ clauses }) => clauses[n]).find(Boolean);
  const sign = (count) => (count > 0 ? `+${count}` : count < 0 ? `−${-count}` : '0');
  const cell = (count, kind = '') => h('td', { class: `${kind} ${count > 0 ? 'up' : ''}` }, sign(count));
  const total = (points) => points.reduce((sum, count) => sum + count, 0);
  return h('table', { class: 'points', id: 'points' }, h('caption', {}, 'points against each opponent'),
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'points'), used.map(([row, n]) => h('th', { scope: 'col' }, row, quietClause(clause(n)))), h('th', { scope: 'col' }, 'total'))),
    h('tbody', {}, others.map(({ player, points }) => h('tr', {}, h('th', { scope: 'row' }, player.split(' ')[0]),
      used.map(([, n]) => cell(points[n])), cell(total(points), 'total')))));
}

/** Who plays for the house. */
function companyWords(company) {
  const names = company.map((player) => player.split(' ')[0]);
  if (!names.length) return 'No hand has been played here yet.';
  const all = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)} play` : `${names[0]} plays`;
  return `${all} for the house, with play money, and see${names.length > 1 ? '' : 's'} only their own cards.`;
}

export class HandOutcome {
  constructor() {
    this.headline = h('p', { class: 'headline', id: 'headline' });
    this.net = h('b', { id: 'net' });
    this.lines = h('ol', { class: 'lines', id: 'lines' });
    this.summary = h('div', { class: 'told' }, this.headline, this.lines);
    this.element = h('section', { class: 'outcome', 'aria-label': 'the last hand', 'aria-live': 'polite' },
      this.summary, h('div', { class: 'figures' }, h('div', { class: 'figure' }, h('span', { class: 'label' }, 'your net'), this.net)));
  }

  update({ view: { last, looks = [], company = [] }, me }) {
    const key = `${last?.id ?? ''} ${looks.length} ${last ? '' : company}`;
    if (key === this.shown) return;
    this.shown = key;
    const net = last?.net?.[me];
    this.element.classList.toggle('void', Boolean(last?.void));
    this.headline.textContent = last?.void ? isVoid(last, me) : last?.headlines?.[me] ?? last?.headlines?.[''] ?? companyWords(company);
    const { length } = this.headline.textContent;
    this.headline.classList.toggle('up', net > 0);
    this.headline.classList.toggle('long', length > LONG);
    this.headline.classList.toggle('longer', length > 2 * LONG);
    this.net.textContent = net === undefined ? '–' : signed(net);
    this.net.className = net > 0 ? 'up' : '';
    this.lines.replaceChildren(...this.items(last, looks, me));
    this.element.querySelector('.points')?.remove();
    const table = last?.points ? pointsTable(last.points, me) : null;
    this.element.classList.toggle('has-points', Boolean(table));
    if (table) this.summary.after(table);
  }

  /** A line for every pot; payments between players are in the points, where one has any. */
  items(last, looks, me) {
    const settled = (text, clauses, mine) => h('li', { class: `settled${mine ? ' win' : ''}` },
      h('span', { class: 'text' }, text), clauses.map(quietClause));
    if (last?.void) return [settled('every chip goes back', last.clauses, true)];
    const several = last?.lines.length > 1;
    const pot = ({ text, amount, clauses, paid }) => settled(several ? text : `pot ${short(amount)}`, clauses, me in paid);
    const pots = last?.points?.against[me] ? [] : (last?.lines ?? []).map(pot);
    const { amount, clause } = last?.commission ?? {};
    if (amount) pots.push(settled(`commission ${short(amount)}`, [clause], false));
    const look = looks.find(({ by }) => by.includes(me));
    if (look) pots.push(settled('tap a hidden hand to see it', [look.clause], false));
    return pots;
  }
}
