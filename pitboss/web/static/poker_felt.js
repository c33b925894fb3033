// The table between players: an oval with its seats, cards, chips, pots and board. One's own seat is at the bottom.

import { s, short, move } from './dom.js';
import { card, cardName } from './cards.js';
import { stack } from './chips.js';
import { link } from './link.js';

const WIDE = { width: 1000, height: 572, x: 500, y: 270, rx: 424, ry: 220, plate: [128, 50], small: 0.56, board: 1, own: 1.2, ownY: 410, rail: [366, 184], bet: 0.6, text: 15, gap: 0.62, low: 0 };
const TALL = { width: 400, height: 470, x: 200, y: 206, rx: 156, ry: 180, plate: [84, 38], small: 0.42, board: 0.74, own: 0.92, ownY: 362, rail: [134, 152], bet: 0.5, text: 12.5, gap: 0.78, low: 40 };

/** Where seats lie: clockwise from the bottom, beginning with one's own. */
function places(shape, count, first) {
  // There is more room about one's own seat, for cards that are read at arm's length.
  const gap = Math.max(shape.gap, (2 * Math.PI) / count);
  const step = count > 2 ? (2 * Math.PI - 2 * gap) / (count - 2) : 0;
  return Array.from({ length: count }, (_, n) => {
    const seat = ((first - 1 + n) % count) + 1;
    const angle = Math.PI / 2 + (n ? gap + (n - 1) * step : 0);
    return { seat, cos: Math.cos(angle), sin: Math.sin(angle), x: shape.x + shape.rx * Math.cos(angle), y: shape.y + shape.ry * Math.sin(angle) + (n ? 0 : shape.low) };
  });
}

/** Cards beside each other about a centre, closer the more there are. */
function row(codes, scale, wide, fresh, each) {
  const step = Math.min(60 * scale + 4, codes.length > 1 ? (wide - 60 * scale) / (codes.length - 1) : 0);
  const start = (-step * (codes.length - 1)) / 2;
  return codes.map((code, n) => {
    const drawn = s('g', { class: 'inner' }, card(code));
    const slot = s('g', { transform: `translate(${start + n * step} 0) scale(${scale})` }, drawn);
    if (fresh(n)) move(drawn, [{ transform: 'translateY(-40px)', opacity: 0 }, { transform: 'none', opacity: 1 }], { duration: 200, delay: 40 * n });
    each?.(slot, code, n);
    return slot;
  });
}

