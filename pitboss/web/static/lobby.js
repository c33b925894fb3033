// The lobby: every game there is, found by a word; where one is seated and what one played last come first.
// What it shows at first came with the page; news change rows in place. Rows come and go only when somebody looks for
// something, or has let everything rest for a while: nothing moves under a finger.

import { button, h, money } from './dom.js';
import { link } from './link.js';
import { Row, plain } from './lobby_rows.js';
import { Notices, offlineBanner } from './say.js';
import { openSettings } from './settings.js';

const RECENT = 4;
const AT_REST = 10_000;
const PATIENCE = 6000;

/** A list that this device keeps. */
function kept(name) {
  const key = `lobby.${name}`;
  const read = () => {
    try {
      const list = JSON.parse(localStorage.getItem(key) ?? '[]');
      return Array.isArray(list) ? list : [];
    } catch {
      return [];
    }
  };
  const write = (list) => {
    try {
      localStorage.setItem(key, JSON.stringify(list));
    } catch { /* Kept as long as the page is open, then. */ }
  };
  return { read, write };
}

class Lobby {
  constructor(sent) {
    this.games = new Map(sent.games.map((game) => [game.id, game]));
    this.categories = sent.categories.filter((category) => sent.games.some((game) => game.category === category));
    this.tables = sent.tables;
    this.seated = sent.seated;
    this.play = sent.play;
    this.category = '';
    this.rows = new Map();
    this.recent = kept('recent');
    this.favourites = kept('favourites');
    this.act = { visit: (id) => this.visit(id), favour: (id) => this.favour(id), open: (game) => this.open(game) };
    this.notices = new Notices();
    this.search = h('input', {
      type: 'search', id: 'search', placeholder: 'Search games', 'aria-label': 'search games', 'aria-keyshortcuts': '/',
      autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', enterkeyhint: 'go', on: { input: () => this.draw() },
    });
    this.chips = h('nav', { class: 'chips', 'aria-label': 'kinds of games' });
    this.status = h('p', { class: 'found', role: 'status' });
    this.list = h('main', { class: 'games', 'aria-label': 'games and tables' });
    const page = h('div', { class: 'lobby-page' }, this.bar(), this.chips, this.status, this.list);
    document.getElementById('app').replaceChildren(offlineBanner(link), page, this.notices.element);
    page.addEventListener('keydown', (event) => this.step(event));
    document.addEventListener('keydown', (event) => this.toSearch(event));
    document.addEventListener('visibilitychange', () => document.hidden || this.draw());
    for (const touched of ['pointerdown', 'pointermove', 'keydown', 'scroll']) addEventListener(touched, () => this.rest(), { passive: true });
  }

  bar() {
    const { name, role } = document.body.dataset;
    this.credits = h('b', { id: 'credits' }, '…');
    this.purse = h('span', { class: 'label' }, this.play ? 'play money' : 'credits');
    const guest = document.getElementById('keep-name');
    return h('header', { class: 'lobby-bar' }, h('h1', {}, 'Pitboss'), h('div', { class: 'search' }, this.search, h('kbd', { 'aria-hidden': 'true' }, '/')),
      h('a', { href: '/console', id: 'to-console', hidden: role === 'player' }, 'Console'),
      h('a', { href: '/you', id: 'to-you', class: 'wide' }, 'Your play'),
      guest ? button('Keep this name', () => this.account('keepName'), { id: 'keep', class: 'wide' }) : null,
      button([this.purse, this.credits], () => this.account('cashier'), { class: 'meter', id: 'open-cashier', 'aria-label': 'credits and vouchers' }),
      button('⚙\u{FE0E}', openSettings, { class: 'plain icon', id: 'open-settings', 'aria-label': 'settings', title: 'settings' }),
      button([h('span', { class: 'who' }, name), ' ▾'], () => this.account('account'), { class: 'plain', id: 'open-account', 'aria-label': `your name: ${name}` }));
  }

  start() {
    this.draw();
    link.addEventListener('lobby', ({ detail }) => this.news(detail));
    link.addEventListener('you', () => this.you());
    link.watchLobby();
    link.start();
  }

  /** Credits, your name: fetched when somebody wants to see them. */
  async account(what) {
    (await import('./account.js'))[what]();
  }

  you() {
    const { credits, tables } = link.you;
    this.credits.textContent = credits === null || credits === undefined ? '–' : money(credits);
    if (tables) this.seated = Object.keys(tables).filter((id) => tables[id].boxes?.length);
  }

  // -- what is there -----------------------------------------------------------------------------------

  /** The rows of a game: one for each of its tables, and one that opens a table where none has a free seat. */
  slots(game) {
    const of = this.tables.filter((table) => table.game === game.id);
    const free = of.some((table) => table.status === 'open' && table.players < table.seats && table.teaching === 'no');
    return free || !this.play ? of : [...of, null];
  }

  news(tables) {
    this.tables = tables;
    for (const game of this.games.values()) this.slots(game).forEach((table, n) => this.rows.get(`${game.id}#${n}`)?.update(table));
    for (const row of [...this.rows.values()].filter(({ table }) => table)) {
      row.update(tables.find((table) => table.id === row.table.id) ?? { ...row.table, status: 'closed', players: 0 });
    }
    this.changed = true;
    if (!this.list.querySelector('.row')) this.draw();
  }

