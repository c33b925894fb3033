// A table between players: the oval is the page, everything else opens beside it.

import { h, money, short } from './dom.js';
import { link } from './link.js';
import { PokerFelt } from './poker_felt.js';
import { PokerDock, askAmount } from './poker_dock.js';
import { handLog, handsPanel, deckPanel, pokerKeys, HandOutcome } from './poker_panels.js';
import { Panels } from './panels.js';
import { creditsPanel } from './credits.js';
import { helpPanel } from './help.js';
import { Notices, offlineBanner } from './say.js';

const NOTHING = { boxes: [], hands: {} };
const TOGETHER = 16;
const narrow = window.matchMedia('(max-width: 760px)');

class PokerPage {
  constructor(table) {
    this.table = table;
    this.view = null;
    this.chosen = new Set();
    this.notices = new Notices();
    this.dock = new PokerDock({
      sit: () => this.sit(), ready: () => this.give({ t: 'ready' }), add: () => this.add(), give: (command) => this.give(command),
      decide: (name, amount) => this.give({ t: 'decide', hand: String(this.seat()), name, ...(amount ? { amount } : {}) }), redraw: () => this.soon(),
    });
    const state = () => this.state();
    this.outcome = new HandOutcome();
    this.log = handLog();
    this.panels = new Panels({
      log: this.log, hands: handsPanel(link, table, state), proof: deckPanel(link, table, state), credits: creditsPanel(), help: helpPanel(state), keys: pokerKeys(),
    });
    this.build();
  }

  build() {
    this.name = h('h1', {}, '…');
    this.about = h('span', { class: 'about dim' });
    this.limits = h('span', { class: 'limits', id: 'limits' });
    this.credits = h('b', { id: 'credits' }, '…');
    const opens = (name, label, sign) => h('button', { type: 'button', class: 'tool opens', id: `open-${name}`, 'aria-label': label, on: { click: () => this.panels.open(name) } },
      h('span', { class: 'wide' }, label), h('span', { class: 'slim', 'aria-hidden': 'true' }, sign));
    const bar = h('header', { class: 'bar' },
      h('a', { class: 'home', href: '/', 'aria-label': 'back to the lobby' }, '‹'), h('div', { class: 'title' }, this.name, this.about), this.limits,
      h('button', { type: 'button', class: 'meter', 'aria-label': 'credits', on: { click: () => this.panels.open('credits') } }, h('span', { class: 'label' }, 'credits'), this.credits), opens('log', 'More', '☰'), opens('help', 'Help', '?'));
    this.signs = h('div', { class: 'signs', role: 'status' });
    this.frame = h('div', { class: 'felt-frame' });
    const root = h('div', { class: 'terminal-page poker-page' }, bar, h('main', { class: 'table-page' }, this.signs, this.frame, h('div', { class: 'outcome-row' }, this.outcome.element, this.notices.element), this.dock.element), this.panels.element);
    (document.getElementById('app') ?? document.body).replaceChildren(offlineBanner(link), root);
    root.addEventListener('clause', ({ detail }) => this.panels.showClause(detail));
    root.addEventListener('panel', ({ detail }) => this.panels.open(detail));
    document.addEventListener('keydown', (event) => this.key(event));
  }

  start() {
    link.addEventListener('table', ({ detail }) => detail.table === this.table && this.look(detail.view));
    link.addEventListener('you', () => this.soon());
    link.addEventListener('state', () => this.soon());
    link.addEventListener('late', ({ detail }) => (detail.ok ? this.notices.say('An earlier command went through.') : this.notices.refused(detail)));
    narrow.addEventListener('change', () => this.rebuild());
    setInterval(() => this.felt?.tick(), 200);
    link.watch(this.table);
    link.start();
  }

  seat() {
    return link.you.tables?.[this.table]?.boxes?.[0] ?? 0;
  }

  state() {
    const mine = link.you.tables?.[this.table] ?? NOTHING;
    const seat = mine.boxes?.[0] ?? 0;
    return { view: this.view, me: link.you.name, mine, seat, own: this.ownCards(mine), chosen: this.chosen, online: link.online, setting: () => this.setting() };
  }

  /** One's own cards; in a game in which they are set, in the order they are set in. */
  ownCards(mine) {
    const cards = Object.values(mine.hands ?? {})[0] ?? [];
    if (mine.set?.length) return mine.set.flat();
    if (!mine.suggested?.length) return cards;
    const key = [...cards].sort().join();
    if (this.settingKey !== key) {
      this.settingKey = key;
      this.order = mine.suggested.flat();
    }
    return this.order;
  }

  setting() {
    return [this.order.slice(0, 3), this.order.slice(3, 8), this.order.slice(8)];
  }

  // -- showing ---------------------------------------------------------------------------------------

  look(view) {
    if (this.view && (view.round !== this.view.round || view.asked?.player !== this.view.asked?.player)) this.chosen.clear();
    this.view = view;
    if (!this.felt) this.rebuild();
    this.soon();
  }

