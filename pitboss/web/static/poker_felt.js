// The table between players: an oval with its seats, cards, chips, pots and board. One's own seat is at the bottom.

import { s, short, move } from './dom.js';
import { card, cardName } from './cards.js';
import { chip, stack } from './chips.js';
import { link } from './link.js';
import { sound } from './settings.js';
// In time for the first court that is dealt.
import './courts.js';

// `gap`: the angle from one's own seat to the next; `low`: how far one's own plate is moved down; `spread`: how much room
// the cards of another player may take; `far`: from where on they lie under his plate.
const WIDE = {
  width: 1000, height: 572, x: 500, y: 270, rx: 424, ry: 220, rail: [366, 184], plate: [128, 50], text: 15,
  small: 0.56, board: 1, own: 1.2, ownY: 410, ownBet: 90, bet: 0.6, gap: 0.62, low: 0, spread: 150, far: -0.45, chips: 1,
};
const TALL = {
  width: 400, height: 578, x: 200, y: 232, rx: 156, ry: 190, rail: [134, 164], plate: [82, 38], text: 12.5,
  small: 0.42, board: 0.62, own: 0.92, ownY: 458, ownBet: 0, bet: 0.62, gap: 0.95, low: 98, spread: 96, far: -0.7, chips: 0.8,
};

const LOW = {
  width: 620, height: 372, x: 310, y: 158, rx: 252, ry: 132, rail: [214, 112], plate: [96, 42], text: 14,
  small: 0.44, board: 0.74, own: 0.86, ownY: 272, ownBet: 90, bet: 0.58, gap: 0.8, low: 40, spread: 104, far: -0.45, chips: 0.9,
};
// Up to so many seats the cards of other players are so much larger.
const FEW = 5;
const ROOMY = 1.24;
const SHAPES = { wide: WIDE, tall: TALL, low: LOW };

/** Where seats lie: clockwise from the bottom, beginning with one's own. */
function places(shape, seats, first) {
  const count = seats.length;
  // There is more room about one's own seat, for cards that are read at arm's length.
  const gap = Math.max(shape.gap, (2 * Math.PI) / count);
  const step = count > 2 ? (2 * Math.PI - 2 * gap) / (count - 2) : 0;
  const own = Math.max(0, seats.indexOf(first));
  return Array.from({ length: count }, (_, n) => {
    const seat = seats[(own + n) % count];
    const angle = Math.PI / 2 + (n ? gap + (n - 1) * step : 0);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return { seat, cos, sin, x: shape.x + shape.rx * cos, y: shape.y + shape.ry * sin + (n ? 0 : shape.low) };
  });
}

const ARRIVES = [{ transform: 'translateY(-40px)', opacity: 0 }, { transform: 'none', opacity: 1 }];

/** Hands that are set lie in rows. */
const setRows = (codes) => (codes.length > 9 ? [codes.slice(0, 3), codes.slice(3, 8), codes.slice(8)] : [codes]);

/** Cards beside each other about a centre, closer the more there are. */
function row(codes, scale, wide, fresh, each) {
  const step = Math.min(60 * scale + 4, codes.length > 1 ? (wide - 60 * scale) / (codes.length - 1) : 0);
  const start = (-step * (codes.length - 1)) / 2;
  return codes.map((code, n) => {
    const drawn = s('g', { class: 'inner' }, card(code));
    const slot = s('g', { transform: `translate(${start + n * step} 0) scale(${scale})` }, drawn);
    if (fresh(n)) {
      const delay = Math.min(90 * n, 450);
      move(drawn, ARRIVES, { duration: 200, delay });
      sound('card', delay);
    }
    each?.(slot, code);
    return slot;
  });
}

/** Enter and the space bar do what a click does. */
function pressed(element, act) {
  element.addEventListener('click', act);
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    act();
  });
}

const cut = (name, most) => (name.length > most ? `${name.slice(0, most - 1)}…` : name);

function tag(word, y, kind) {
  const wide = word.length * 6.6 + 14;
  return s('g', { class: `tag ${kind}`, transform: `translate(0 ${y})` },
    s('rect', { x: -wide / 2, y: -8, width: wide, height: 16, rx: 8 }), s('text', { y: 4 }, word));
}

