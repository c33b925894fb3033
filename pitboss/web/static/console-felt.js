// The table as the dealer sees it: the layout with its chips, the hands, the wagers and what happened so far.

import {card, HEIGHT, WIDTH} from './cards.js';
import {s as svg} from './dom.js';
import {Felt} from './felt.js';
import {fetchDrawing} from './layouts.js';
import {boxOf} from './layout_parts.js';
import {seatTable} from './console-seats.js';
import {act, button, cited, clauseChip, fill, h, may, money, short, signed} from './console-kit.js';

/** One card, large enough to be read at arm's length. */
export const face = (code) => svg('svg', {class: 'card-picture',
  viewBox: `${-WIDTH / 2 - 1} ${-HEIGHT / 2 - 1} ${WIDTH + 2} ${HEIGHT + 2}`}, card(code));

const hand = (name) => (boxOf(name) ? `Box ${name}` : name[0].toUpperCase() + name.slice(1));

/** Hands in the order they lie: those of no box first, as the game deals them, then box by box. */
function inOrder(names, dealt) {
  const place = (name) => boxOf(name) || dealt.indexOf(name) - dealt.length;
  return [...names].sort((a, b) => place(a) - place(b) || a.localeCompare(b));
}

const EMPTY = {wagers: [], hands: {}, events: [], limits: {}, seats: {}};

/** A view with everything a console looks at; a table between players in the terms of one against the house. */
export function complete(view) {
  if (view.kind !== 'poker') return {...EMPTY, ...view};
  const players = Object.entries(view.players || {});
  return {...EMPTY, ...view, betting: false, held: view.seats || {},
    seats: Object.fromEntries(Object.entries(view.seats || {}).map(([seat, held]) => [seat, held.player])),
    hands: {board: (view.boards || []).flat(), ...Object.fromEntries(players.map(([seat, held]) => [seat, held.cards]))},
    wagers: players.filter(([, held]) => held.put).map(([seat, held]) => (
      {box: seat, player: held.player, wager: held.folded ? 'folded' : held.all_in ? 'all in' : 'in the pot', amount: held.put}))};
}

/** The dealer's picture of the table. */
export class Board {
  constructor(you, table) {
    this.you = you;
    this.table = table;
    this.sign = h('div', {class: 'felt-sign'});
    this.layout = h('div', {class: 'felt-layout'});
    this.hands = h('div', {class: 'felt-hands', 'aria-label': 'hands'});
    this.wagers = h('div', {class: 'felt-wagers', 'aria-label': 'wagers on the layout'});
    this.events = h('ol', {class: 'felt-events', 'aria-live': 'polite', 'aria-label': 'this round'});
    this.last = h('div', {class: 'felt-last'});
    this.log = h('div', {class: 'felt-log', tabindex: 0, 'aria-label': 'what happened'}, this.last, this.events);
    this.root = h('section', {class: 'board', 'aria-label': 'the table'},
      this.sign, this.layout, this.hands, h('div', {class: 'felt-below'}, this.wagers, this.log));
  }

  update(view) {
    fill(this.sign, [view.limits, view.history, view.state], () => sign(view));
    this.draw(view);
    const real = view.kind === 'poker' && view.mode === 'physical';
    if (real) fill(this.hands, [view.held, view.players, view.boards, view.pot, view.price, view.button], () => seatTable(view, face));
    else fill(this.hands, [view.hands, view.named, view.seats, view.asked?.hand, view.phase], () => this.showHands(view));
    this.wagers.hidden = real;
    fill(this.wagers, [view.wagers, view.betting, view.seats], () => this.showWagers(view));
    fill(this.events, view.events, () => (view.events || []).map(line));
    fill(this.last, [view.last, view.round], () => (view.last ? lastRound(view.last) : null));
    const count = (view.events || []).length;
    // With the next picture: asked for now, all of the page would be laid out twice.
    if (this.shown !== count) requestAnimationFrame(() => { this.log.scrollTop = this.shown ? this.log.scrollHeight : 0; });
    this.shown = count;
  }

