// A table between players: the oval is the page, everything else opens beside it.

import { button, h, money, short, clockTime } from './dom.js';
import { link } from './link.js';
import { cardName } from './cards.js';
import { clauseChip } from './clause.js';
import { PokerFelt } from './poker_felt.js';
import { PokerDock } from './poker_dock.js';
import { PlayersQuestion } from './question.js';
import { askAmount } from './poker_sizes.js';
import { handLog, handsPanel, pokerKeys } from './poker_panels.js';
import { HandOutcome } from './poker_outcome.js';
import { deckPanel } from './poker_proof.js';
import { Seen } from './seen.js';
import { Panels } from './panels.js';
import { creditsPanel } from './credits.js';
import { helpPanel } from './help.js';
import { Notices, offlineBanner, troubleBanner } from './say.js';
import { openSettings } from './settings.js';

const NOTHING = { boxes: [], hands: {} };
const TOGETHER = 16;
const TAPPED = ['draw', 'discard', 'set'];
const SHAPES = {
  low: window.matchMedia('(min-width: 561px) and (max-height: 500px)'),
  tall: window.matchMedia('(max-width: 760px), (max-aspect-ratio: 9/10)'),
};
/** The felt that suits the screen: upright, on its side, or a desk's. */
const shape = () => Object.keys(SHAPES).find((name) => SHAPES[name].matches) ?? 'wide';

class PokerPage {
  constructor(table) {
    this.table = table;
    this.view = null;
    this.chosen = new Set();
    this.order = [];
    this.notices = new Notices('line', 1);
    this.dock = new PokerDock({
      sit: () => this.sit(), add: () => this.add(), give: (command) => this.give(command), redraw: () => this.soon(),
      decide: (name, amount) => this.give({ t: 'decide', hand: String(this.seat()), name, ...(amount ? { amount } : {}) }),
    });
    const state = () => this.state();
    this.seen = new Seen(table);
    this.outcome = new HandOutcome();
    this.question = new PlayersQuestion((command) => this.give(command));
    this.log = handLog();
    this.panels = new Panels({
      log: this.log, hands: handsPanel(link, table, state), proof: deckPanel(link, table, state, this.seen), credits: creditsPanel(),
      help: helpPanel(state), keys: pokerKeys(),
    });
    this.build();
  }

  build() {
    this.name = h('h1', {}, '…');
    this.about = h('span', { class: 'about dim' });
    this.limits = h('span', { class: 'limits', id: 'limits' });
    this.credits = h('b', { id: 'credits' }, '…');
    const opens = (name, label, sign, open = () => this.panels.open(name)) => button(
      [h('span', { class: 'wide' }, label), h('span', { class: 'slim', 'aria-hidden': 'true' }, sign)],
      open, { class: 'tool opens', id: `open-${name}`, 'aria-label': label });
    const meter = button([h('span', { class: 'label' }, 'credits'), this.credits], () => this.panels.open('credits'),
      { class: 'meter', 'aria-label': 'credits' });
    const bar = h('header', { class: 'bar' }, h('a', { class: 'home', href: '/', 'aria-label': 'back to the lobby' }, '‹'),
      h('div', { class: 'title' }, this.name, this.about), this.limits, meter, opens('log', 'More', '☰'), opens('help', 'Help', '?'), opens('you', 'Your play', '◷', () => location.assign('/you')), opens('settings', 'Settings', '⚙\u{FE0E}', openSettings));
    this.signs = h('div', { class: 'signs', role: 'status' });
    this.frame = h('div', { class: 'felt-frame' });
    this.dock.element.append(this.notices.element);
    const main = h('main', { class: 'table-page between' }, this.signs, this.frame,
      h('div', { class: 'outcome-row' }, this.outcome.element, this.question.element), this.dock.element);
    const root = h('div', { class: 'terminal-page poker-page' }, bar, main, this.panels.element);
    (document.getElementById('app') ?? document.body).replaceChildren(offlineBanner(link), troubleBanner(link, this.table), root);
    root.addEventListener('clause', ({ detail }) => this.panels.showClause(detail));
    root.addEventListener('panel', ({ detail }) => this.panels.open(detail));
    document.addEventListener('keydown', (event) => this.key(event));
  }

