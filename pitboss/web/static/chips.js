// Chips, dice and the ball, drawn about their own centre.

import { s, short, move } from './dom.js';
import { pace, sound } from './settings.js';

// What a tray may hold, in cents.
export const CHIPS = [50, 100, 500, 1000, 2500, 10000, 50000, 100000];
const RADIUS = 16;
const RISE = 3.4;
const TALLEST = 6;

/** The limits that hold for one player: those of his terminal, or an older minimum he keeps, or the table's. */
export function limitsOf({ limits, terminal }, me) {
  const minimum = limits.kept?.[me] ?? limits.minimum;
  return { ...limits, minimum, ...(terminal?.[me] ?? {}) };
}

/** The chips that fit a table: none smaller than its unit, none above its largest wager. */
export function chipsFor({ minimum, maximum, unit }) {
  const fitting = CHIPS.filter((chip) => chip % Math.max(1, Math.min(unit, 50)) === 0 && chip <= maximum);
  // Far below the minimum a chip is only a way to be refused; one step below it still tops a stake up.
  const first = Math.max(0, fitting.findLastIndex((chip) => chip <= Math.max(minimum, 50)) - 1);
  return fitting.slice(first, first + 7);
}

export function chipLabel(cents) {
  if (cents < 100) return `${cents}c`;
  return cents >= 100000 && cents % 100000 === 0 ? `${cents / 100000}k` : String(cents / 100);
}

function kind(cents) {
  return [...CHIPS].reverse().find((chip) => chip <= cents) ?? CHIPS[0];
}

/** One chip seen from above. */
export function chip(cents, label = chipLabel(cents)) {
  const size = label.length > 3 ? 9 : label.length > 2 ? 10.5 : 12;
  return s('g', { class: `chip chip-${kind(cents)}` },
    s('circle', { class: 'chip-rim', r: RADIUS }),
    s('circle', { class: 'chip-edge', r: RADIUS - 2.6, pathLength: 12 }),
    s('circle', { class: 'chip-face', r: RADIUS - 5.2 }),
    s('text', { 'text-anchor': 'middle', y: size * 0.36, 'font-size': size }, label));
}

/** A chip as a picture of its own, for the tray. */
export function chipPicture(cents) {
  return s('svg', { viewBox: '-17 -17 34 34', 'aria-hidden': 'true' }, chip(cents));
}

/** The fewest chips that make an amount, largest first. */
export function breakDown(amount) {
  const chips = [];
  let left = amount;
  for (const value of [...CHIPS].reverse()) {
    while (left >= value && chips.length < 40) {
      chips.push(value);
      left -= value;
    }
  }
  if (left > 0 || chips.length === 0) chips.push(CHIPS[0]);
  return chips;
}

/** A stack on the layout, with its amount in figures; `button` is what a marker button on top of it says. */
export function stack(amount, { mine = true, sending = false, won = 0, owner = '', button = '' } = {}) {
  const shown = breakDown(amount).slice(0, TALLEST);
  const top = -(shown.length - 1) * RISE;
  const words = `${owner ? `${owner}: ` : ''}${short(amount)}${sending ? ', sending' : ''}${button ? `, ${button}` : ''}`;
  const label = short(amount);
  const wide = 8 + label.length * 6.4;
  return s('g', { class: `stack${mine ? ' mine' : ''}${sending ? ' sending' : ''}${won ? ' won' : ''}`, role: 'img', 'aria-label': words },
    s('title', {}, words),
    shown.map((value, n) => s('g', { transform: `translate(0 ${-n * RISE})` }, chip(value, n === shown.length - 1 ? undefined : ''))),
    button ? s('g', { class: 'marker', transform: `translate(0 ${top})` },
      s('circle', { r: RADIUS * 0.72 }), s('text', { 'text-anchor': 'middle', y: 4.2 }, button[0].toUpperCase())) : null,
    // A single chip says its own amount.
    shown.length === 1 && shown[0] === amount && !won ? null : s('g', { class: 'amount', transform: `translate(0 ${top - RADIUS - 6})` },
      s('rect', { x: -wide / 2, y: -8, width: wide, height: 15, rx: 7.5 }),
      s('text', { 'text-anchor': 'middle', y: 3.6 }, label)));
}

const SPOTS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

export function die(number) {
  return s('g', { class: 'die', role: 'img', 'aria-label': `a die showing ${number}`, data: { shows: number } },
    s('rect', { x: -20, y: -20, width: 40, height: 40, rx: 7 }),
    (SPOTS[number] ?? []).map(([x, y]) => s('circle', { cx: x * 10, cy: y * 10, r: 4 })));
}

// A die comes in from the right in three hops, each with another face up: where each begins, and how far it is turned.
const HOPS = [[300, -20, 400], [150, 10, 230], [45, -6, 90], [0, 0, 0]];
const HOP = 170;
const APART = 70;

/** Throw dice that lie in these places already; gives the milliseconds until they lie still. */
export function tumble(places) {
  const still = places.map((place, n) => {
    const [last] = place.children;
    const shown = [5, 3].map((add) => die(((Number(last.dataset.shows) + add - 1) % 6) + 1));
    const thrown = [...shown, last].map((face, hop) => {
      const [from, to] = [HOPS[hop], HOPS[hop + 1]];
      const at = ([x, y, turn]) => `translate(${x}px, ${y}px) rotate(${turn}deg)`;
      const high = at([(from[0] + to[0]) / 2, Math.min(from[1], to[1]) - 26, (from[2] + to[2]) / 2]);
      const frames = [{ transform: at(from), opacity: 0 }, { opacity: 1, offset: 0.01 }, { transform: high, offset: 0.5 }, { transform: at(to), opacity: 1 }];
      return move(face, frames, { duration: HOP, delay: n * APART + hop * HOP, easing: 'linear' });
    });
    if (!thrown[0]) return 0;
    // The faces on the way are there only while they are up.
    shown.forEach((face, hop) => {
      face.setAttribute('aria-hidden', 'true');
      place.append(face);
      thrown[hop].onfinish = () => face.remove();
    });
    return n * APART + 3 * HOP;
  });
  const lasts = Math.max(0, ...still);
  if (lasts) sound('dice', 0, lasts);
  return lasts * pace();
}

/** The numbers that dice show, out of a result in words; none where it is not one of dice. */
export function thrown(result) {
  return /^[1-6](\D+[1-6])*$/.test(result) ? result.split(/\D+/).map(Number) : [];
}

/** Dice side by side. */
export function dicePicture(numbers) {
  return s('svg', { class: 'dice', viewBox: `-24 -24 ${48 * numbers.length} 48` },
    numbers.map((number, n) => s('g', { transform: `translate(${n * 48} 0)` }, die(number))));
}

/** The number the ball lies in, on its colour. */
export function ballPicture(number, colour) {
  return s('svg', { class: `ball ${colour}`, viewBox: '-30 -30 60 60', role: 'img', 'aria-label': `${number} ${colour}` },
    s('circle', { class: 'pocket', r: 27 }),
    s('text', { 'text-anchor': 'middle', y: 10, 'font-size': number.length > 2 ? 22 : 28 }, number));
}

const RED = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);

export function colourOf(number) {
  if (/^0+$/.test(number)) return 'green';
  return RED.has(Number(number)) ? 'red' : 'black';
}