class Seat {
  constructor(place, shape, acts) {
    Object.assign(this, { place, shape });
    const [w, h] = shape.plate;
    this.plate = s('rect', { class: 'plate', x: -w / 2, y: -h / 2, width: w, height: h, rx: 9 });
    this.name = s('text', { class: 'who', y: -h / 2 + shape.text + 3, 'font-size': shape.text });
    this.chips = s('text', { class: 'chips', y: h / 2 - 8, 'font-size': shape.text + 1 });
    this.time = s('rect', { class: 'time', x: -w / 2, y: h / 2 + 3, width: w, height: 4, rx: 2 });
    this.said = s('g', { class: 'said' });
    this.pile = s('g', { class: 'pile', 'aria-hidden': 'true' });
    // At the far side cards lie under the plate, elsewhere above it; words take the other side.
    this.far = place.sin < shape.far;
    this.button = s('g', { class: 'seat', transform: `translate(${place.x} ${place.y})` },
      this.plate, this.name, this.chips, this.time, this.pile, this.said);
    this.cards = s('g', {});
    this.bet = s('g', {});
    this.look = s('g', { class: 'look', role: 'button' }, tag('see', 0, ''));
    this.element = s('g', { class: 'seat-frame', data: { seat: place.seat } }, this.cards, this.bet, this.button);
    pressed(this.button, () => this.free && acts.sit(place.seat));
    pressed(this.look, () => acts.see?.(place.seat));
  }

  update(at, hand, state) {
    const key = JSON.stringify([at, hand, state]);
    if (key === this.key) return;
    this.key = key;
    this.free = !at && state.canSit;
    const classes = {
      free: !at, open: this.free, acting: hand?.acting, away: at?.away, folded: hand?.folded, mine: state.mine, won: state.won > 0,
    };
    this.button.setAttribute('class', ['seat', ...Object.keys(classes).filter((name) => classes[name])].join(' '));
    if (this.free) this.button.setAttribute('tabindex', '0');
    else this.button.removeAttribute('tabindex');
    this.button.setAttribute('role', this.free ? 'button' : 'group');
    this.button.setAttribute('aria-label', this.words(at, hand, state));
    const fits = this.shape.plate[0] > 100 ? 15 : 11;
    this.name.textContent = at ? cut(at.player, fits) : this.free ? (state.seated ? 'move here' : 'sit down') : '';
    const chips = at && (at.stack || hand?.all_in ? short(at.stack) : 'no chips');
    this.chips.textContent = at ? chips : this.free ? `seat ${this.place.seat}` : '';
    this.drawPile(at);
    this.say(at, hand, state);
    this.drawBet(hand);
    this.drawCards(hand, state);
  }

  words(at, hand, { mine, won, button, seated }) {
    if (!at) return `seat ${this.place.seat} is free${this.free ? `: ${seated ? 'move here' : 'sit down'}` : ''}`;
    return [
      mine ? `you, ${at.player}` : at.player, at.house ? 'a house player' : '', `chips ${short(at.stack)}`,
      hand?.bet ? `bet ${short(hand.bet)}` : '', hand?.folded ? 'folded' : '', hand?.all_in ? 'all-in' : '',
      at.away ? 'sitting out' : '', button ? 'button' : '',
      hand?.cards?.length ? `cards: ${hand.cards.map(cardName).join(', ')}` : '',
      won ? `${won > 0 ? 'won' : 'lost'} ${short(Math.abs(won))}` : '',
    ].filter(Boolean).join(', ');
  }

