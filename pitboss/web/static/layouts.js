// The betting layout of a table.
//
// `layoutFor(view, formOf)` gives {element, layer, areas(), hands(), where(wager, box, hand), update(view, you), rest(marked),
// bring(box)}; all places are in SVG units of the element. `formOf()` says which of the three forms of a drawing there is
// room for: "wide" with all boxes alike, "tall" (a phone) and "low" (a phone on its side) with one box in front of the
// others. Nothing on a layout moves by being touched. Whoever lays chips and cards puts them into `layer`, which takes no
// clicks.
// * areas(): {wager, box, label, x, y, element, decision}; `decision` marks a place for a wager that is made by a
//   decision in mid-round: it answers only while the onlooker's own box is asked for it. On roulette and craps, where
//   nobody has a box of his own on the layout, `box` is the onlooker's place (0 for one who has none).
// * where(wager, box, hand): {x, y, scale} of the chips; it knows more names than there are areas (a come bet on its
//   point, double down), and places of their own for wagers that lie with one hand of several.
// * hands(): for each hand {x, y, scale, fan, width}: the middle of its row of cards, what a card of 60 by 84 is
//   multiplied by, the step from card to card, and the room there is for all of them. One whose cards are put together
//   two and two has `spots`, a place for each card, group by group, and `room` for the words below a group.
// * update(view, you, how): draws a view and gives the milliseconds until dice or ball lie still. What they came to is
//   marked by `rest`, at once unless `how.held`: then it is for whoever holds it back to call it.
// An area that is clicked, or given Enter or Space, sends "area" with {wager, box, behind, shut}; `behind`: its box is not
// the one in front, and can be brought there; `shut`: {words, clause}, why nothing can be put there now. An area that is
// pointed at sends "pointed" with the same, and null when it no longer is. The element sends "moved" when places have
// changed.

import { boxOf, el, markers, oddsOf, ownBoxes, shorten, won } from './layout_parts.js';
import { Lens } from './lens.js';

// Drawings by name, each from its own file: it is there once a table that has it was asked for.
const DRAWINGS = new Map();

// Narrower than this, a layout is that of a phone.
const NARROW = 700;
// Higher than wide, or nearly: it is held upright.
const UPRIGHT = 0.95;

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Fetch what a table is drawn by; afterwards `layoutFor` can lay it out. */
export async function fetchDrawing({ look }) {
  const name = look?.drawing || 'default';
  if (!/^[a-z_]+$/.test(name)) throw new Error(`${name} is no drawing`);
  if (!DRAWINGS.has(name)) DRAWINGS.set(name, (await import(`./layout_${name}.js`)).draw);
}

export function layoutFor(view, formOf) {
  const draw = DRAWINGS.get(view.look?.drawing || 'default');
  if (!draw) throw new Error(`the drawing ${view.look?.drawing} was not fetched`);
  return new Layout(view, draw, formOf);
}

/** The form for a place of this size. */
export function formFor(width, height) {
  if (width < height * UPRIGHT) return 'tall';
  return width < NARROW ? 'low' : 'wide';
}

class Layout {
  constructor(view, draw, formOf) {
    this.draw = draw;
    // In a panel beside the table there is no more room than on a phone.
    this.formOf = formOf ?? (() => ((this.element.getBoundingClientRect().width || window.innerWidth) < NARROW ? 'tall' : 'wide'));
    // The box in front, and the one that was asked for there.
    this.front = this.brought = 0;
    this.cloth = el('g', { class: 'cloth' });
    this.layer = el('g', { class: 'layer' });
    this.element = el('svg', { class: 'layout', role: 'group' }, this.cloth, this.layer);
    this.drawn = '';
    this.listen();
    this.update(view, null);
  }

  areas() {
    return this.sheet.areas.map(({ wager, box, x, y, element, decision }) =>
      ({ wager, box, label: element.getAttribute('aria-label'), x, y, element, decision }));
  }

  hands() {
    return this.sheet.hands;
  }

  where(wager, box, hand = '') {
    const { sheet } = this;
    const own = sheet.shared ? sheet.own : box;
    const spot = sheet.places.get(key(`${wager} ${hand}`, own)) ?? sheet.places.get(key(wager, own))
      ?? sheet.places.get(key(wager, 0)) ?? sheet.elsewhere(wager, own);
    const { x, y, scale } = spot;
    if (!sheet.shared || !box || box === sheet.own) return { x, y, scale };
    // Chips of others lie around one's own, each player's always on the same side.
    const turn = box * 2.4;
    return { x: x + 7 * Math.cos(turn) * scale, y: y + 7 * Math.sin(turn) * scale, scale: scale * 0.8 };
  }