  /** The layout with chips and cards; until it is there the table is read from its lists. */
  draw(view) {
    if (this.picture === undefined && view.look) {
      this.picture = null;
      fetchDrawing(view).then(() => {
        this.picture = new Felt(this.seen);
        this.layout.append(this.picture.element);
        this.draw(this.seen);
        this.layout.dispatchEvent(new Event('drawn'));
      });
    }
    this.seen = view;
    // A narrow window has room for one box in full: the one that is asked.
    const askedBox = boxOf(view.asked?.hand);
    this.picture?.update(view, {boxes: askedBox && innerWidth < 700 ? [askedBox] : []});
  }

  /** The wagers that can be put down on the layout. */
  names() {
    return [...new Set((this.picture?.layout.areas() ?? []).filter(({decision}) => !decision).map(({wager}) => wager))];
  }

  showHands(view) {
    const names = inOrder(Object.keys(view.hands || {}), view.dealt || []);
    return names.filter((name) => view.hands[name].length).map((name) => {
      const isAsked = view.asked?.hand === name;
      const who = view.seats?.[boxOf(name)] || '';
      return h('div', {class: `hand${isAsked ? ' asked' : ''}`, 'data-hand': name},
        h('h3', {}, hand(name), who ? h('small', {}, ` ${who}`) : null),
        h('div', {class: 'cards'}, view.hands[name].map(face)), view.named?.[name] ? h('small', {class: 'named'}, view.named[name]) : null);
    });
  }

  showWagers(view) {
    if (!view.wagers.length) return h('p', {class: 'muted'}, 'No chips on the layout.');
    const open = view.betting && may(this.you, 'dealer');
    return h('table', {class: 'list'}, h('tbody', {}, view.wagers.map((wager) => h('tr', {},
      h('td', {}, `${wager.box}`), h('td', {}, wager.player),
      h('td', {}, wager.slot && wager.slot !== wager.wager && !wager.hand ? `${wager.wager} (${wager.slot})` : wager.wager, wager.hand ? ` ${wager.hand}` : ''),
      h('td', {class: 'figure'}, money(wager.amount)),
      open ? h('td', {}, button('✕', () => act({t: 'take-for', table: this.table, box: wager.box, player: wager.player,
        wager: wager.slot || wager.wager, to: 0}), {class: 'quiet', 'aria-label': `take back ${wager.wager} of ${wager.player}`})) : null)),
    h('tr', {class: 'sum'}, h('td', {colspan: 3}, 'on the layout'),
      h('td', {class: 'figure'}, money(view.wagers.reduce((sum, wager) => sum + wager.amount, 0))), open ? h('td') : null)));
  }
}

/** The limit sign and the results so far. */
function sign(view) {
  const {minimum, maximum} = view.limits || {};
  const state = Object.entries(view.state || {}).filter(([, value]) => ['string', 'number'].includes(typeof value) && value !== '');
  return [
    minimum ? h('span', {class: 'limits'}, `${short(minimum)} to ${short(maximum)}`) : null,
    state.slice(0, 3).map(([name, value]) => h('span', {class: 'state'}, `${name.replaceAll('_', ' ')} ${value}`)),
    h('span', {class: 'history', 'aria-label': 'recent results'}, (view.history || []).slice(-14).reverse()
      .map((past) => h('b', {class: `tag-${past.tag}`, title: `round ${past.round}`}, past.result))),
  ];
}

/** One event of the round with its clause. */
export function line(event) {
  return h('li', {class: `event ${event.kind || 'settled'} ${event.outcome || ''}`}, cited(event.text, event.clause),
    (event.also || []).map((clause) => clauseChip(clause)));
}

function lastRound(last) {
  // What was decided besides the wagers belongs to the round as well.
  const lines = [...last.lines || [], ...(last.told || []).filter(({kind}) => ['referred', 'decided'].includes(kind))];
  return h('details', {open: true}, h('summary', {}, `Round ${last.round}: ${last.result || 'over'}`,
    last.why ? ` (${last.why})` : '', ' ', net(last.gain ?? last.net)),
  h('ol', {class: 'felt-events'}, lines.map(line)));
}

/** What each won or lost. */
export const net = (sums) => h('span', {class: 'net'}, Object.entries(sums || {}).map(([name, sum]) =>
  h('span', {class: sum < 0 ? 'down' : 'up'}, `${name} ${signed(sum)} `)));
