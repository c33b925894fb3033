// The table as it lies: the game's layout with chips and cards on top.

import { layoutFor } from './layouts.js';
import { s, isStill, move } from './dom.js';
import { pace, silence, sound } from './settings.js';
import { card, cardName, turn } from './cards.js';
import { Pairing, placesOf } from './pairs.js';
// In time for the first court that is dealt.
import './courts.js';
import { stack } from './chips.js';
import { placeName } from './layout_parts.js';

// Milliseconds at the normal speed: from card to card of one deal, before what comes after a pause, how long a card is on
// its way or turns, and how long all of them may take.
const STAGGER = 120;
const BEAT = 360;
const [SLIDING, TURNING] = [220, 210];
const LONGEST = 2600;
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
    this.stillAt = 0;
    this.pairing = new Pairing(this.cards, () => this.regroup());
    // In another form, or with another box in front, what lies there lies elsewhere.
    this.element.addEventListener('moved', () => this.forget());
  }

  forget() {
    this.drawn.clear();
    this.cards.replaceChildren();
    this.moved = true;
  }

  /** Draw a view; gives the milliseconds until its last card, the dice or the ball lie still. What they came to is shown
   * then: `over` says that the view is the end of a round, `marked` that it is the latest that there is to see. */
  update(view, { me = '', own = {}, named = {}, parts = {}, boxes = [], shut = undefined, sending = [], won = [], animated = true, over = false, marked = true } = {}) {
    const now = performance.now();
    const thrown = this.layout.update(view, { name: me, boxes, hands: own, shut }, { animated, held: true });
    this.parts = { ...view.parts, ...parts };
    this.shown = { view, own, named };
    this.pairing.ask(view, me);
    // The table was drawn anew around cards that lay there already.
    const dealt = this.drawHands(view, own, animated && !this.moved);
    this.pairing.mark();
    this.moved = false;
    this.stillAt = Math.max(this.stillAt, now + thrown, now + dealt);
    const still = this.stillAt - now;
    const stacks = () => this.drawStacks(view, me, sending, won);
    this.drawTags(view, { ...view.named, ...named }, Math.max(0, still));
    clearTimeout(this.resting);
    this.rest = () => {
      this.rest = null;
      this.layout.rest(marked);
      stacks();
      if (won.length && !this.paid && animated) sound('win');
      this.paid = won.length > 0;
    };
    if (still > 0) this.resting = setTimeout(() => this.rest?.(), still);
    else this.rest();
    // Chips that lie there until the cards have told what becomes of them stay meanwhile.
    if (this.rest && !over) stacks();
    return Math.max(0, still);
  }

  /** Nobody has to wait for what moves: all of it is where it belongs at once. */
  hurry() {
    if (!this.rest) return;
    this.stillAt = 0;
    clearTimeout(this.resting);
    for (const moving of this.element.getAnimations({ subtree: true })) moving.finish();
    silence();
    this.rest();
  }

  /** Own cards were put together, for now: they lie so. */
  regroup() {
    const { view, own, named } = this.shown;
    this.drawHands(view, own, false);
    this.drawTags(view, { ...view.named, ...named }, 0);
  }

  /** The groups that a hand lies in: as whoever sets it tries, or as it was set. */
  groups(name) {
    return this.pairing.tried(name) ?? this.parts[name] ?? [];
  }

  // -- chips -----------------------------------------------------------------------------------------

  drawStacks(view, me, sending, won) {
    const piles = new Map();
    const crowded = this.layout.areas().length > 40;
    const put = (wager, box, amount, { hand = '', mine = false, waiting = false, pays = 0, owner = '', button = '' }) => {
      const where = this.layout.where(wager, box, hand);
      if (!where) return;
      const key = `${Math.round(where.x)},${Math.round(where.y)},${mine}`;
      const pile = piles.get(key) ?? { where, amount: 0, waiting: false, pays: 0, mine, owner, button: '' };
      pile.amount += amount;
      pile.pays += pays;
      pile.waiting ||= waiting;
      pile.button ||= button;
      piles.set(key, pile);
    };
    for (const { slot, wager, hand, box, amount, player, marks } of view.wagers ?? []) {
      put(hand ? wager : slot ?? wager, box, amount, { hand, mine: player === me, owner: player, button: marks?.button });
    }
    for (const { wager, box, amount } of sending) put(wager, box, amount, { mine: true, waiting: true, owner: me });
    for (const { wager, hand, box, stake, pays } of won) put(wager, box, stake + pays, { hand, mine: true, pays, owner: me });
    this.layout.cover([...piles.values()].map(({ where }) => where));
    const sorted = [...piles.values()].sort((a, b) => Number(a.mine) - Number(b.mine) || a.where.y - b.where.y);
    this.stacks.replaceChildren(...sorted.map(({ where, amount, mine, waiting, pays, owner, button }) => s('g',
      { transform: `translate(${where.x} ${where.y}) scale(${where.scale * (crowded ? 1 : ROOMY)})` },
      stack(amount, { mine, sending: waiting, won: pays, owner: mine ? '' : owner, button }))));
  }

  // -- cards -----------------------------------------------------------------------------------------

  drawHands(view, own, animated) {
    const hands = view.hands ?? {};
    const places = this.layout.hands();
    for (const [name, held] of this.drawn) {
      if (!hands[name]?.length || held.cards.length > hands[name].length) this.sweep(name);
    }
    const fresh = [];
    const moving = animated && !isStill();
    for (const [name, cards] of Object.entries(hands)) {
      if (places[name] && cards.length) this.drawHand(name, seen(cards, own[name]), places[name], fresh, moving);
    }
    return moving ? this.play(fresh, view.events ?? []) * pace() : 0;
  }

  /** Deal and turn cards one by one, in the order in which it was done; gives the milliseconds of all of it. */
  play(fresh, events) {
    const order = dealtOrder(events);
    const last = { place: order.size, beat: false };
    const steps = fresh.map((step) => ({ ...step, ...(order.get(step.key) ?? last) }))
      .sort((a, b) => a.place - b.place);
    let at = 0;
    steps.forEach((step, n) => {
      if (n) at += step.beat && step.place !== steps[n - 1].place ? BEAT : STAGGER;
      step.at = at;
    });
    const hurried = Math.min(1, LONGEST / Math.max(1, at));
    for (const step of steps) step.act(step.at * hurried);
    return steps.length ? at * hurried + Math.max(SLIDING, TURNING) : 0;
  }

  /** Bring one hand up to date; what is new to the eye is added to `fresh`. */
  drawHand(name, cards, place, fresh, animated) {
    let held = this.drawn.get(name);
    if (!held) {
      held = { group: s('g', { class: 'hand', role: 'group', data: { hand: name } }), cards: [], codes: [] };
      this.cards.append(held.group);
      this.drawn.set(name, held);
    }
    const step = stepOf(place, cards.length);
    const spots = placesOf(place.spots, cards, this.groups(name));
    cards.forEach((code, n) => {
      const spot = spots?.[n] ?? { x: place.x + step * (n - (cards.length - 1) / 2), y: place.y };
      if (n >= held.cards.length) {
        const drawn = card(code);
        const holder = s('g', {}, drawn);
        held.group.append(holder);
        held.cards.push({ holder, drawn });
        fresh.push({ key: `${name} ${n}`, act: (delay) => this.slide(drawn, spot, place.scale, delay) });
      } else if (held.codes[n] !== code) {
        const turned = held.cards[n].drawn;
        if (animated) fresh.push({ key: `${name} ${code}`, act: (delay) => turn(turned, code, { delay }) });
        else turn(turned, code, { animated });
      }
      held.cards[n].holder.setAttribute('transform', `translate(${spot.x} ${spot.y}) scale(${place.scale})`);
    });
    held.codes = [...cards];
    held.group.setAttribute('aria-label', `${placeName(name)}: ${cards.map(cardName).join(', ')}`);
  }

  /** From the shoe, which stands beyond the upper right corner, to its place. */
  slide(drawn, spot, scale, delay) {
    const box = this.element.viewBox.baseVal;
    const from = `translate(${(box.width - spot.x) / scale}px, ${(-40 - spot.y) / scale}px)`;
    const there = { transform: 'translate(0px, 0px)', opacity: 1 };
    move(drawn, [{ transform: from, opacity: 0 }, { opacity: 1, offset: 0.3 }, there], { delay, duration: SLIDING });
    sound('card', delay);
  }

  /** What a hand is, on its lower edge. */
  drawTags(view, named, still) {
    const places = this.layout.hands();
    const lying = Object.keys(view.hands ?? {}).filter((hand) => view.hands[hand].length && places[hand]);
    const parted = lying.filter((hand) => places[hand].spots && this.groups(hand).length);
    const said = Object.entries(named).filter(([hand]) => lying.includes(hand) && !parted.includes(hand));
    const groups = parted.map((hand) => [places[hand], this.groups(hand)]);
    const key = JSON.stringify([said, said.map(([hand]) => [places[hand], view.hands[hand].length]), groups]);
    if (key === this.tagged) return;
    this.tagged = key;
    this.tags.replaceChildren(...groups.flatMap(([place, parts]) => parts.map(([words], n) => groupTag(place, words, n))), ...said.map(([hand, words]) => {
      const place = places[hand];
      const { x, y, scale } = place;
      const wide = 14 + words.length * 8.2;
      // Hands that share a box leave each other room.
      const room = /^\d+[a-z]$/.test(hand) ? (place.width + 6) / wide : 1.1;
      const across = this.element.viewBox.baseVal.width - 8;
      const size = Math.min(across / wide, Math.max(0.6, Math.min(1.1, scale, room)));
      const half = (stepOf(place, view.hands[hand].length) * (view.hands[hand].length - 1)) / 2 + 34 * scale;
      // At the left, where the first card has no index and no stack reaches up to it; in the middle if it is longer than
      // the hand, unless that is over an edge of the table.
      const begins = wide * size > 2 * half ? x - (wide * size) / 2 : x - half;
      const left = Math.max(4, Math.min(begins, 4 + across - wide * size));
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

/** What one group of a hand is, below it. */
function groupTag({ spots, scale, room }, words, group) {
  const wide = 14 + words.length * 8.2;
  const [first, second] = spots.slice(2 * group, 2 * group + 2);
  const size = Math.min(1.1, Math.max(0.5, scale), room / wide);
  return s('g', { transform: `translate(${(first.x + second.x) / 2} ${first.y + 53 * scale}) scale(${size})` },
    s('g', { class: 'tag' }, s('rect', { x: -wide / 2, y: -11, width: wide, height: 22, rx: 11 }), s('text', {}, words)));
}

/** From card to card, so that all of a hand fit in its place. */
function stepOf({ fan, width, scale }, count) {
  return Math.min(fan, (width - 60 * scale) / Math.max(1, count - 1));
}

/** A hand as this terminal may see it: its own face-down cards are told to it apart. */
export function seen(cards, own) {
  return cards.map((code, n) => (code === '??' && own?.[n] ? own[n] : code));
}

/** Which card was dealt or turned as the how manyth, and whether there was a pause before it: where something else happened
 * in between, and where a hand draws on. By hand and place for those dealt, by hand and face for those turned. */
function dealtOrder(events) {
  const order = new Map();
  const counts = new Map();
  let [place, beat, before] = [0, false, ''];
  for (const { kind, to, hand, cards } of events) {
    if (kind === 'dealt' && to !== 'discard') {
      beat ||= to === before;
      before = to;
      for (let n = 0; n < cards.length; n += 1, place += 1) {
        const count = counts.get(to) ?? 0;
        counts.set(to, count + 1);
        order.set(`${to} ${count}`, { place, beat: beat && n === 0 });
      }
      beat = false;
    } else if (kind === 'shown') {
      (cards ?? []).forEach((code, n) => order.set(`${hand} ${code}`, { place: place + n, beat: n === 0 }));
      place += cards?.length ?? 0;
      beat = true;
    } else {
      beat = true;
    }
  }
  return order;
}
