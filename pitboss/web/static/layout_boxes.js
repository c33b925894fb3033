// Tables with a box for each player: on a desktop all boxes alike along the table's edge, on a phone one in front and
// the others small behind it, or beside it where the phone lies on its side. Box 1 is at the dealer's left, so they run
// from right to left.

import { Curve, el, rect, words } from './layout_parts.js';

export const EDGE = new Curve(1200, 170);

// On its side: what the table has in common at the left, the box in front at the right.
export const LOW = { width: 640, height: 390, middle: 156, half: 150, front: { x: 474, top: 8, bottom: 382, width: 318 } };

/** Where each box is: its origin, its width, and what a box as planned is multiplied by. `bottom` is where the boxes end
 * in the middle of a desktop's table, `head` and `foot` how far above and below its origin a box begins and ends; `front`
 * is the box in front on a phone, `others` where those behind it are, `beside` where they are on its side, and `top` what
 * is kept free over the front one there. */
export function seats(sheet, plan) {
  const count = Math.max(1, sheet.view.boxes ?? 7);
  const all = Array.from({ length: count }, (_, place) => place + 1);
  if (sheet.form === 'wide') return alongEdge(plan, all);
  return sheet.form === 'low' ? beside(sheet, plan, all) : inFront(sheet, plan, all);
}

/** What the table has in common has this middle, and so much room on either side of it. */
export function common(sheet) {
  return sheet.form === 'low' ? [LOW.middle, LOW.half] : [195, 191];
}

/** All boxes alike, along the edge: one that is taken keeps its place and size. */
function alongEdge({ bottom, foot }, all) {
  const width = 1140 / all.length;
  const scale = Math.min(1, width / 160);
  return all.map((box, place) => {
    const x = 1170 - (place + 0.5) * width;
    return { box, x, y: EDGE.at(x, bottom) - foot * scale, scale, kind: 'full', width };
  });
}

/** On a phone one stands in front of them. */
function inFront(sheet, { front, others }, all) {
  return [{ box: ahead(sheet, all), x: 195, y: front.y, scale: front.scale, kind: 'front', width: 372 },
    ...behind(sheet, all, others)];
}

/** On a phone that lies on its side, beside them. */
function beside(sheet, { beside: y, top = 0, head, foot }, all) {
  const { front } = LOW;
  const from = front.top + top;
  const scale = Math.min(1.24, (front.bottom - from) / (head + foot));
  return [{ box: ahead(sheet, all), x: front.x, y: from + head * scale, scale, kind: 'front', width: front.width },
    ...behind(sheet, all, y)];
}

function ahead(sheet, all) {
  return Math.min(sheet.front, all.length);
}

function behind(sheet, all, y) {
  const small = all.filter((box) => box !== ahead(sheet, all));
  const [middle, half] = common(sheet);
  const width = Math.min(64, (2 * half) / Math.max(1, small.length));
  const first = middle + (width * (small.length - 1)) / 2;
  return small.map((box, place) => ({ box, x: first - place * width, y, scale: width / 160, kind: 'small', width }));
}

/** What is drawn of one box: places are given as on the desktop, from the box's own origin. */
export class Box {
  constructor(sheet, seat, top, bottom) {
    Object.assign(this, { sheet, seat });
    const { x, y, scale, kind, box, width } = seat;
    const half = width / 2 - 2;
    const size = { full: 20, front: 17, small: 11 }[kind];
    const low = y + bottom * scale + (kind === 'small' ? 7 : 0);
    const name = words(x, low - size * 0.85, '', 'seat-name', size);
    const plate = el('g', { class: `box ${kind}`, data: { seat: box } },
      rect(x - half, y + top * scale, 2 * half, low - y - top * scale, 'plate', kind === 'small' ? 6 : 14), name);
    sheet.box(box, plate, name, Math.floor((2 * half) / (size * 0.58)), kind === 'small' ? `${box}` : `box ${box}`);
    sheet.add(plate);
  }

  /** A point of the box on the page. */
  at(dx, dy) {
    const { x, y, scale } = this.seat;
    return [x + dx * scale, y + dy * scale];
  }