  update(view, you, { animated = false, held = false } = {}) {
    const own = ownBoxes(view, you);
    Object.assign(this, { view, own });
    this.redraw(view, own);
    const { sheet, element } = this;
    sheet.own = own[0] ?? 0;
    element.classList.toggle('open', Boolean(view.betting));
    element.classList.toggle('closed', !view.betting);
    element.classList.toggle('seated', own.length > 0 && !sheet.shared);
    element.dataset.phase = view.phase ?? '';
    this.shut = you?.shut ?? view.shut ?? {};
    this.markAreas(view, own, false);
    this.markBoxes(view, own);
    // Words that say what lies in a place would be seen between its cards.
    for (const said of this.cloth.querySelectorAll('[data-until]')) {
      said.classList.toggle('covered-up', Boolean(view.hands?.[said.dataset.until]?.length));
    }
    sheet.arrange(view);
    const still = sheet.paint?.(view, own, animated) ?? 0;
    if (!held) this.rest();
    return still;
  }

  /** All lies still: show what won, unless that is history by now. */
  rest(marked = true) {
    this.markAreas(this.view, this.own, marked);
    this.sheet.rest?.(this.view, marked);
  }

  // -- drawing -----------------------------------------------------------------------------------------

  /** Draw the felt, if it is not drawn already in this form, with these options and this box in front. */
  redraw(view, own) {
    const form = this.formOf();
    const askedBox = boxOf(view.asked?.hand);
    if (own.includes(askedBox)) this.brought = askedBox;
    this.front = this.brought || own[0] || this.front || firstFree(view);
    const { game, options, boxes, pays } = view;
    const follows = form !== 'wide' || this.sheet?.follows;
    const drawn = JSON.stringify([form, follows && this.front, game, options, boxes, pays]);
    if (drawn === this.drawn) return;
    const focused = this.sheet?.areas.find(({ element }) => element === document.activeElement);
    const first = this.drawn === '';
    this.drawn = drawn;
    this.sheet = new Sheet(view, form, this.front);
    this.draw(this.sheet);
    this.cloth.replaceChildren(...this.sheet.drawing);
    const { width, height, narrow } = this.sheet;
    this.element.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.element.setAttribute('aria-label', `${view.title ?? game}: betting layout; arrow keys move over it`);
    this.element.dataset.form = form;
    this.element.classList.toggle('narrow', narrow);
    this.element.classList.toggle('fine', this.sheet.fine);
    this.element.classList.toggle('tiles', this.sheet.tiles);
    this.element.classList.remove('hinted');
    this.rove(this.find(focused?.wager, focused?.box) ?? this.find(this.sheet.areas[0]?.wager, this.front) ?? this.sheet.areas[0]);
    if (focused) this.stop?.element.focus();
    if (!first) this.element.dispatchEvent(new CustomEvent('moved', { bubbles: true }));
  }

  /** Put a box in front of the others, where there is room for one in full. */
  bring(box) {
    this.brought = box;
  }

  // -- marks -------------------------------------------------------------------------------------------

  /** What may be touched now, and what won. */
  markAreas(view, own, marked) {
    const { sheet } = this;
    const winners = new Set(won(view).map(({ wager, box }) => key(wager, sheet.shared ? 0 : box)));
    const askedBox = boxOf(view.asked?.hand);
    const { shut } = this;
    const offered = new Set((view.asked?.options ?? []).map(({ name }) => name));
    for (const area of sheet.areas) {
      if (sheet.shared) area.box = sheet.own;
      const asks = area.box === askedBox && own.includes(askedBox) && offered.has(area.wager);
      area.shut = area.decision || !view.betting ? null : (own.includes(area.box) ? shut[area.box] : shut[area.box] ?? shut[0])?.[area.wager] ?? null;
      const awake = area.decision ? asks : Boolean(view.betting) && !area.shut;
      const wins = marked && (winners.has(key(area.wager, sheet.shared ? 0 : area.box)) || Boolean(sheet.wins?.(area, view)));
      area.element.dataset.box = area.box;
      area.element.setAttribute('aria-disabled', String(!awake));
      const edge = view.edges?.[area.wager] ?? '';
      area.element.setAttribute('aria-label', labelOf(area, sheet.odds(view, area.wager), sheet.shared, wins, edge));
      area.element.classList.toggle('shut', Boolean(area.shut));
      tip(area, edge);
      area.element.classList.toggle('awake', awake);
      area.element.classList.toggle('asked', awake && area.decision);
      area.element.classList.toggle('won', wins);
      area.element.classList.toggle('own', own.includes(area.box));
    }
  }