  soon() {
    this.drawing ??= setTimeout(() => {
      this.drawing = undefined;
      this.draw();
    }, TOGETHER);
  }

  rebuild() {
    if (!this.view) return;
    this.felt = new PokerFelt({ sit: (seat) => this.sit(seat) }, narrow.matches);
    this.frame.replaceChildren(this.felt.element);
    this.draw();
  }

  draw() {
    const state = this.state();
    if (!state.view || !this.felt) return;
    const { view, me, seat, own } = state;
    const asked = view.asked?.player === me ? view.asked.stage : '';
    const tap = ['draw', 'discard', 'set'].includes(asked) ? (code) => this.tap(code) : null;
    this.felt.update(view, { me, seat, own, chosen: this.chosen, tap, canSit: !seat && view.status === 'open' && state.online });
    this.dock.update(state);
    this.outcome.update(state);
    this.panels.update(state);
    this.log.update(state);
    this.drawBar(view);
  }

  drawBar(view) {
    this.name.textContent = view.name;
    this.about.textContent = view.name === view.title ? '' : view.title;
    document.title = `${view.name} · Pitboss`;
    const { blinds, ante, buy_in: buyIn, structure } = view.limits;
    const facts = [[blinds.length ? 'blinds' : 'ante', (blinds.length ? blinds : [ante]).map(short).join('/')], ['buy-in', `${short(buyIn.least)}${buyIn.most ? `–${short(buyIn.most)}` : '+'}`]];
    this.limits.replaceChildren(...facts.flatMap(([label, value]) => [h('span', { class: 'label' }, label), h('b', {}, value)]), h('span', { class: 'label structure' }, structure.replace('-', ' ')));
    this.credits.textContent = link.you.credits === null ? '…' : money(link.you.credits);
    const signs = [view.status === 'closing' ? 'This table closes after this hand.' : view.status === 'closed' ? 'This table is closed.' : '', Object.values(view.seats).some(({ house }) => house) ? 'Bea and Cal are players of the house, with play money; they see only their own cards.' : ''].filter(Boolean);
    if (signs.join() === this.signKey) return;
    this.signKey = signs.join();
    this.signs.replaceChildren(...signs.map((sign) => h('p', {}, sign)));
  }

  // -- doing -----------------------------------------------------------------------------------------

  async give(command) {
    const result = await link.do({ table: this.table, ...command });
    if (!result.ok) this.notices.refused(result);
    else if (result.leaves) this.notices.say(`You leave ${result.leaves}.`);
    return result;
  }

  tap(code) {
    const stage = this.view.asked.stage;
    if (stage === 'set') this.swap(code);
    else if (this.chosen.has(code)) this.chosen.delete(code);
    else {
      if (stage === 'discard') this.chosen.clear();
      this.chosen.add(code);
    }
    this.soon();
  }

  /** Two cards tapped one after the other change places. */
  swap(code) {
    const [first] = this.chosen;
    this.chosen.clear();
    if (!first) this.chosen.add(code);
    else {
      const [a, b] = [this.order.indexOf(first), this.order.indexOf(code)];
      this.order = this.order.map((card, n) => (n === a ? code : n === b ? first : card));
    }
  }

  async sit(seat) {
    const { least, most, usual } = this.view.limits.buy_in;
    const free = seat ?? Array.from({ length: this.view.boxes }, (_, n) => n + 1).find((n) => !this.view.seats[n]);
    if (!free) return this.notices.say('Every seat is taken.');
    const credits = link.you.credits ?? 0;
    if (credits < least) return this.notices.refused({ refused: `a buy-in of ${short(least)} with ${money(credits)} of credits`, legal: 'top up in the credits panel' });
    const top = Math.min(most ?? credits, credits);
    const amount = await askAmount({ title: `Sit down at seat ${free}`, least, most: top, usual, legal: `${short(least)} to ${money(top)}; your credits are ${money(credits)}` });
    return amount ? this.give({ t: 'sit', box: free, amount }) : undefined;
  }

  async add() {
    const credits = link.you.credits ?? 0;
    const { most, usual } = this.view.limits.buy_in;
    const held = this.view.seats[this.seat()]?.stack ?? 0;
    const top = Math.min(credits, most === null ? credits : Math.max(0, most - held));
    if (top <= 0) return this.notices.say(credits ? 'You have as many chips as this table allows.' : 'You have no credits left; top up in the credits panel.');
    const least = Math.min(top, 100);
    const amount = await askAmount({ title: 'Add chips', least, most: top, usual: Math.max(least, usual - held), legal: `up to ${money(top)}` });
    return amount ? this.give({ t: 'add-chips', amount }) : undefined;
  }

  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    if (event.target.matches('input[type=text], textarea, select')) return;
    const plain = { Escape: () => this.panels.close(), '?': () => this.panels.open('keys') }[event.key];
    if (plain) plain();
    else if (!this.dock.press(event)) return;
    event.preventDefault();
  }
}

new PokerPage(decodeURIComponent(location.pathname.split('/')[2] ?? '')).start();
