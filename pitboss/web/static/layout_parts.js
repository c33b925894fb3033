// Pieces that every layout is drawn from, and what each reads out of a view.

import { s, short } from './dom.js';

export const el = s;

let lastId = 0;

/** An id that no other layout of the page has. */
export function freshId() {
  lastId += 1;
  return `layout-${lastId}`;
}

// A card at scale 1, in SVG units.
export const CARD = { width: 60, height: 84 };

export function rect(x, y, width, height, name, radius = 6) {
  return el('rect', { x, y, width, height, rx: radius, class: name });
}

export function circle(x, y, r, name) {
  return el('circle', { cx: x, cy: y, r, class: name });
}

/** Words centred on a point. */
export function words(x, y, said, name, size, more = {}) {
  return el('text', { x, y, class: name, style: { 'font-size': `${size}px` }, ...more }, String(said));
}

/** Words that may take so much room, in as many lines as they need; (x, y) is the middle of them all. */
export function wrapped(x, y, said, name, size, room) {
  const lines = [''];
  for (const word of said.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (lines.at(-1) && longer.length * size * 0.56 > room) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  const top = y - ((lines.length - 1) / 2) * size * 1.25;
  const rows = lines.map((line, row) => el('tspan', { x, y: top + row * size * 1.25 }, row < lines.length - 1 ? `${line} ` : line));
  return el('text', { class: name, style: { 'font-size': `${size}px` } }, rows);
}

/** A point on a circle; degrees from the top, clockwise. */
export function onCircle(x, y, r, degrees) {
  const turn = (degrees * Math.PI) / 180;
  return [x + r * Math.sin(turn), y - r * Math.cos(turn)];
}

/** The part of a ring between two angles, as a path. */
export function sector(x, y, inner, outer, from, to) {
  const [a, b] = [onCircle(x, y, outer, from), onCircle(x, y, outer, to)];
  const [c, d] = [onCircle(x, y, inner, to), onCircle(x, y, inner, from)];
  return `M${a}A${outer} ${outer} 0 0 1 ${b}L${c}A${inner} ${inner} 0 0 0 ${d}Z`;
}

/** The table's edge: lowest in the middle of the width, `depth` higher at both ends. */
export class Curve {
  constructor(width, depth) {
    this.middle = width / 2;
    this.bend = depth / (this.middle * this.middle);
  }

  /** The height at x of the curve that is at y in the middle. */
  at(x, y) {
    return y - this.bend * (x - this.middle) ** 2;
  }

  /** How far words at x are turned, in degrees, to follow it. */
  turn(x) {
    return (Math.atan(-2 * this.bend * (x - this.middle)) * 180) / Math.PI;
  }

  /** The curve from one x to another; a parabola is a Bézier of the second degree. */
  path(from, to, y, start = 'M') {
    const [first, last] = [this.at(from, y), this.at(to, y)];
    const slope = -2 * this.bend * (from - this.middle);
    const bend = first + (slope * (to - from)) / 2;
    return `${start}${from} ${first}Q${(from + to) / 2} ${bend} ${to} ${last}`;
  }

  /** The band between two such curves, as a path. */
  band(from, to, top, bottom) {
    return `${this.path(from, to, top)}${this.path(to, from, bottom, 'L')}Z`;
  }

  /** Words that follow the curve. */
  words(y, said, name, size, from, to) {
    const id = freshId();
    return el('g', {},
      el('path', { id, d: this.path(from, to, y), fill: 'none' }),
      el('text', { class: name, style: { 'font-size': `${size}px` } },
        el('textPath', { href: `#${id}`, startOffset: '50%' }, said)));
  }
}

// -- what a view says ----------------------------------------------------------------------------------

/** The pay lines that the view prints for a wager, [line, odds] each: those of its name, or of its kind; where that
 * has lines by number, or by a letter, its own. */
export function payLines(view, wager) {
  const [, kind, number] = wager.match(/^(.*) ([\d/-]+|[a-z])$/) ?? [];
  const lines = view.pays?.[wager] ?? view.pays?.[kind] ?? [];
  if (typeof lines === 'string') return [['', lines]];
  const own = lines.filter(([line]) => line === number);
  return own.length ? own : lines;
}

/** The odds of a wager; "" when there are none to print, or different ones. */
export function oddsOf(view, wager) {
  const all = new Set(payLines(view, wager).map(([, odds]) => odds));
  return all.size === 1 ? [...all][0] : '';
}

/** The odds on one line of a wager; "" when there is no such line. */
export function oddsOn(view, wager, line) {
  return payLines(view, wager).find(([name]) => name === String(line))?.[1] ?? '';
}

/** The box that a hand lies on ("1b" on 1); 0 for the dealer's and other hands of the table. */
export function boxOf(hand) {
  return Number.parseInt(hand ?? '', 10) || 0;
}

/** Where a hand lies, as people say it: "box 1b", "dealer". */
export function placeName(hand) {
  return boxOf(hand) ? `box ${hand}` : hand;
}

/** The boxes of the person who looks at the table, lowest first. */
export function ownBoxes(view, you) {
  const yourBoxes = you?.boxes ?? you?.tables?.[view.id]?.boxes;
  const seated = Object.entries(view.seats ?? {}).filter(([, name]) => you?.name && name === you.name);
  const boxes = yourBoxes?.length ? yourBoxes : seated.map(([box]) => box);
  return boxes.map(Number).sort((a, b) => a - b);
}

/** As much of some words as so many letters hold. */
export function shorten(said, most) {
  return said.length > most ? `${said.slice(0, most - 1)}…` : said;
}

/** The markers that lie at boxes: of players who keep an older minimum, and of boxes that may go above
 * the sign. */
export function markers(view) {
  const { markers: lying = {}, kept = {}, boxes = {} } = view.limits ?? {};
  const marker = (what, amount, words) => ({ what, amount: short(amount), words });
  return new Map([
    ...Object.entries(boxes).map(([box, most]) => [Number(box), marker('max', most, `this box may go up to ${short(most)}`)]),
    ...Object.entries(lying).filter(([name]) => name in kept)
      .map(([name, box]) => [box, marker('min', kept[name], `${name} keeps the minimum of ${short(kept[name])}`)]),
  ]);
}

/** Who is at the table, for layouts on which nobody has a box of his own. */
export function company(view, own, most) {
  const marked = markers(view);
  const seats = Object.entries(view.seats ?? {}).sort(([a], [b]) => a - b);
  return shorten(seats.map(([box, name]) => {
    const marker = marked.get(Number(box));
    return [own.includes(Number(box)) ? `${name} (you)` : name, marker ? `● ${marker.what} ${marker.amount}` : ''].filter(Boolean).join(' ');
  }).join(', '), most);
}

/** Has this round got further than the taking of wagers? */
export function underWay(view) {
  return view.phase !== 'wagers' || (view.events ?? []).some(({ kind }) => kind === 'came' || kind === 'dealt');
}

/** What dice or ball showed: of this round, or of the last while nothing has come in this one. */
export function result(view) {
  const came = (view.events ?? []).filter(({ kind }) => kind === 'came').at(-1);
  if (came) return String(came.result);
  return underWay(view) ? '' : String(view.last?.result ?? '');
}

/** Tells one throw or spin from the next, even if it showed the same. */
export function resultKey(view) {
  const now = (view.events ?? []).filter(({ kind }) => kind === 'came').length;
  return `${now || underWay(view) ? view.round : view.last?.round} ${result(view)}`;
}

/** The lines that won: of this round once one is settled, or of the last while wagers are taken. */
export function won(view) {
  const now = (view.events ?? []).filter(({ kind }) => kind === 'settled');
  const settled = now.length || underWay(view) ? now : (view.last?.lines ?? []);
  return settled.filter(({ outcome }) => outcome === 'win');
}