  /** Chips lie on these places: words under them give way. */
  cover(spots) {
    for (const area of this.sheet.areas) area.element.classList.toggle('laid', spots.some(({ x, y }) => Math.hypot(area.x - x, area.y - y) < 12));
  }

  /** Whose each box is, and whose turn it is. */
  markBoxes(view, own) {
    const askedBox = boxOf(view.asked?.hand);
    const marked = markers(view);
    for (const [box, { element, name, most, empty }] of this.sheet.boxes) {
      const sitting = view.seats?.[box] ?? '';
      element.classList.toggle('own', own.includes(box));
      element.classList.toggle('taken', sitting !== '');
      element.classList.toggle('turn', askedBox === box);
      writeName(name, sitting, most, empty, marked.get(box));
    }
    this.sheet.mark.classList.toggle('shown', this.sheet.point(view.asked?.hand));
  }

  // -- hands on it -------------------------------------------------------------------------------------

  listen() {
    const { element } = this;
    const areaAt = (target) => this.sheet.areas.find((area) => area.element === target?.closest?.('.area'));
    const areaOf = (event) => areaAt(event.target);
    const { cloth, layer } = this;
    const lens = new Lens({
      element, cloth, layer, areaOf: areaAt, choose: (area) => this.choose(area), show: (area) => this.show(area),
      odds: ({ wager }) => this.sheet.odds(this.view, wager),
    });
    element.addEventListener('click', (event) => lens.had(event) || this.choose(areaOf(event)));
    element.addEventListener('keydown', (event) => this.press(event, areaOf(event)));
    for (const kind of ['pointerover', 'focusin']) element.addEventListener(kind, (event) => this.show(areaOf(event)));
    for (const kind of ['pointerleave', 'focusout']) element.addEventListener(kind, () => this.show(undefined));
  }

  choose(area) {
    if (!area || (area.decision && !area.element.classList.contains('awake'))) return;
    this.rove(area);
    const { narrow, shared, front } = this.sheet;
    const detail = { wager: area.wager, box: area.box, shut: area.shut, behind: (narrow || area.tiny) && !shared && area.box !== front };
    area.element.dispatchEvent(new CustomEvent('area', { bubbles: true, detail }));
  }

  press(event, area) {
    if (!area || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.choose(area);
    } else if (ARROWS[event.key]) {
      event.preventDefault();
      const next = nearest(this.sheet.areas, area, ARROWS[event.key]);
      this.rove(next ?? area);
      this.stop.element.focus();
    }
  }

  /** Show what an area covers, and its name and odds where the felt has room for them. */
  show(pointed) {
    const { sheet } = this;
    const area = pointed ?? sheet.areas.find(({ element }) => element.matches(':focus-visible'));
    const covered = new Set(area?.covers ?? []);
    for (const [name, element] of sheet.covered) element.classList.toggle('covered', covered.has(name));
    if (area !== this.pointed) {
      this.pointed = area;
      this.element.dispatchEvent(new CustomEvent('pointed', { bubbles: true, detail: area ?? null }));
    }
    const said = area ? [area.wager, sheet.odds(this.view, area.wager)].filter(Boolean) : [];
    this.element.classList.toggle('hinted', said.length > 0);
    if (sheet.hints.length === 1) sheet.hints[0].textContent = said.join(' · ');
    else sheet.hints.forEach((hint, row) => { hint.textContent = said[row] ?? ''; });
  }

  /** One area at a time is in the tab order; arrows reach the others. */
  rove(area) {
    this.stop?.element.setAttribute('tabindex', '-1');
    this.stop = area;
    area?.element.setAttribute('tabindex', '0');
  }

  find(wager, box) {
    return this.sheet.areas.find((area) => area.wager === wager && area.box === box);
  }
}

/** What a game draws on. */
class Sheet {
  constructor(view, form, front) {
    // `shared`: nobody has a box of his own on it; `fine`: its places are narrower than a thumb; `follows`: it is drawn
    // for the box in front also where all are alike; `tiles`: what lies face down on it is no card.
    Object.assign(this, { view, form, narrow: form !== 'wide', front, own: 0, shared: false, fine: false, follows: false, tiles: false });
    this.areas = [];
    this.places = new Map();
    this.hands = {};
    this.boxes = new Map();
    // For boxes on which several hands may lie: what lays them out.
    this.sideBySide = new Map();
    this.covered = new Map();
    this.mark = el('path', { class: 'turn-mark', d: 'M-9-12L9-12L0 0Z' });
    this.drawing = [];
    // Where the name and odds of what is pointed at are told: one text for both, or one each.
    this.hints = [];
    this.odds = oddsOf;
  }