  start() {
    link.addEventListener('table', ({ detail }) => detail.table === this.table && this.look(detail.view));
    link.addEventListener('you', () => {
      this.keep();
      this.soon();
    });
    // At once: no button may look alive below a line that says nothing gets through.
    link.addEventListener('state', ({ detail }) => (detail.online ? this.soon() : this.draw()));
    link.addEventListener('late', ({ detail }) => (
      detail.ok ? this.notices.say('An earlier command went through.') : this.notices.refused(detail)));
    for (const query of Object.values(SHAPES)) query.addEventListener('change', () => this.rebuild());
    setInterval(() => this.felt?.tick(), 200);
    link.watch(this.table);
    link.start();
  }

  seat() {
    return link.you.tables?.[this.table]?.boxes?.[0] ?? 0;
  }

  state() {
    const mine = link.you.tables?.[this.table] ?? NOTHING;
    return {
      view: this.view, me: link.you.name, mine, seat: this.seat(), own: this.ownCards(mine), chosen: this.chosen, online: link.online,
      setting: () => [this.order.slice(0, 3), this.order.slice(3, 8), this.order.slice(8)],
    };
  }

  /** One's own cards; in a game in which they are set, in the order they are set in. */
  ownCards(mine) {
    const cards = Object.values(mine.hands ?? {})[0] ?? [];
    if (mine.set?.length) return mine.set.flat();
    if (!mine.suggested?.length) return cards;
    const key = [...cards].sort().join();
    if (this.dealt !== key) {
      this.dealt = key;
      this.order = mine.suggested.flat();
    }
    return this.order;
  }

  // -- showing ---------------------------------------------------------------------------------------

  look(view) {
    const before = this.view;
    if (before && (view.round !== before.round || view.asked?.player !== before.asked?.player)) this.chosen.clear();
    this.view = view;
    this.keep();
    if (!this.felt) this.rebuild();
    this.soon();
  }

  /** Every view counts, also one that the next draws over. */
  keep() {
    if (this.view && this.view.mode !== 'physical') this.seen.lookAtHand(this.view, link.you.tables?.[this.table] ?? NOTHING);
  }

  /** What belongs together arrives in several messages (the table, then one's own cards): draw them as one. */
  soon() {
    this.drawing ??= setTimeout(() => {
      this.drawing = undefined;
      this.draw();
    }, TOGETHER);
  }

  rebuild() {
    if (!this.view) return;
    const see = (seat) => this.give({ t: 'decide', hand: String(this.seat()), name: `see ${seat}` });
    this.felt = new PokerFelt({ sit: (seat) => this.sit(seat), see }, shape());
    this.frame.replaceChildren(this.felt.element);
    this.draw();
  }

  draw() {
    const state = this.state();
    if (!state.view || !this.felt) return;
    const { view, me, seat, own, chosen, online } = state;
    const tap = view.asked?.player === me && TAPPED.includes(view.asked.stage) ? (code) => this.tap(code) : null;
    this.felt.update(view, { me, seat, own, chosen, tap, canSit: view.status === 'open' && view.mode !== 'physical' && online && !(seat && view.playing) });
    this.dock.update(state);
    this.outcome.update(state);
    this.question.update(state);
    this.panels.update(state);
    this.log.update(state);
    this.drawBar(view);
    this.drawSigns(view);
  }

  drawBar({ name, title, limits, options }) {
    this.name.textContent = name;
    this.about.textContent = name === title ? '' : title;
    document.title = `${name} · Pitboss`;
    const { blinds, ante, maximum, buy_in: { least, most } } = limits;
    const stake = blinds.length ? ['blinds', blinds.map(short).join('/')] : ante ? ['ante', short(ante)] : ['unit', short(maximum)];
    const facts = [stake, ['buy-in', `${short(least)}${most ? `–${short(most)}` : '+'}`], ...(limits.rake ? [['rake', limits.rake.replace('no commission', 'none')]] : [])];
    this.limits.replaceChildren(...facts.flatMap(([label, value]) => [h('span', { class: 'label' }, label), h('b', {}, value)]),
      h('span', { class: 'label structure' }, sign(options)));
    this.credits.textContent = link.you.credits === null ? '…' : money(link.you.credits);
  }

