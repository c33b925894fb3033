// Dice on a layout: printed on it side by side, and those that were thrown.

import { die, thrown, tumble } from './chips.js';
import { el, result, resultKey } from './layout_parts.js';

/** Dice side by side, centred on a point; or one above the other. */
export function diceRow(faces, x, y, size, upright = false) {
  const scale = size / 40;
  const at = (n) => (n - (faces.length - 1) / 2) * size * 1.1;
  const place = (number, n) => el('g', {
    transform: `translate(${upright ? x : x + at(n)} ${upright ? y + at(n) : y}) scale(${scale})`, 'aria-hidden': 'true',
  }, die(number));
  return el('g', { class: 'pair' }, ...faces.map(place));
}

/** The dice of the last throw, around a point. */
export class ThrownDice {
  constructor(x, y, size) {
    Object.assign(this, { x, y, size });
    this.element = el('g', { class: 'thrown' });
  }

  /** A new throw is seen to be thrown, and gives the milliseconds that takes. */
  show(view, animated) {
    const key = resultKey(view);
    if (key === this.key) return 0;
    const fresh = this.key !== undefined && animated;
    this.key = key;
    const faces = thrown(result(view));
    const row = faces.length ? diceRow(faces, this.x, this.y, this.size) : null;
    this.element.replaceChildren(...[row].filter(Boolean));
    return row && fresh ? tumble([...row.children]) : 0;
  }
}

/** What dice came to, all together; "" where none were thrown. */
export function totalOf(view) {
  const faces = thrown(result(view));
  return faces.length ? String(faces.reduce((sum, face) => sum + face, 0)) : '';
}