  size(width, height) {
    Object.assign(this, { width, height });
  }

  add(...elements) {
    this.drawing.push(...elements);
  }

  /** A place for chips that nobody touches. */
  spot(wager, box, x, y, scale = 1) {
    this.places.set(key(wager, box), { x, y, scale });
  }

  /** A betting area of these elements, with its chips at (x, y); `tiny`: too small to play on, unless its box is in front. */
  area(wager, box, [x, y], elements, { scale = 1, covers = [], decision = false, name = '', tiny = false } = {}) {
    const element = el('g', {
      class: `area ${name}`, role: 'button', tabindex: -1, data: { area: wager, box },
    }, ...elements);
    this.spot(wager, box, x, y, scale);
    this.areas.push({ wager, box, x, y, element, covers, decision, tiny });
    return element;
  }

  hand(name, x, y, scale = 1, fan = 30, width = 160) {
    this.hands[name] = { x, y, scale, fan, width };
  }

  /** Hands of one box lie side by side, as many as there are. */
  arrange(view) {
    for (const [box, lay] of this.sideBySide) {
      const names = Object.keys(view.hands ?? {}).filter((name) => boxOf(name) === box).sort();
      if (names.length > 1) lay(names);
    }
  }

  /** A player's part of the table, the text that names him in so many letters, and what it says of an empty one. */
  box(number, element, name, most, empty = `${number}`) {
    this.boxes.set(number, { element, name, most, empty });
  }

  /** Point at the hand that is asked; false when there is none. */
  point(hand) {
    const at = this.hands[hand];
    if (!at) return false;
    this.mark.setAttribute('transform', `translate(${at.x} ${at.y - 46 * at.scale})`);
    return true;
  }

  /** Where chips of a wager without a place of its own lie. */
  elsewhere(wager, box) {
    const near = this.areas.find((area) => area.box === box) ?? this.areas[0];
    return { x: near.x, y: near.y, scale: 1 };
  }
}

function key(wager, box) {
  return `${box}:${wager}`;
}

function firstFree(view) {
  const first = view.first ?? 1;
  for (let box = first; box <= (view.boxes ?? 1); box += 1) if (!view.seats?.[box]) return box;
  return first;
}

/** A player at his box, and the marker that lies there. */
function writeName(name, sitting, most, empty, marker) {
  if (!sitting || !marker) {
    name.textContent = sitting ? shorten(sitting, most) : empty;
    return;
  }
  const whole = `● ${marker.what} ${marker.amount}`;
  const said = sitting.length + whole.length < most ? whole : `●${marker.amount}`;
  name.replaceChildren(`${shorten(sitting, Math.max(3, most - said.length - 1))} `,
    el('tspan', { class: 'marker' }, el('title', {}, marker.words), said));
}

/** What a wager costs, for whoever rests on it with a mouse. */
function tip(area, edge) {
  if (!edge && !area.tip) return;
  area.tip ??= area.element.insertBefore(el('title', {}), area.element.firstChild);
  const words = edge ? `${area.wager}: ${edge}` : '';
  if (area.tip.textContent !== words) area.tip.textContent = words;
}

function labelOf({ wager, box, shut }, odds, shared, wins, edge) {
  const parts = [shared ? wager : `box ${box}, ${wager}`];
  if (odds) parts.push(`pays ${odds}`);
  if (edge) parts.push(edge);
  if (shut) parts.push(`not now: ${shut.words}`);
  if (wins) parts.push('won');
  return parts.join(', ');
}

/** The nearest area in a direction; what lies off to the side counts as farther. */
function nearest(areas, from, [dx, dy]) {
  let best = null;
  let least = Infinity;
  for (const area of areas) {
    const ahead = (area.x - from.x) * dx + (area.y - from.y) * dy;
    const aside = Math.abs((area.x - from.x) * dy) + Math.abs((area.y - from.y) * dx);
    const distance = ahead + 3 * aside;
    if (area !== from && ahead > 1 && aside < ahead * 3 && distance < least) [best, least] = [area, distance];
  }
  return best;
}