  /** Somebody does something: rows stay where they are for a while yet. */
  rest() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.changed && !this.search.value && this.draw(), AT_REST);
  }

  row(key, game, table) {
    if (!this.rows.has(key)) this.rows.set(key, new Row(game, table, this.act));
    const row = this.rows.get(key);
    row.update(table);
    row.favoured(this.favourites.read().includes(game.id));
    return row;
  }

  every() {
    return [...this.games.values()].flatMap((game) => this.slots(game).map((table, n) => this.row(`${game.id}#${n}`, game, table)));
  }

  // -- drawing -----------------------------------------------------------------------------------------

  draw() {
    this.changed = false;
    this.drawChips();
    const parts = plain(this.search.value).split(' ').filter(Boolean);
    const every = this.every();
    if (parts.length) return this.drawFound(every, parts);
    this.status.textContent = '';
    const shown = this.category ? [] : [this.part('Continue', this.going()), this.part('Recent and favourites', this.usual(), 'usual')];
    for (const category of this.categories) {
      if (!this.category || category === this.category) shown.push(this.part(category, every.filter((row) => row.game.category === category)));
    }
    this.list.replaceChildren(...shown.filter(Boolean));
    if (!this.list.children.length) this.list.replaceChildren(h('p', { class: 'dim' }, 'No table is open.'));
    return undefined;
  }

  drawFound(every, parts) {
    const answers = every.map((row) => [row.answers(parts), row]).filter(([how]) => how).sort((a, b) => b[0] - a[0]);
    this.status.textContent = answers.length ? `${answers.length} found` : `Nothing is called “${this.search.value.trim()}” here.`;
    this.list.replaceChildren(...[this.part('Found', answers.map(([, row]) => row), 'answers')].filter(Boolean));
  }

  part(title, rows, kind = '') {
    if (!rows.length) return null;
    const id = `part-${title.toLowerCase().replaceAll(' ', '-')}`;
    return h('section', { class: `part ${kind}`, 'aria-labelledby': id }, h('h2', { id, class: kind === 'answers' ? 'unseen' : null }, title), h('ul', { class: 'rows' }, rows.map((row) => row.element)));
  }

  drawChips() {
    if (!this.chips.children.length) {
      this.chips.append(...['', ...this.categories].map((category) => button(category || 'All games', () => {
        this.category = category;
        this.search.value = '';
        this.draw();
      }, { data: { category } })));
    }
    for (const chip of this.chips.children) chip.setAttribute('aria-pressed', String(chip.dataset.category === this.category));
  }

  /** Where one is seated. */
  going() {
    const tables = this.seated.map((id) => this.tables.find((table) => table.id === id)).filter(Boolean);
    return tables.map((table) => this.row(`at ${table.id}`, this.games.get(table.game), table));
  }

  /** What one played last, and what one likes, each game once. */
  usual() {
    const ids = [...new Set([...this.recent.read().slice(0, RECENT), ...this.favourites.read()])];
    return ids.map((id) => this.games.get(id)).filter((game) => game && (this.play || this.slots(game).length))
      .map((game) => this.row(`usual ${game.id}`, game, this.slots(game).find((table) => table?.status === 'open') ?? null));
  }

  // -- what somebody does --------------------------------------------------------------------------------

  visit(id) {
    this.recent.write([id, ...this.recent.read().filter((other) => other !== id)].slice(0, RECENT));
  }

  favour(id) {
    const before = this.favourites.read();
    const now = before.includes(id) ? before.filter((other) => other !== id) : [...before, id];
    this.favourites.write(now);
    for (const row of this.rows.values()) if (row.game.id === id) row.favoured(now.includes(id));
  }

  async open(game) {
    if (this.opening) return;
    this.opening = true;
    this.status.textContent = `A table of ${game.title} is opened…`;
    await this.connected();
    const result = await link.do({ t: 'open-game', game: game.id });
    this.opening = false;
    this.status.textContent = '';
    if (result.ok) location.assign(`/table/${encodeURIComponent(result.table)}`);
    else this.notices.refused(result);
  }

  /** A tap may come before the socket is there. */
  connected() {
    if (link.online) return Promise.resolve();
    return new Promise((resolve) => {
      link.addEventListener('state', resolve, { once: true });
      setTimeout(resolve, PATIENCE);
    });
  }

  toSearch(event) {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || document.querySelector('dialog[open]');
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.search.focus();
    this.search.select();
  }

  /** From the search down the rows with the arrows; aside to the star of a row. */
  step(event) {
    const ways = [...this.list.querySelectorAll('.way')];
    const at = ways.indexOf(document.activeElement);
    const searching = document.activeElement === this.search;
    const row = document.activeElement.closest('.row');
    const to = {
      ArrowDown: () => (searching || row ? ways[(row ? ways.indexOf(row.querySelector('.way')) : -1) + 1] : null),
      ArrowUp: () => (at === 0 ? this.search : ways[at - 1]),
      ArrowRight: () => (at >= 0 ? row.querySelector('.star') : null),
      ArrowLeft: () => (row && at < 0 ? row.querySelector('.way') : null),
      Escape: () => (searching ? this.clear() : null),
      Enter: () => (searching && this.search.value ? ways[0]?.click() : null),
    }[event.key]?.();
    if (!to) return;
    event.preventDefault();
    to.focus();
  }

  clear() {
    this.search.value = '';
    this.draw();
    return this.search;
  }
}

new Lobby(JSON.parse(document.getElementById('listed').content.textContent)).start();
