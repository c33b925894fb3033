// The table as it lies: the game's layout with chips and cards on top.

import { layoutFor } from './layouts.js';
import { s, move } from './dom.js';
import { pace } from './settings.js';
import { card, turn } from './cards.js';
import { stack } from './chips.js';

const STAGGER = 110;
const TURNING = 210;
// Chips as large as a layout with a box for each player leaves room for.
const ROOMY = 1.4;

export class Felt {
  constructor(view, formOf) {
    this.layout = layoutFor(view, formOf);
    this.element = this.layout.element;
    this.stacks = s('g', { class: 'stacks' });
    this.cards = s('g', { class: 'hands' });
    this.tags = s('g', { class: 'tags' });
    this.layout.layer.append(this.stacks, this.cards, this.tags);
    this.drawn = new Map();
    // In another form, or with another box in front, what lies there lies elsewhere.
    this.element.addEventListener('moved', () => this.forget());
  }

  forget() {
    this.drawn.clear();
    this.cards.replaceChildren();
  }

  /** Draw a view; gives the milliseconds until its last card lies still. */
  update(view, { me = '', own = {}, named = {}, boxes = [], sending = [], won = [], animated = true } = {}) {
    this.layout.update(view, { name: me, boxes, hands: own });
    this.drawStacks(view, me, sending, won);
    const still = this.drawHands(view, own, animated);
    this.drawTags(view, { ...view.named, ...named }, still);
    return still;
  }

  // -- chips -----------------------------------------------------------------------------------------

  drawStacks(view, me, sending, won) {
    const piles = new Map();
    const crowded = this.layout.areas().length > 40;
    const put = (wager, box, amount, { hand = '', mine = false, waiting = false, pays = 0, owner = '' }) => {
      const where = this.layout.where(wager, box, hand);
      if (!where) return;
      const key = `${Math.round(where.x)},${Math.round(where.y)},${mine}`;
      const pile = piles.get(key) ?? { where, amount: 0, waiting: false, pays: 0, mine, owner };
      pile.amount += amount;
      pile.pays += pays;
      pile.waiting ||= waiting;
      piles.set(key, pile);
    };
    for (const { slot, wager, hand, box, amount, player } of view.wagers ?? []) {
      put(hand ? wager : slot ?? wager, box, amount, { hand, mine: player === me, owner: player });
    }
    for (const { wager, box, amount } of sending) put(wager, box, amount, { mine: true, waiting: true, owner: me });
    for (const { wager, hand, box, stake, pays } of won) put(wager, box, stake + pays, { hand, mine: true, pays, owner: me });
    this.layout.cover([...piles.values()].map(({ where }) => where));
    const sorted = [...piles.values()].sort((a, b) => Number(a.mine) - Number(b.mine) || a.where.y - b.where.y);
    this.stacks.replaceChildren(...sorted.map(({ where, amount, mine, waiting, pays, owner }) => s('g',
      { transform: `translate(${where.x} ${where.y}) scale(${where.scale * (crowded ? 1 : ROOMY)})` },
      stack(amount, { mine, sending: waiting, won: pays, owner: mine ? '' : owner }))));
  }

  // -- cards -----------------------------------------------------------------------------------------

  drawHands(view, own, animated) {
    const hands = view.hands ?? {};
    const places = this.layout.hands();
    for (const [name, held] of this.drawn) {
      if (!hands[name]?.length || held.cards.length > hands[name].length) this.sweep(name);
    }
    const fresh = [];
    let turned = false;
    for (const [name, cards] of Object.entries(hands)) {
      if (places[name] && cards.length) turned = this.drawHand(name, seen(cards, own[name]), places[name], fresh, animated) || turned;
    }
    if (!animated || (!fresh.length && !turned)) return 0;
    const order = dealtOrder(view.events ?? []);
    fresh.sort((a, b) => (order.get(a.key) ?? 999) - (order.get(b.key) ?? 999));
    const first = turned ? TURNING : 0;
    fresh.forEach((one, n) => this.slide(one, first + n * STAGGER));
    return (first + fresh.length * STAGGER + 120) * pace();
  }

