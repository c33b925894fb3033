// The table as it lies: the game's layout with chips and cards on top.

import { layoutFor } from './layouts.js';
import { s, move } from './dom.js';
import { card, turn, WIDTH } from './cards.js';
import { stack } from './chips.js';

const STAGGER = 110;
const STEP = 0.44;

export class Felt {
  constructor(view) {
    this.layout = layoutFor(view);
    this.element = this.layout.element;
    this.stacks = s('g', { class: 'stacks' });
    this.cards = s('g', { class: 'hands' });
    this.element.append(this.stacks, this.cards);
    this.drawn = new Map();
    this.box = this.element.viewBox.baseVal;
  }

  /** Draw a view; gives the milliseconds until its last card lies still. */
  update(view, { me = '', own = {}, boxes = [], sending = [], animated = true } = {}) {
    this.layout.update?.(view, { name: me, boxes, hands: own });
    this.drawStacks(view, me, sending);
    return this.drawHands(view.hands ?? {}, own, animated);
  }

  // -- chips -----------------------------------------------------------------------------------------

  drawStacks(view, me, sending) {
    const places = new Map();
    const put = (wager, box, amount, mine, waiting, owner) => {
      const where = this.layout.where(wager, box);
      if (!where) return;
      const key = `${Math.round(where.x)},${Math.round(where.y)},${mine}`;
      const pile = places.get(key) ?? { where, amount: 0, waiting: 0, mine, owner };
      pile.amount += amount;
      if (waiting) pile.waiting += amount;
      places.set(key, pile);
    };
    for (const lying of view.wagers ?? []) put(lying.slot ?? lying.wager, lying.box, lying.amount, lying.player === me, false, lying.player);
    for (const going of sending) put(going.wager, going.box, going.amount, true, true, me);
    const size = this.layout.chip ?? this.box.width / 1000;
    const piles = [...places.values()].sort((a, b) => Number(a.mine) - Number(b.mine) || a.where.y - b.where.y);
    this.stacks.replaceChildren(...piles.map((pile) => {
      // Somebody else's chips lie a little aside, so that one's own can be read.
      const aside = pile.mine ? 0 : 9 * size;
      const drawn = stack(pile.amount, { mine: pile.mine, sending: pile.waiting > 0, owner: pile.owner });
      return s('g', { transform: `translate(${pile.where.x + aside} ${pile.where.y - aside}) scale(${size * (pile.mine ? 1 : 0.8)})` }, drawn);
    }));
  }

  // -- cards -----------------------------------------------------------------------------------------

  drawHands(hands, own, animated) {
    const places = this.layout.hands?.() ?? {};
    let dealt = 0;
    for (const name of this.drawn.keys()) {
      if (!hands[name]?.length) this.sweep(name);
    }
    for (const [name, cards] of Object.entries(hands)) {
      const place = places[name];
      if (place && cards.length) dealt = this.drawHand(name, seen(cards, own[name]), place, dealt, animated);
    }
    return dealt ? dealt * STAGGER + 230 : 0;
  }

  drawHand(name, cards, place, dealt, animated) {
    let hand = this.drawn.get(name);
    if (!hand || hand.cards.length > cards.length) {
      this.sweep(name);
      hand = { group: s('g', { class: 'hand', data: { hand: name } }), cards: [], codes: [] };
      this.cards.append(hand.group);
      this.drawn.set(name, hand);
    }
    const scale = place.scale ?? 1;
    cards.forEach((code, n) => {
      const spot = this.spot(place, n, cards.length, scale);
      if (n >= hand.cards.length) {
        const drawn = card(code);
        const holder = s('g', {}, drawn);
        hand.group.append(holder);
        hand.cards.push({ holder, drawn });
        if (animated) this.slide(drawn, spot, scale, dealt);
        dealt += 1;
      } else if (hand.codes[n] !== code) {
        if (animated) turn(hand.cards[n].drawn, code);
        else this.replace(hand.cards[n], code);
      }
      hand.cards[n].holder.setAttribute('transform', `translate(${spot.x} ${spot.y}) scale(${scale})`);
    });
    hand.codes = [...cards];
    return dealt;
  }

  replace(held, code) {
    const drawn = card(code);
    held.drawn.replaceWith(drawn);
    held.drawn = drawn;
  }

  /** Cards of a hand lie side by side while there is room, and closer together after that. */
  spot(place, n, count, scale) {
    const step = place.step ?? Math.min(WIDTH * scale * (place.spread ?? STEP), (place.width ?? Infinity) / Math.max(1, count - 1));
    const first = place.align === 'left' ? 0 : (-step * (count - 1)) / 2;
    return { x: place.x + first + step * n, y: place.y + (place.rise ?? 0) * n };
  }

  slide(drawn, spot, scale, n) {
    const from = { x: (this.box.x + this.box.width - spot.x) / scale, y: (this.box.y - 60 - spot.y) / scale };
    move(drawn, [{ transform: `translate(${from.x}px, ${from.y}px)`, opacity: 0.4 }, { transform: 'translate(0, 0)', opacity: 1 }], { delay: n * STAGGER });
  }

  sweep(name) {
    const hand = this.drawn.get(name);
    if (!hand) return;
    this.drawn.delete(name);
    const going = move(hand.group, [{ opacity: 1 }, { opacity: 0 }], { duration: 150 });
    if (going) going.onfinish = () => hand.group.remove();
    else hand.group.remove();
  }

  /** Mark the wagers that won, until the next round is drawn. */
  celebrate(lines) {
    this.element.querySelectorAll('.win-mark').forEach((mark) => mark.remove());
    for (const line of lines.filter((each) => each.outcome === 'win')) {
      const where = this.layout.where(line.wager, line.box);
      if (where) this.stacks.before(s('circle', { class: 'win-mark', cx: where.x, cy: where.y, r: 26 * (this.layout.chip ?? this.box.width / 1000) }));
    }
  }
}

/** A hand as this terminal may see it: its own face-down cards are told to it apart. */
export function seen(cards, own) {
  return cards.map((code, n) => (code === '??' && own?.[n] ? own[n] : code));
}
