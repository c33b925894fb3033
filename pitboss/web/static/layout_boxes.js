// Tables with a box for each player: on a desktop all boxes along the table's edge, on a phone the player's own
// in front and the others small behind it. Box 1 is at the dealer's left, so they run from right to left.

import { Curve, el, rect, words } from './layout_parts.js';

export const EDGE = new Curve(1200, 170);

/** Where each box is: its origin, and what a box drawn for the desktop is multiplied by. */
export function seats(sheet, { middle, front, others }) {
  const count = Math.max(1, sheet.view.boxes ?? 7);
  const all = Array.from({ length: count }, (_, place) => place + 1);
  if (!sheet.narrow) {
    const step = 1140 / count;
    return all.map((box) => {
      const x = 1170 - (box - 0.5) * step;
      return { box, x, y: EDGE.at(x, middle), scale: Math.min(1, step / 156), kind: 'full', width: step };
    });
  }
  const ahead = Math.min(sheet.front, count);
  const behind = all.filter((box) => box !== ahead);
  const step = Math.min(64, 382 / Math.max(1, behind.length));
  const left = 195 + (step * (behind.length - 1)) / 2;
  return [
    ...behind.map((box, place) => ({ box, x: left - place * step, y: others, scale: step / 156, kind: 'small', width: step })),
    { box: ahead, x: 195, y: front.y, scale: front.scale, kind: 'front', width: 382 },
  ];
}

/** What is drawn of one box: places are given as on the desktop, from the box's own origin. */
export class Box {
  constructor(sheet, seat, bottom) {
    Object.assign(this, { sheet, seat });
    const { x, y, scale, kind, box } = seat;
    const half = kind === 'front' ? 180 / scale : 75;
    const size = { full: 19, front: 17, small: 11 }[kind];
    this.name = words(x, y + (bottom - 12) * scale + (kind === 'small' ? 4 : 0), '', 'seat-name', size);
    this.plate = el('g', { class: `box ${kind}`, data: { seat: box } },
      rect(x - half * scale, y - 112 * scale, 2 * half * scale, (bottom + 112) * scale + (kind === 'small' ? 9 : 0), 'plate', 14 * Math.max(scale, 0.5)),
      this.name);
    sheet.box(box, this.plate, this.name);
    sheet.add(this.plate);
  }

  /** A point of the box on the page. */
  at(dx, dy) {
    const { x, y, scale } = this.seat;
    return [x + dx * scale, y + dy * scale];
  }

  /** A place for a wager: its shape around (0, 0), and its word, left out where it could not be read. */
  place(wager, dx, dy, shape, said, size, decision = false) {
    const { box, scale, kind } = this.seat;
    const [x, y] = this.at(dx, dy);
    const printed = kind === 'small' ? [] : said.map((line, row) =>
      words(0, (row - (said.length - 1) / 2) * size * 1.05, line, 'label', size));
    const drawing = el('g', { transform: `translate(${x} ${y}) scale(${scale})` }, shape, ...printed);
    this.sheet.add(this.sheet.area(wager, box, [x, y], [drawing], { scale: this.chips, decision, name: decision ? 'later' : '' }));
  }

  /** A place where only the dealer puts chips. */
  spot(wager, dx, dy) {
    this.sheet.spot(wager, this.seat.box, ...this.at(dx, dy), this.chips);
  }

  get chips() {
    return { full: 1.1, front: 1.15, small: 0.5 }[this.seat.kind];
  }

  hand(name, dx, dy, scale, fan, width) {
    const by = this.seat.scale;
    this.sheet.hand(name, ...this.at(dx, dy), scale * by, fan * by, width * by);
  }
}

/** The dealer's cards and those of the table: frames, words, places. */
export function frame(sheet, name, said, [x, y], { scale = 1, cards = 2, fan = 66, room = 0 } = {}) {
  const width = (60 * scale) + (cards - 1) * fan + 12;
  const height = 84 * scale + 12;
  sheet.hand(name, x, y, scale, fan, room || width);
  sheet.add(rect(x - width / 2, y - height / 2, width, height, 'frame', 8));
  if (said) sheet.add(words(x, y, said, 'faint', sheet.narrow ? 13 : 18));
}

export function house(sheet) {
  const [x, y, size] = sheet.narrow ? [195, 0, 0] : [96, 34, 17];
  if (size) sheet.add(words(x, y, 'PITBOSS', 'house', size));
}
