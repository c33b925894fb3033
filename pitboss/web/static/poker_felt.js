// The table between players: an oval with its seats, cards, chips, pots and board. One's own seat is at the bottom.

import { s, short, move } from './dom.js';
import { card, cardName } from './cards.js';
import { stack } from './chips.js';
import { link } from './link.js';

// `gap`: the angle from one's own seat to the next; `low`: how far one's own plate is moved down.
const WIDE = {
  width: 1000, height: 572, x: 500, y: 270, rx: 424, ry: 220, rail: [366, 184], plate: [128, 50], text: 15,
  small: 0.56, board: 1, own: 1.2, ownY: 410, ownBet: 90, bet: 0.6, gap: 0.62, low: 0,
};
const TALL = {
  width: 400, height: 470, x: 200, y: 206, rx: 156, ry: 180, rail: [134, 152], plate: [84, 38], text: 12.5,
  small: 0.42, board: 0.74, own: 0.92, ownY: 362, ownBet: 0, bet: 0.5, gap: 0.78, low: 40,
};

/** Where seats lie: clockwise from the bottom, beginning with one's own. */
function places(shape, count, first) {
  // There is more room about one's own seat, for cards that are read at arm's length.
  const gap = Math.max(shape.gap, (2 * Math.PI) / count);
  const step = count > 2 ? (2 * Math.PI - 2 * gap) / (count - 2) : 0;
  return Array.from({ length: count }, (_, n) => {
    const seat = ((first - 1 + n) % count) + 1;
    const angle = Math.PI / 2 + (n ? gap + (n - 1) * step : 0);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return { seat, cos, sin, x: shape.x + shape.rx * cos, y: shape.y + shape.ry * sin + (n ? 0 : shape.low) };
  });
}

const ARRIVES = [{ transform: 'translateY(-40px)', opacity: 0 }, { transform: 'none', opacity: 1 }];