  /** Bring one hand up to date; says whether a card of it was turned. */
  drawHand(name, cards, place, fresh, animated) {
    let held = this.drawn.get(name);
    if (!held) {
      held = { group: s('g', { class: 'hand', data: { hand: name } }), cards: [], codes: [] };
      this.cards.append(held.group);
      this.drawn.set(name, held);
    }
    let turned = false;
    const step = stepOf(place, cards.length);
    cards.forEach((code, n) => {
      const spot = { x: place.x + step * (n - (cards.length - 1) / 2), y: place.y };
      if (n >= held.cards.length) {
        const drawn = card(code);
        const holder = s('g', {}, drawn);
        held.group.append(holder);
        held.cards.push({ holder, drawn });
        fresh.push({ drawn, spot, scale: place.scale, key: `${name} ${n}` });
      } else if (held.codes[n] !== code) {
        turned = true;
        turn(held.cards[n].drawn, code, animated);
      }
      held.cards[n].holder.setAttribute('transform', `translate(${spot.x} ${spot.y}) scale(${place.scale})`);
    });
    held.codes = [...cards];
    return turned;
  }

  /** From the shoe, which stands beyond the upper right corner, to its place. */
  slide({ drawn, spot, scale }, delay) {
    const box = this.element.viewBox.baseVal;
    const from = `translate(${(box.width - spot.x) / scale}px, ${(-40 - spot.y) / scale}px)`;
    const there = { transform: 'translate(0px, 0px)', opacity: 1 };
    move(drawn, [{ transform: from, opacity: 0 }, { opacity: 1, offset: 0.3 }, there], { delay });
  }

  /** What a hand is, on its lower edge. */
  drawTags(view, named, still) {
    const places = this.layout.hands();
    const said = Object.entries(named).filter(([hand]) => view.hands?.[hand]?.length && places[hand]);
    const key = JSON.stringify([said, said.map(([hand]) => [places[hand], view.hands[hand].length])]);
    if (key === this.tagged) return;
    this.tagged = key;
    this.tags.replaceChildren(...said.map(([hand, words]) => {
      const place = places[hand];
      const { x, y, scale } = place;
      const wide = 14 + words.length * 8.2;
      // Hands that share a box leave each other room.
      const room = /^\d+[a-z]$/.test(hand) ? (place.width + 6) / wide : 1.1;
      const size = Math.max(0.6, Math.min(1.1, scale, room));
      const half = (stepOf(place, view.hands[hand].length) * (view.hands[hand].length - 1)) / 2 + 34 * scale;
      // At the left, where the first card has no index and no stack reaches up to it; in the middle if it is longer than
      // the hand, unless that is the edge of the table.
      const left = Math.max(4, wide * size > 2 * half ? x - (wide * size) / 2 : x - half);
      const tag = s('g', { class: 'tag' }, s('rect', { x: -wide / 2, y: -11, width: wide, height: 22, rx: 11 }), s('text', {}, words));
      move(tag, [{ opacity: 0 }, { opacity: 1 }], { delay: still / pace(), duration: 120 });
      return s('g', { transform: `translate(${left + (wide * size) / 2} ${y + 40 * scale}) scale(${size})` }, tag);
    }));
  }

  sweep(name) {
    const held = this.drawn.get(name);
    this.drawn.delete(name);
    const going = move(held.group, [{ opacity: 1 }, { opacity: 0 }], { duration: 150 });
    if (going) going.onfinish = () => held.group.remove();
    else held.group.remove();
  }
}

/** From card to card, so that all of a hand fit in its place. */
function stepOf({ fan, width, scale }, count) {
  return Math.min(fan, (width - 60 * scale) / Math.max(1, count - 1));
}

/** A hand as this terminal may see it: its own face-down cards are told to it apart. */
export function seen(cards, own) {
  return cards.map((code, n) => (code === '??' && own?.[n] ? own[n] : code));
}

/** Which card came as the how manyth. */
function dealtOrder(events) {
  const order = new Map();
  const counts = new Map();
  for (const { kind, to, cards } of events) {
    if (kind !== 'dealt' || to === 'discard') continue;
    for (let n = 0; n < cards.length; n += 1) {
      const at = counts.get(to) ?? 0;
      order.set(`${to} ${at}`, order.size);
      counts.set(to, at + 1);
    }
  }
  return order;
}