  drawSigns({ status, closing, change, wishes, proposals = [] }) {
    const signs = [
      closing ? `This table ${closing.words}.` : status === 'closed' ? 'This table is closed.' : '',
      change ? `Announced by ${change.by}: ${change.words}${change.starts > change.since ? `, from ${clockTime(change.starts)} on` : ''}. It waits for ${change.waits_for}.` : '',
      ...(wishes?.open ?? []).filter(({ players }) => players.length).map(({ seat, players }) => `Seat ${seat}: ${players.join(' and ')} would like it.`),
      drawn(wishes?.decided),
      ...proposals.map(({ what, round, reason }) => `${what === 'report' ? `A report on hand ${round} is to be confirmed` : `Hand ${round} may be declared void`}: ${reason}. The clock waits for a second person.`),
    ].filter(Boolean);
    if (signs.join() === this.signKey) return;
    this.signKey = signs.join();
    this.signs.replaceChildren(...signs.map((sign, n) => h('p', {}, sign, ' ', closing && !n ? clauseChip(closing.clause) : null)));
  }

  // -- doing -----------------------------------------------------------------------------------------

  async give(command) {
    this.notices.clear();
    const result = await link.do({ table: this.table, ...command });
    if (!result.ok) this.notices.refused(result);
    else if (result.asked) this.notices.say(`You asked for seat ${result.box}; it is decided between hands.`);
    else if (result.leaves) this.notices.say(`You leave ${result.leaves}.`);
    return result;
  }

  tap(code) {
    const { stage } = this.view.asked;
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
    if (first) this.order = this.order.map((card) => (card === first ? code : card === code ? first : card));
    else this.chosen.add(code);
  }

  async sit(seat) {
    if (this.seat() && seat) return this.give({ t: 'change-seat', box: seat });
    const { least, most, usual } = this.view.limits.buy_in;
    const free = seat ?? Array.from({ length: this.view.boxes }, (_, n) => n + 1).find((n) => !this.view.seats[n]);
    if (!free) return this.notices.say('Every seat is taken.');
    const credits = link.you.credits ?? 0;
    if (credits < least) return this.short(`A seat here takes ${short(least)} or more; you have ${money(credits)}.`);
    const top = Math.min(most ?? credits, credits);
    const legal = `${short(least)} to ${money(top)}; your credits are ${money(credits)}`;
    const amount = await askAmount({ title: `Sit down at seat ${free}`, least, most: top, usual, legal });
    return amount ? this.give({ t: 'sit', box: free, amount }) : undefined;
  }

  async add() {
    const credits = link.you.credits ?? 0;
    const { most, usual } = this.view.limits.buy_in;
    const held = this.view.seats[this.seat()]?.stack ?? 0;
    const top = Math.min(credits, most === null ? credits : Math.max(0, most - held));
    if (top <= 0) {
      return credits ? this.notices.say('You have as many chips as this table allows.') : this.short('You have no credits left.');
    }
    const least = Math.min(top, 100);
    const amount = await askAmount({ title: 'Add chips', least, most: top, usual: Math.max(least, usual - held), legal: `up to ${money(top)}` });
    return amount ? this.give({ t: 'add-chips', amount }) : undefined;
  }

  /** Too few credits: play money is one tap away. */
  short(words) {
    const topUp = () => link.do({ t: 'top-up' }).then((result) => (
      result.ok ? this.notices.clear() : this.notices.refused(result)));
    this.notices.say(words, 'refused', link.you.play ? [button('Top up', topUp, { class: 'tool', id: 'top-up-here' })] : []);
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

/** How the last seat was decided that several wished for. */
function drawn(decided) {
  if (!decided) return '';
  const draws = decided.draws.map((cards) => Object.entries(cards).map(([name, code]) => `${name} ${cardName(code)}`).join(', '));
  return `Seat ${decided.box} went to ${decided.player}${draws.length ? `, by cards drawn: ${draws.join('; then ')}` : ''}.`;
}

/** What else the limits sign tells: how bets are limited, and what the house allows. */
function sign({ structure = '', straddle = 'none', runs = '1', 'over-blinds': blinds = '0' }) {
  const straddles = straddle !== 'none' ? `${straddle} straddle` : Number(blinds) ? 'straddle' : '';
  return [structure.replace('-', ' '), straddles, Number(runs) > 1 ? `up to ${runs} boards` : ''].filter(Boolean).join(', ');
}

new PokerPage(decodeURIComponent(location.pathname.split('/')[2] ?? '')).start();
