// The lobby: every table at a glance, and the player's credits.

import { button, h, s, money, short } from './dom.js';
import { link } from './link.js';
import { card, withSigns } from './cards.js';
import { die } from './chips.js';
import { creditsPanel } from './credits.js';
import { clauseCard } from './clause.js';
import { offlineBanner } from './say.js';
import { openSettings } from './settings.js';

/** A small picture of what the game is played with. */
function picture(emblem = '') {
  const frame = (...drawn) => s('svg', { viewBox: '-50 -50 100 100', 'aria-hidden': 'true' }, ...drawn);
  const fan = (codes) => frame(codes.map((code, n) => {
    const side = n - (codes.length - 1) / 2;
    return s('g', { transform: `translate(${side * 24} ${Math.abs(side) * 4}) rotate(${side * 11})` }, card(code));
  }));
  const [what, ...rest] = emblem.split(' ');
  if (what === 'wheel') return frame(wheel());
  const thrown = (number, place) => s('g', { transform: ['translate(-20 8) rotate(-12)', 'translate(22 -8) rotate(14)', 'translate(-16 -34) scale(.8) rotate(8)'][place] }, die(Number(number)));
  if (what === 'dice') return frame(rest.slice(0, 3).map(thrown));
  return fan(emblem ? [what, ...rest] : ['Ac', 'Ad']);
}

function wheel() {
  const sectors = Array.from({ length: 18 }, (_, n) => {
    const [from, to] = [n, n + 1].map((at) => (at * Math.PI * 2) / 18).map((turn) => `${44 * Math.sin(turn)} ${-44 * Math.cos(turn)}`);
    const colour = n === 0 ? 'var(--green)' : n % 2 ? 'var(--red)' : 'var(--black)';
    return s('path', { d: `M0 0L${from}A44 44 0 0 1 ${to}Z`, style: { fill: colour } });
  });
  return s('g', {}, s('circle', { r: 47, style: { fill: 'var(--wood)' } }), sectors,
    s('circle', { r: 24, style: { fill: 'var(--felt)', stroke: 'var(--line)' } }), s('circle', { cx: 33, cy: -12, r: 4, style: { fill: 'var(--shine)' } }));
}

/** Where its rules are: its schedules, or only the book where it takes all of it. */
function lawOf(law = []) {
  return law.length > 3 ? law[0].split('-')[0] : law.join(', ');
}

/** What one plays for there. */
function stakes({ kind, blinds, minimum, maximum }) {
  if (kind !== 'poker') return ['limits', `${short(minimum)} – ${short(maximum)}`];
  return blinds ? ['blinds', blinds] : ['bets from', short(minimum)];
}

class Lobby {
  constructor() {
    this.tables = [];
    this.filter = '';
    this.credits = h('b', { id: 'credits' }, '…');
    this.who = h('span', { class: 'who' });
    this.filters = h('div', { class: 'filters', role: 'group', 'aria-label': 'games' });
    this.grid = h('main', { class: 'tables', 'aria-label': 'tables' }, h('p', { class: 'dim' }, 'looking for tables…'));
    this.panel = creditsPanel();
    this.cashier = h('section', { class: 'cashier', id: 'cashier', 'aria-label': 'credits and vouchers' },
      h('h2', {}, 'Credits and vouchers'), this.panel.element);
    this.clause = h('div', { class: 'lobby-clause', hidden: true, 'aria-live': 'polite' });
    const out = document.getElementById('sign-out');
    this.purse = h('span', { class: 'label' }, 'credits');
    this.console = h('a', { href: '/console', id: 'to-console', hidden: true }, 'Console');
    const bar = h('header', { class: 'lobby-bar' }, h('h1', {}, 'Pitboss'), this.who, this.console, h('a', { href: '/you', id: 'to-you' }, 'Your play'),
      h('a', { class: 'meter', href: '#cashier' }, this.purse, this.credits),
      button('Settings', openSettings, { class: 'plain', id: 'open-settings' }),
      out ? button('Sign out', () => out.submit(), { class: 'plain', id: 'leave-floor' }) : null);
    const page = h('div', { class: 'lobby-page' }, bar, this.filters, this.grid, this.cashier);
    (document.getElementById('app') ?? document.body).replaceChildren(offlineBanner(link), page, this.clause);
    page.addEventListener('clause', ({ detail }) => this.showClause(detail));
  }

  start() {
    link.addEventListener('lobby', ({ detail }) => this.show(detail));
    link.addEventListener('you', () => this.meter());
    link.watchLobby();
    link.start();
  }

  meter() {
    const { name, credits, role } = link.you;
    this.who.textContent = name;
    this.console.hidden = !role || role === 'player';
    this.purse.textContent = link.you.play ? 'play money' : 'credits';
    this.credits.textContent = credits === null || credits === undefined ? '–' : money(credits);
    this.panel.update();
  }

  showClause(id) {
    const close = button('Close', () => { this.clause.hidden = true; }, { class: 'plain' });
    this.clause.replaceChildren(clauseCard(id), close);
    this.clause.hidden = false;
  }

  show(tables) {
    this.tables = tables;
    this.drawFilters();
    const shown = tables.filter((table) => !this.filter || table.title === this.filter);
    this.grid.replaceChildren(...shown.map((table) => this.card(table)));
    if (!shown.length) this.grid.replaceChildren(h('p', { class: 'dim' }, 'No table is open.'));
  }

  drawFilters() {
    const titles = [...new Set(this.tables.map(({ title }) => title))];
    const key = `${titles.join()}|${this.filter}`;
    if (key === this.filterKey) return;
    this.filterKey = key;
    const choose = (title) => {
      this.filter = title;
      this.show(this.tables);
    };
    this.filters.replaceChildren(...['', ...titles].map((title) => button(
      title || 'All games', () => choose(title), { 'aria-pressed': String(this.filter === title) })));
    this.filters.hidden = titles.length < 2;
  }

  card(table) {
    const fact = (label, value) => h('div', { class: `fact ${label}` }, h('span', { class: 'label' }, label), h('b', {}, value));
    const free = Math.max(0, table.seats - table.players);
    const teaching = { yes: 'teaching table', 'non-value': 'teaching, no value' }[table.teaching];
    const sub = [table.name === table.title ? '' : table.title, teaching, lawOf(table.law)].filter(Boolean).join(' · ');
    const open = h('a', { href: `/table/${encodeURIComponent(table.id)}` }, table.name);
    return h('article', { class: `table-card ${table.status}`, data: { table: table.id } },
      h('div', { class: 'sign' }, picture(table.emblem), h('div', {}, h('h2', {}, open), h('div', { class: 'sub' }, sub))),
      h('div', { class: 'facts' }, fact(...stakes(table)), fact('seats free', `${free} of ${table.seats}`),
        fact('dealt', table.mode === 'physical' ? 'by a dealer' : 'virtually'), fact('last result', withSigns(table.last || '–'))),
      h('div', { class: 'foot' }, h('span', { class: `status ${table.status}` }, table.status),
        h('a', { class: 'help', href: `/help/${table.game}` }, 'how it is played')));
  }
}

new Lobby().start();
