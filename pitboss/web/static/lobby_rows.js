// One row of the lobby: a table, or a game that has none yet. It is made once and changes in place, so that nothing
// moves while somebody reaches for it.

import { button, h, short } from './dom.js';
import { emblem } from './emblems.js';

const TEACHING = { yes: 'lessons', 'non-value': 'lessons, no value' };

/** What one plays for. */
function stakes({ kind, blinds, minimum, maximum }) {
  if (kind !== 'poker') return `${short(minimum)}–${short(maximum)}`;
  return blinds || short(minimum);
}

/** What is going on at a table, in a few words. */
function goingOn(table) {
  if (table.trouble) return table.status;
  if (table.status === 'closed') return 'closed';
  if (table.status === 'closing') return 'closes soon';
  const company = table.house_players ? `${table.house_players} house player${table.house_players > 1 ? 's' : ''}` : '';
  if (table.players) return [`${table.players} playing`, table.last].filter(Boolean).join(' · ');
  return company || (table.last ? `last: ${table.last}` : 'nobody yet');
}

/** Words as they are looked for: without signs, so that holdem finds hold'em. */
export function plain(text) {
  return text.toLowerCase().normalize('NFD').replace(/[\u0300-\u036f'’.,()]/g, '').replace(/[-/]/g, ' ');
}

export class Row {
  /** `game`: as the catalogue has it; `table`: one of its tables, or null; `act`: told of what was tapped. */
  constructor(game, table, act) {
    this.game = game;
    this.act = act;
    this.name = h('span', { class: 'name' });
    this.now = h('span', { class: 'now' });
    this.stakes = h('span', { class: 'stakes' });
    this.seats = h('span', { class: 'seats' });
    this.star = button('☆', () => act.favour(game.id), { class: 'star', tabindex: -1 });
    this.way = h('a', { class: 'way', on: { click: (event) => this.go(event) } },
      emblem(game.emblem), h('span', { class: 'what' }, this.name, this.now), this.stakes, this.seats);
    this.element = h('li', { class: 'row' }, this.way, this.star);
    this.update(table);
  }

  update(table) {
    this.table = table;
    const { game } = this;
    const lesson = table && TEACHING[table.teaching];
    const says = (element, text) => { if (element.textContent !== text) element.textContent = text; };
    says(this.name, table?.name ?? game.title);
    const called = table && !table.name.includes(game.title) ? game.title : '';
    says(this.now, [called, lesson, table ? goingOn(table) : 'open a table', game.book].filter(Boolean).join(' · '));
    says(this.stakes, table ? stakes(table) : game.stakes);
    says(this.seats, table ? `${table.players}/${table.seats}` : `${game.seats}`);
    this.element.className = `row ${table?.trouble ? 'closed' : table ? table.status : 'waiting'}`;
    if (table) this.element.dataset.table = table.id;
    else delete this.element.dataset.table;
    this.element.dataset.game = game.id;
    this.way.href = table ? `/table/${encodeURIComponent(table.id)}` : '#';
    this.way.setAttribute('aria-label', table?.name ?? `${game.title}: open a table`);
    this.way.setAttribute('aria-description', this.description());
    if (table) this.way.removeAttribute('role');
    else this.way.setAttribute('role', 'button');
    this.words = plain(`${game.title} ${table?.name ?? ''} ${game.category} ${game.words} ${lesson ?? ''}`);
    this.title = plain(`${table?.name ?? ''} ${game.title}`);
  }

  /** The rest of the row for those who listen. */
  description() {
    const { table, game } = this;
    if (!table) return `stakes ${game.stakes}, ${game.book}`;
    return `${game.title}, stakes ${stakes(table)}, ${table.players} of ${table.seats} seats taken, ${goingOn(table)}`;
  }

  favoured(yes) {
    this.star.textContent = yes ? '★' : '☆';
    this.star.setAttribute('aria-pressed', String(yes));
    this.star.setAttribute('aria-label', `favourite: ${this.game.title}`);
  }

  go(event) {
    // Another tab, or another window, is the browser's own business.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    this.act.visit(this.game.id);
    if (this.table) return;
    event.preventDefault();
    this.act.open(this.game);
  }

  /** How well it answers what is looked for: 0 not at all, higher is better. */
  answers(parts) {
    const starts = (text, part) => text.startsWith(part) || text.includes(` ${part}`);
    if (!parts.every((part) => starts(this.words, part) || this.words.replaceAll(' ', '').includes(part))) return 0;
    if (parts.every((part) => starts(this.title, part))) return this.title.startsWith(parts[0]) ? 3 : 2;
    return 1;
  }
}