  /** Words at the plate: what a hand reads as, who is away, what was won. */
  say(at, hand, { button, won }) {
    const [w, h] = this.shape.plate;
    const marks = [];
    const word = [
      [won > 0, `+${short(Math.max(0, won))}`], [hand?.all_in, 'all-in'], [hand?.folded, 'folded'], [at?.away, 'sitting out'],
      [at?.posts, 'posts'], [at?.waits, 'waits for the blind'],
    ].find(([holds]) => holds)?.[1];
    const first = this.far ? -h / 2 - 5 : h / 2 + 9;
    if (word) marks.push(tag(word, first, won > 0 ? 'won' : ''));
    const second = this.far ? h / 2 + 84 * this.shape.small + 10 : word ? h / 2 + 27 : first;
    if (hand?.reads?.length) marks.push(tag(hand.reads[0], second, 'reads'));
    if (button) {
      const side = this.place.cos > 0.1 ? -w / 2 - 2 : w / 2 + 2;
      marks.push(s('g', { class: 'dealer', transform: `translate(${side} ${-h / 2 + 2})` },
        s('title', {}, 'dealer button'), s('circle', { r: 11 }), s('text', { y: 4.5 }, 'D')));
    }
    this.said.replaceChildren(...marks);
  }

  /** One chip of each value, as the table says they lie: the first one in front. */
  drawPile(at) {
    const [w, h] = this.shape.plate;
    const side = this.place.cos > 0.1 ? 1 : -1;
    this.pile.replaceChildren(...(at?.chips ?? []).slice(0, 5).map(([value], n) => (
      s('g', { transform: `translate(${side * (w / 2 - 8 * n)} ${h / 2}) scale(0.4)` }, chip(value, '')))).reverse());
  }

  drawBet(hand) {
    const { shape, place } = this;
    const fresh = (hand?.bet ?? 0) > (this.was ?? 0);
    this.was = hand?.bet ?? 0;
    if (!hand?.bet) return this.bet.replaceChildren();
    const far = this.far ? shape.bet * 0.88 : shape.bet;
    // One's own chips lie above one's own cards.
    const at = place.sin > 0.99 ? [shape.x - shape.ownBet, shape.ownY - 42 * shape.own - 16]
      : [shape.x + shape.rx * far * place.cos, shape.y + shape.ry * far * place.sin + 8];
    // Nobody's lie on the board.
    const [dx, dy] = [Math.abs(at[0] - shape.x), at[1] - shape.y];
    if (dx < 158 * shape.board + 14 && Math.abs(dy) < 62 * shape.board) at[1] = shape.y + (place.sin > 0 ? 1 : -1) * 66 * shape.board;
    this.bet.setAttribute('transform', `translate(${at[0]} ${at[1]})`);
    const chips = s('g', {}, s('g', { transform: `scale(${shape.chips})` }, stack(hand.bet, { mine: false })));
    this.bet.replaceChildren(chips);
    const from = { transform: `translate(${place.cos * 60}px, ${place.sin * 50}px)`, opacity: 0.3 };
    if (fresh) {
      move(chips, [from, { transform: 'none', opacity: 1 }], { duration: 200 });
      sound('chip');
    }
    return undefined;
  }

  /** `see`: the clause under which whoever looks may ask to see them. */
  drawCards(hand, { mine, round, see }) {
    const { shape, place } = this;
    const codes = mine ? [] : hand?.cards ?? [];
    const before = this.round === round ? this.had ?? 0 : 0;
    this.round = round;
    this.had = codes.length;
    // Hands that were set and shown lie in three rows; cards that can be read have more room.
    const open = codes.some((code) => code !== '??');
    const rows = open ? setRows(codes) : [codes];
    const scale = shape.small * (rows.length > 1 ? 0.72 : 1);
    const high = 84 * scale;
    const wide = open && codes.length > 3 ? shape.spread : Math.max(shape.plate[0], 90);
    const away = shape.plate[1] / 2 + high / 2 + 1;
    const x = Math.max(wide / 2 + 2, Math.min(shape.width - wide / 2 - 2, place.x));
    this.cards.setAttribute('transform', `translate(${x} ${place.y + (this.far ? away : -away)})`);
    this.cards.setAttribute('class', hand?.folded ? 'cards folded' : 'cards');
    this.cards.replaceChildren(...rows.map((cards, n) => {
      const y = (this.far ? n : n - rows.length + 1) * (high + 2);
      return s('g', { transform: `translate(0 ${y})` }, row(cards, scale, wide, (at) => at >= before));
    }));
    if (!see) return;
    this.look.setAttribute('aria-label', `ask to see the hand of ${hand.player} (${see})`);
    this.look.setAttribute('tabindex', '0');
    this.cards.append(this.look);
  }