  /** A place for a wager: its shape around (0, 0), and its word, in lines if need be; left out where it could not be
   * read. `aside` is how far its chips lie from the middle, with the word on the other side. */
  place(wager, dx, dy, shape, said = '', size = 0, decision = false, aside = 0) {
    const { box, scale, kind } = this.seat;
    const [wider, larger] = this.grown;
    const [x, y] = this.at(dx * wider, dy);
    const lines = kind === 'small' || !said ? [] : said.split('\n');
    // What chips would lie on is not read through them.
    const look = aside ? 'label close' : 'label close under';
    const printed = lines.map((line, row) => words(-aside / 2, (row - (lines.length - 1) / 2) * size * 1.15, line, look, size));
    const drawing = el('g', { transform: `translate(${x} ${y}) scale(${scale * larger})` }, shape, ...printed);
    const name = decision ? 'later' : '';
    const chips = [x + aside * scale * larger, y];
    this.sheet.add(this.sheet.area(wager, box, chips, [drawing], { scale: this.chips, decision, name }));
  }

  /** How much further apart places are in a box in front, and how much larger. */
  get grown() {
    return this.large ? [1.45, 1.14] : [1, 1];
  }

  /** A place where only the dealer puts chips. */
  spot(wager, dx, dy) {
    this.sheet.spot(wager, this.seat.box, ...this.at(dx, dy), this.chips);
  }

  get chips() {
    return { full: 1.1, front: 1.15, small: 0.5 }[this.seat.kind];
  }

  /** Is there room to lay cards out? */
  get large() {
    return this.seat.kind === 'front';
  }

  /** The hand of the box, or side by side as many as come to lie there, with their chips likewise in the wagers' places. */
  hands(dx, dy, scale, fan, width) {
    const { sheet, seat: { box, scale: by } } = this;
    this.hand(`${box}`, dx, dy, scale, fan, width);
    sheet.sideBySide.set(box, (names) => names.forEach((name, place) => {
      const room = width / names.length;
      const aside = place - (names.length - 1) / 2;
      const less = Math.min(scale, (room - 8) / 88);
      this.hand(name, dx + aside * room, dy, less, (fan * less) / scale, room - 8);
      for (const { wager, x, y } of sheet.areas.filter((area) => area.box === box)) {
        sheet.spot(`${wager} ${name}`, box, x + (aside * 62 * by) / names.length, y, this.chips * 0.8);
      }
    }));
  }

  hand(name, dx, dy, scale, fan, width) {
    const by = this.seat.scale;
    this.sheet.hand(name, ...this.at(dx, dy), scale * by, fan * by, width * by);
  }
}

// Additional wagers lie in a strip at the foot of a box, so many in a row of it.
const IN_A_ROW = 3;
const STRIP = 38;

/** How much a box grows for the additional wagers of its table. */
export function stripOf(view) {
  return STRIP * Math.ceil((view.sides ?? []).length / IN_A_ROW);
}

/** The additional wagers of a box, from `top` down. */
export function drawStrip(box, view, top) {
  const sides = view.sides ?? [];
  const rows = Math.ceil(sides.length / IN_A_ROW);
  const most = Math.ceil(sides.length / rows);
  for (let row = 0; row < rows; row += 1) {
    const here = sides.slice(row * most, (row + 1) * most);
    const [wider, larger] = box.grown;
    // In front as wide as the box, with the chips beside the name.
    const whole = box.large ? Math.min((box.seat.width - 16) / box.seat.scale, 150 * here.length) : 152;
    const width = whole / here.length / larger;
    const aside = box.large ? width / 2 - 22 : 0;
    here.forEach(({ wager, short }, place) => {
      const dx = ((place - (here.length - 1) / 2) * whole) / here.length / wider;
      const room = box.large ? width - 56 : width - 8;
      const fits = (lines) => room / (Math.max(...lines.map((line) => line.length)) * 0.7);
      // A long name in two lines, where it could not be read in one.
      const lines = fits([short]) < 11 ? short.split(' ') : [short];
      const size = Math.min(lines.length > 1 ? 12.5 : 16, fits(lines));
      const shape = rect(-width / 2 + 2, -16, width - 4, 32, 'spot side', 9);
      box.place(wager, dx, top + STRIP * (row + 0.5), shape, lines.join('\n').toUpperCase(), size, false, aside);
    });
  }
}

/** The dealer's cards and those of the table: frames, words, places. */
export function frame(sheet, name, said, [x, y], { scale = 1, cards = 2, fan = 66, room = 0 } = {}) {
  const width = 60 * scale + (cards - 1) * fan + 12;
  const height = 84 * scale + 12;
  sheet.hand(name, x, y, scale, fan, room || width);
  sheet.add(rect(x - width / 2, y - height / 2, width, height, 'frame', 8));
  if (said) sheet.add(words(x, y, said, 'faint', sheet.narrow ? 13 : 18, { data: { until: name } }));
}

/** A layout names the house. On a phone the page around it does. */
export function house(sheet) {
  if (!sheet.narrow) sheet.add(words(36, 36, 'PITBOSS', 'house start', 18));
}