class Seat {
  constructor(place, shape, acts) {
    Object.assign(this, { place, shape, acts });
    const [w, h] = shape.plate;
    this.plate = s('rect', { class: 'plate', x: -w / 2, y: -h / 2, width: w, height: h, rx: 9 });
    this.name = s('text', { class: 'who', y: -h / 2 + shape.text + 3, 'font-size': shape.text });
    this.chips = s('text', { class: 'chips', y: h / 2 - 8, 'font-size': shape.text + 1 });
    this.time = s('rect', { class: 'time', x: -w / 2, y: h / 2 + 3, width: w, height: 4, rx: 2 });
    this.said = s('g', { class: 'said' });
    // At the far side cards lie under the plate, elsewhere above it; words take the other side.
    this.far = place.sin < -0.45;
    this.button = s('g', { class: 'seat', transform: `translate(${place.x} ${place.y})` }, this.plate, this.name, this.chips, this.time, this.said);
    this.cards = s('g', {});
    this.bet = s('g', {});
    this.element = s('g', { class: 'seat-frame', data: { seat: place.seat } }, this.cards, this.bet, this.button);
    const take = () => this.free && acts.sit(place.seat);
    this.button.addEventListener('click', take);
    this.button.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      take();
    });
  }

  update(at, hand, state) {
    const key = JSON.stringify([at, hand, state]);
    if (key === this.key) return;
    this.key = key;
    this.free = !at && state.canSit;
    this.button.setAttribute('class', `seat${at ? '' : ' free'}${this.free ? ' open' : ''}${hand?.acting ? ' acting' : ''}${at?.away ? ' away' : ''}${hand?.folded ? ' folded' : ''}${state.mine ? ' mine' : ''}${state.won > 0 ? ' won' : ''}`);
    this.button.toggleAttribute('tabindex', false);
    if (this.free) this.button.setAttribute('tabindex', '0');
    this.button.setAttribute('role', this.free ? 'button' : 'group');
    this.button.setAttribute('aria-label', this.words(at, hand, state));
    const fits = this.shape.plate[0] > 100 ? 15 : 11;
    this.name.textContent = at ? cut(at.player, fits) : this.free ? 'sit down' : '';
    this.chips.textContent = at ? (at.stack || hand?.all_in ? short(at.stack) : 'no chips') : this.free ? `seat ${this.place.seat}` : '';
    this.say(at, hand, state);
    this.drawBet(hand);
    this.drawCards(hand, state);
  }

  words(at, hand, { mine, won, button }) {
    if (!at) return this.free ? `seat ${this.place.seat} is free: sit down` : `seat ${this.place.seat} is free`;
    const cards = hand?.cards?.length ? `cards: ${hand.cards.map(cardName).join(', ')}` : '';
    return [mine ? `you, ${at.player}` : at.player, at.house ? 'a house player' : '', `chips ${short(at.stack)}`, hand?.bet ? `bet ${short(hand.bet)}` : '', hand?.folded ? 'folded' : '', hand?.all_in ? 'all-in' : '', at.away ? 'sitting out' : '', button ? 'button' : '', cards, won ? `${won > 0 ? 'won' : 'lost'} ${short(Math.abs(won))}` : ''].filter(Boolean).join(', ');
  }

  /** A word under the plate: what a hand reads as, who is away, what was won. */
  say(at, hand, { button, won }) {
    const [w, h] = this.shape.plate;
    const at0 = this.far ? -h / 2 - 5 : h / 2 + 9;
    const at1 = this.far ? h / 2 + 84 * this.shape.small + 10 : h / 2 + 27;
    const marks = [];
    const word = won > 0 ? `+${short(won)}` : hand?.all_in ? 'all-in' : hand?.folded ? 'folded' : at?.away ? 'sitting out' : at?.waits ? 'waits for the blind' : '';
    if (word) marks.push(tag(word, 0, at0, won > 0 ? 'won' : ''));
    if (hand?.reads?.length) marks.push(tag(hand.reads[0], 0, at1, 'reads'));
    if (button) marks.push(s('g', { class: 'dealer', transform: `translate(${this.place.cos > 0.1 ? -w / 2 - 2 : w / 2 + 2} ${-h / 2 + 2})` }, s('title', {}, 'dealer button'), s('circle', { r: 11 }), s('text', { y: 4.5 }, 'D')));
    this.said.replaceChildren(...marks);
  }

  drawBet(hand) {
    const { shape, place } = this;
    if (!hand?.bet) return this.bet.replaceChildren();
    const far = place.sin > 0.98 ? shape.bet * 0.62 : this.far ? shape.bet * 0.88 : shape.bet;
    this.bet.setAttribute('transform', `translate(${shape.x + shape.rx * far * place.cos} ${shape.y + shape.ry * far * place.sin + 8})`);
    const fresh = hand.bet !== this.was;
    this.was = hand.bet;
    const chips = s('g', {}, stack(hand.bet, { mine: false }));
    this.bet.replaceChildren(chips);
    if (fresh) move(chips, [{ transform: `translate(${place.cos * 60}px, ${place.sin * 50}px)`, opacity: 0.3 }, { transform: 'none', opacity: 1 }], { duration: 200 });
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

function tag(word, x, y, kind) {
  const wide = word.length * 6.6 + 14;
  return s('g', { class: `tag ${kind}`, transform: `translate(${x} ${y})` }, s('rect', { x: -wide / 2, y: -8, width: wide, height: 16, rx: 8 }), s('text', { y: 4 }, word));
}

const cut = (name, most) => (name.length > most ? `${name.slice(0, most - 1)}…` : name);

export class PokerFelt {
  constructor(acts, tall) {
    this.acts = acts;
    this.shape = tall ? TALL : WIDE;
    const { width, height, x, y, rail } = this.shape;
    this.seats = s('g', {});
    this.board = s('g', { class: 'board', role: 'group', 'aria-label': 'the board' });
    this.pots = s('g', { class: 'pots' });
    this.own = s('g', { class: 'own', role: 'group', 'aria-label': 'your cards' });
    this.words = s('text', { class: 'street', x, y: y + (tall ? 66 : 74) });
    this.element = s('svg', { class: 'poker-felt', viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': 'the table' },
      s('ellipse', { class: 'rail', cx: x, cy: y, rx: rail[0], ry: rail[1] }), s('ellipse', { class: 'line', cx: x, cy: y, rx: rail[0] - 14, ry: rail[1] - 14 }),
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
    for (const made of this.made) {
      const at = view.seats?.[made.place.seat];
      const found = view.players?.[made.place.seat];
      const hand = found && (!at || at.player === found.player) ? found : undefined;
      const shown = at ?? (hand && { player: hand.player, stack: hand.stack });
      const won = !view.playing && hand && view.last?.round === view.round ? view.last.net[hand.player] ?? 0 : 0;
      made.update(shown, hand, { canSit, mine: made.place.seat === seat && shown?.player === me, won, button: view.button === made.place.seat && (view.playing || Boolean(hand)), round: view.round });
    }
    this.drawBoard(view);
    this.drawPots(view);
    this.drawOwn(view, own, chosen, tap);
    this.words.textContent = view.playing ? view.street : view.waiting ?? '';
    this.tick();
  }

  tick() {
    for (const seat of this.made ?? []) seat.tick(this.clock && seat.button.classList.contains('acting') ? this.clock : null);
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
    this.board.replaceChildren(...boards.map((board, n) => s('g', { transform: `translate(${x} ${y + (n - (boards.length - 1) / 2) * 88 * scale})` }, row(board, scale, 330 * scale + 60, (at) => at >= (before[n] ?? 0)))));
    this.board.setAttribute('aria-label', boards.length ? `the board: ${boards.map((board) => board.map(cardName).join(', ')).join('; ')}` : 'the board: no cards yet');
  }

  drawPots(view) {
    const key = JSON.stringify([view.pots, view.pot]);
    if (key === this.drawn.pots) return;
    this.drawn.pots = key;
    const { x, y } = this.shape;
    const pots = (view.pots ?? []).filter(({ amount }) => amount);
    const above = y - 42 * this.shape.board - 18;
    const whole = view.pot ? [s('text', { class: 'whole', x, y: above }, `pot ${short(view.pot)}`)] : [];
    const several = pots.length > 1;
    // The figure says what a pot comes to; with side pots, each lies there by itself.
    this.pots.replaceChildren(...whole, ...pots.map((pot, n) => s('g', { class: several ? '' : 'bare', transform: several ? `translate(${x + (n - (pots.length - 1) / 2) * 74} ${above - 34})` : `translate(${x - 54} ${above - 3}) scale(.8)` },
      s('title', {}, pot.players.join(', ')), stack(pot.amount, { mine: false, owner: several ? (n ? `side pot ${n}` : 'main pot') : 'pot' }))));
  }

  drawOwn(view, own, chosen, tap) {
    const key = JSON.stringify([view.round, own, [...chosen], Boolean(tap)]);
    if (key === this.drawn.own) return;
    const fresh = this.ownRound === view.round ? this.ownHad ?? 0 : 0;
    this.ownRound = view.round;
    this.ownHad = own.length;
    this.drawn.own = key;
    const { x, ownY, width } = this.shape;
    const rows = own.length > 9 ? [own.slice(0, 3), own.slice(3, 8), own.slice(8)] : [own];
    const scale = rows.length > 1 ? this.shape.own * 0.62 : own.length > 5 ? this.shape.own * 0.82 : this.shape.own;
    const each = (slot, code, n) => tap && pick(slot, code, n, chosen.has(code), tap);
    let count = 0;
    this.own.replaceChildren(...rows.map((codes, n) => {
      const start = count;
      count += codes.length;
      return s('g', { transform: `translate(${x} ${ownY + (n - (rows.length - 1) / 2) * 88 * scale})` }, row(codes, scale, Math.min(width * 0.8, 480), (at) => start + at >= fresh, each));
    }));
    this.own.setAttribute('aria-label', own.length ? `your cards: ${own.map(cardName).join(', ')}` : 'you have no cards');
  }
}

/** A card that can be given up: tapped once it is chosen, tapped again it is not. */
function pick(slot, code, n, chosen, tap) {
  slot.setAttribute('class', `pick${chosen ? ' chosen' : ''}`);
  slot.setAttribute('role', 'checkbox');
  slot.setAttribute('tabindex', '0');
  slot.setAttribute('aria-checked', String(chosen));
  slot.setAttribute('aria-label', cardName(code));
  slot.addEventListener('click', () => tap(code));
  slot.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    tap(code);
  });
}