/** Cards beside each other about a centre, closer the more there are. */
function row(codes, scale, wide, fresh, each) {
  const step = Math.min(60 * scale + 4, codes.length > 1 ? (wide - 60 * scale) / (codes.length - 1) : 0);
  const start = (-step * (codes.length - 1)) / 2;
  return codes.map((code, n) => {
    const drawn = s('g', { class: 'inner' }, card(code));
    const slot = s('g', { transform: `translate(${start + n * step} 0) scale(${scale})` }, drawn);
    if (fresh(n)) move(drawn, ARRIVES, { duration: 200, delay: Math.min(40 * n, 200) });
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
    // At the far side cards lie under the plate, elsewhere above it; words take the other side.
    this.far = place.sin < -0.45;
    this.button = s('g', { class: 'seat', transform: `translate(${place.x} ${place.y})` },
      this.plate, this.name, this.chips, this.time, this.said);
    this.cards = s('g', {});
    this.bet = s('g', {});
    this.element = s('g', { class: 'seat-frame', data: { seat: place.seat } }, this.cards, this.bet, this.button);
    pressed(this.button, () => this.free && acts.sit(place.seat));
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
    this.name.textContent = at ? cut(at.player, fits) : this.free ? 'sit down' : '';
    const chips = at && (at.stack || hand?.all_in ? short(at.stack) : 'no chips');
    this.chips.textContent = at ? chips : this.free ? `seat ${this.place.seat}` : '';
    this.say(at, hand, state);
    this.drawBet(hand);
    this.drawCards(hand, state);
  }

  words(at, hand, { mine, won, button }) {
    if (!at) return `seat ${this.place.seat} is free${this.free ? ': sit down' : ''}`;
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

  drawBet(hand) {
    const { shape, place } = this;
    const fresh = (hand?.bet ?? 0) > (this.was ?? 0);
    this.was = hand?.bet ?? 0;
    if (!hand?.bet) return this.bet.replaceChildren();
    const far = this.far ? shape.bet * 0.88 : shape.bet;
    // One's own chips lie above one's own cards.
    const at = place.sin > 0.99 ? [shape.x - shape.ownBet, shape.ownY - 42 * shape.own - 16]
      : [shape.x + shape.rx * far * place.cos, shape.y + shape.ry * far * place.sin + 8];
    this.bet.setAttribute('transform', `translate(${at[0]} ${at[1]})`);
    const chips = s('g', {}, stack(hand.bet, { mine: false }));
    this.bet.replaceChildren(chips);
    const from = { transform: `translate(${place.cos * 60}px, ${place.sin * 50}px)`, opacity: 0.3 };
    if (fresh) move(chips, [from, { transform: 'none', opacity: 1 }], { duration: 200 });
    return undefined;
  }

  drawCards(hand, { mine, round }) {
    const { shape, place } = this;
    const codes = mine ? [] : hand?.cards ?? [];
    const before = this.round === round ? this.had ?? 0 : 0;
    this.round = round;
    this.had = codes.length;
    const away = shape.plate[1] / 2 + 42 * shape.small + 1;
    this.cards.setAttribute('transform', `translate(${place.x} ${place.y + (this.far ? away : -away)})`);
    this.cards.setAttribute('class', hand?.folded ? 'cards folded' : 'cards');
    this.cards.replaceChildren(...row(codes, shape.small, Math.max(shape.plate[0], 90), (n) => n >= before));
  }

  tick(clock) {
    const left = clock ? Math.max(0, Math.min(1, (clock.ends - link.now()) / (clock.seconds * 1000))) : 0;
    this.time.setAttribute('width', String(this.shape.plate[0] * left));
  }
}

export class PokerFelt {
  constructor(acts, tall) {
    this.acts = acts;
    this.shape = tall ? TALL : WIDE;
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

  layout(count, first) {
    const key = `${count}/${first}`;
    if (key === this.placed) return;
    this.placed = key;
    this.made = places(this.shape, count, first).map((place) => new Seat(place, this.shape, this.acts));
    this.seats.replaceChildren(...this.made.map(({ element }) => element));
  }

  /** `view`: the table; `own`: the cards of the player who looks; `chosen`: those he is about to give up. */
  update(view, { me, seat, own = [], chosen = new Set(), tap = null, canSit = false }) {
    this.layout(view.boxes, seat || 1);
    this.clock = view.clock?.what === 'decision' ? view.clock : null;
    for (const made of this.made) this.drawSeat(made, view, me, seat, canSit);
    this.drawBoard(view);
    this.drawPots(view);
    this.drawOwn(view, own, chosen, tap);
    this.words.textContent = own.length > 9 ? '' : view.playing ? view.street : view.waiting ?? '';
    this.tick();
  }

  drawSeat(made, view, me, seat, canSit) {
    const number = made.place.seat;
    const at = view.seats?.[number];
    const found = view.players?.[number];
    // Somebody else may sit there by now.
    const hand = found && (!at || at.player === found.player) ? found : undefined;
    const shown = at ?? (hand && view.playing ? { player: hand.player, stack: hand.stack } : undefined);
    const over = !view.playing && hand && view.last?.round === view.round;
    made.update(shown, shown && hand, {
      canSit, mine: number === seat && shown?.player === me, won: over ? view.last.net[hand.player] ?? 0 : 0,
      button: view.button === number && (view.playing || Boolean(hand)), round: view.round,
    });
  }

  tick() {
    for (const seat of this.made ?? []) seat.tick(seat.button.classList.contains('acting') ? this.clock : null);
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
    const scale = this.shape.board * (boards.length > 1 ? 0.72 : 1);
    this.board.replaceChildren(...boards.map((board, n) => {
      const down = (n - (boards.length - 1) / 2) * 88 * scale;
      return s('g', { transform: `translate(${x} ${y + down})` }, row(board, scale, 330 * scale + 60, (at) => at >= (before[n] ?? 0)));
    }));
    const words = boards.map((board) => board.map(cardName).join(', ')).join('; ');
    this.board.setAttribute('aria-label', `the board: ${words || 'no cards yet'}`);
  }

  /** The figure says what all of it comes to; side pots lie there by themselves. */
  drawPots(view) {
    const key = JSON.stringify([view.pots, view.pot]);
    if (key === this.drawn.pots) return;
    this.drawn.pots = key;
    const { x, y } = this.shape;
    const pots = (view.pots ?? []).filter(({ amount }) => amount);
    const above = y - 42 * this.shape.board - 18;
    const several = pots.length > 1;
    const beside = `translate(${x - 54} ${above - 3}) scale(.8)`;
    const where = (n) => (several ? `translate(${x + (n - (pots.length - 1) / 2) * 74} ${above - 34})` : beside);
    const owner = (n) => (several ? (n ? `side pot ${n}` : 'main pot') : 'pot');
    this.pots.replaceChildren(
      ...(view.pot ? [s('text', { class: 'whole', x, y: above }, `pot ${short(view.pot)}`)] : []),
      ...pots.map((pot, n) => s('g', { class: several ? '' : 'bare', transform: where(n) },
        s('title', {}, pot.players.join(', ')), stack(pot.amount, { mine: false, owner: owner(n) }))));
  }

  drawOwn(view, own, chosen, tap) {
    const key = JSON.stringify([view.round, own, [...chosen], Boolean(tap)]);
    if (key === this.drawn.own) return;
    this.drawn.own = key;
    const known = this.ownRound === view.round ? this.ownHad ?? 0 : 0;
    this.ownRound = view.round;
    this.ownHad = own.length;
    const { x, ownY, width } = this.shape;
    const rows = own.length > 9 ? [own.slice(0, 3), own.slice(3, 8), own.slice(8)] : [own];
    const scale = this.shape.own * (rows.length > 1 ? 0.62 : own.length > 5 ? 0.82 : 1);
    const each = (slot, code) => tap && pick(slot, code, chosen.has(code), tap);
    let count = 0;
    this.own.replaceChildren(...rows.map((codes, n) => {
      const start = count;
      count += codes.length;
      const y = ownY + 42 * (this.shape.own - scale) - (rows.length - 1 - n) * 88 * scale;
      return s('g', { transform: `translate(${x} ${y})` },
        row(codes, scale, Math.min(width * 0.8, 480), (at) => start + at >= known, each));
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