  tick(clock) {
    const left = clock ? Math.max(0, Math.min(1, (clock.ends - link.now()) / (clock.seconds * 1000))) : 0;
    // Less than half a step is not seen, and would have the whole table drawn again.
    const width = String(Math.round(2 * this.shape.plate[0] * left) / 2);
    if (this.time.getAttribute('width') !== width) this.time.setAttribute('width', width);
  }
}

export class PokerFelt {
  constructor(acts, shape) {
    this.acts = acts;
    this.shape = SHAPES[shape];
    const { width, height, x, y, rail, board } = this.shape;
    this.seats = s('g', {});
    this.board = s('g', { class: 'board', role: 'group', 'aria-label': 'the board' });
    this.pots = s('g', { class: 'pots' });
    this.own = s('g', { class: 'own', role: 'group', 'aria-label': 'your cards' });
    this.words = s('text', { class: 'street', x, y: y + 42 * board + 32 });
    this.element = s('svg', { class: 'poker-felt', viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': 'the table' },
      s('ellipse', { class: 'rail', cx: x, cy: y, rx: rail[0], ry: rail[1] }),
      s('ellipse', { class: 'line', cx: x, cy: y, rx: rail[0] - 14, ry: rail[1] - 14 }),
      this.words, this.pots, this.board, this.seats, this.own);
    this.drawn = {};
  }

  /** Every seat, for one who may still take one; for one who sits, those at which somebody plays. */
  layout(view, own) {
    const all = Array.from({ length: view.boxes }, (_, n) => n + 1);
    const taken = all.filter((seat) => seat === own || view.seats?.[seat] || (view.playing && view.players?.[seat]));
    const seats = own && taken.length > 1 ? taken : all;
    const key = `${seats}/${own}`;
    if (key === this.placed) return;
    this.placed = key;
    // Where few sit there is room for cards that can be read from afar.
    const { small, spread } = this.shape;
    const shape = seats.length > FEW ? this.shape : { ...this.shape, small: small * ROOMY, spread: spread * ROOMY };
    this.seatDrawings = places(shape, seats, own || 1).map((place) => new Seat(place, shape, this.acts));
    this.seats.replaceChildren(...this.seatDrawings.map(({ element }) => element));
  }

  /** `view`: the table; `own`: the cards of the player who looks; `chosen`: those he is about to give up. */
  update(view, { me, seat, own = [], chosen = new Set(), tap = null, canSit = false }) {
    this.layout(view, seat);
    this.clock = view.clock?.what === 'decision' ? view.clock : null;
    for (const seatDrawing of this.seatDrawings) this.drawSeat(seatDrawing, view, me, seat, canSit);
    this.drawBoard(view);
    this.drawPots(view);
    this.drawOwn(view, own, chosen, tap);
    const several = (view.pots ?? []).length > 1 ? ` · pot ${short(view.pot)}` : '';
    this.words.textContent = own.length > 9 ? '' : view.playing ? `${view.street}${several}` : seat ? '' : view.waiting ?? '';
    this.tick();
  }

  drawSeat(seatDrawing, view, me, seat, canSit) {
    const number = seatDrawing.place.seat;
    const at = view.seats?.[number];
    const player = view.players?.[number];
    // Somebody else may sit there by now.
    const hand = player && (!at || at.player === player.player) ? player : undefined;
    const shown = at ?? (hand && view.playing ? { player: hand.player, stack: hand.stack } : undefined);
    const over = !view.playing && hand && view.last?.round === view.round;
    seatDrawing.update(shown, shown && hand, {
      canSit, seated: Boolean(seat), mine: number === seat && shown?.player === me, won: over ? view.last.net[hand.player] ?? 0 : 0,
      button: view.button === number && (view.playing || Boolean(hand)), round: view.round,
      see: view.looks?.find((look) => look.seat === number && look.by.includes(me))?.clause ?? '',
    });
  }

  tick() {
    for (const seat of this.seatDrawings ?? []) seat.tick(seat.button.classList.contains('acting') ? this.clock : null);
  }

  drawBoard(view) {
    const key = JSON.stringify([view.round, view.boards]);
    if (key === this.drawn.board) return;
    this.drawn.board = key;
    const before = this.round === view.round ? this.had ?? [] : [];
    this.round = view.round;
    const boards = (view.boards ?? []).filter((board) => board.length);
    this.had = boards.map((board) => board.length);
    const { x, y } = this.shape;
    const columns = boards.length > 2 ? 2 : 1;
    const lines = Math.ceil(boards.length / columns);
    const scale = this.shape.board * (columns > 1 ? (lines > 2 ? 0.42 : 0.54) : boards.length > 1 ? 0.72 : 1);
    this.board.replaceChildren(...boards.map((board, n) => {
      const down = (Math.floor(n / columns) - (lines - 1) / 2) * 90 * scale;
      const aside = ((n % columns) - (columns - 1) / 2) * (322 * scale + 16);
      return s('g', { transform: `translate(${x + aside} ${y + down})` }, row(board, scale, 330 * scale + 60, (at) => at >= (before[n] ?? 0)));
    }));
    this.words.setAttribute('y', String(y + Math.max(42 * this.shape.board + 32, lines * 45 * scale + 18)));
    const words = boards.map((board) => board.map(cardName).join(', ')).join('; ');
    this.board.setAttribute('aria-label', `the board: ${words || 'no cards yet'}`);
  }

  /** The figure says what all of it comes to; several pots lie there by themselves. */
  drawPots(view) {
    const key = JSON.stringify([view.pots, view.pot]);
    if (key === this.drawn.pots) return;
    this.drawn.pots = key;
    const { x, y } = this.shape;
    const pots = (view.pots ?? []).filter(({ amount }) => amount);
    const above = y - 42 * this.shape.board - 18;
    const several = pots.length > 1;
    const beside = `translate(${x - 54} ${above - 3}) scale(.8)`;
    const apart = Math.min(74, (this.shape.rail[0] * 1.3) / pots.length);
    const where = (n) => (several ? `translate(${x + (n - (pots.length - 1) / 2) * apart} ${above - 2})` : beside);
    const owner = (n) => (several ? (n ? `side pot ${n}` : 'main pot') : 'pot');
    this.pots.replaceChildren(
      ...(view.pot && !several ? [s('text', { class: 'whole', x, y: above }, `pot ${short(view.pot)}`)] : []),
      ...pots.map((pot, n) => s('g', { class: several ? '' : 'bare', transform: where(n) },
        s('title', {}, pot.players.join(', ')), stack(pot.amount, { mine: false, owner: owner(n) }))));
  }

  drawOwn(view, own, chosen, tap) {
    const key = JSON.stringify([view.round, own, [...chosen], Boolean(tap)]);
    if (key === this.drawn.own) return;
    this.drawn.own = key;
    const before = this.ownRound === view.round ? this.ownHad ?? 0 : 0;
    this.ownRound = view.round;
    this.ownHad = own.length;
    const { x, ownY, width } = this.shape;
    const rows = setRows(own);
    const scale = this.shape.own * (rows.length > 1 ? 0.62 : own.length > 5 ? 0.82 : 1);
    const each = (slot, code) => tap && pick(slot, code, chosen.has(code), tap);
    let count = 0;
    this.own.replaceChildren(...rows.map((codes, n) => {
      const start = count;
      count += codes.length;
      const y = ownY + 42 * (this.shape.own - scale) - (rows.length - 1 - n) * 88 * scale;
      return s('g', { transform: `translate(${x} ${y})` },
        row(codes, scale, Math.min(width * 0.8, 480), (at) => start + at >= before, each));
    }));
    this.own.setAttribute('aria-label', own.length ? `your cards: ${own.map(cardName).join(', ')}` : 'you have no cards');
  }
}

/** A card that can be given up: tapped once it is chosen, tapped again it is not. */
function pick(slot, code, chosen, tap) {
  slot.setAttribute('class', `pick${chosen ? ' chosen' : ''}`);
  slot.setAttribute('role', 'checkbox');
  slot.setAttribute('tabindex', '0');
  slot.setAttribute('aria-checked', String(chosen));
  slot.setAttribute('aria-label', cardName(code));
  slot.dataset.card = code;
  pressed(slot, () => tap(code));
}
