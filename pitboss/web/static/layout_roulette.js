// Roulette: the three layouts of its diagrams with the places of chips on them, and the wheel beside or above them.
//
// The table is described once, with u along it from the zeros and v across it from the even chances; on a desktop, and
// on a phone on its side, it lies on its side, on a phone it stands upright.

import { colourOf } from './chips.js';
import { circle, el, oddsOf, rect, result, words } from './layout_parts.js';
import { POCKETS, wheelStrip, wholeWheel } from './wheel.js';

const FLAT = {
  width: 1200, height: 640, row: 62, column: 142, dozen: 86, even: 86, zero: 66, third: 50, ends: 62,
  across: 13, along: 13, figure: 37, side: 24, left: 384, low: 22, crown: [0, -42],
};
const UPRIGHT = {
  width: 390, row: 33, column: 94, dozen: 46, even: 46, zero: 36, third: 27, ends: 32,
  across: 13, along: 7.5, figure: 21, side: 15, top: 74, crown: [-32, 0],
};

// Low: as on a desktop, with the wheel over it.
const LOW = {
  width: 640, height: 390, row: 43, column: 73, dozen: 46, even: 46, zero: 40, third: 30, ends: 40,
  across: 9, along: 8, figure: 24, side: 15, left: 72, low: 6, crown: [0, -22],
};
const FORMS = { wide: FLAT, tall: UPRIGHT, low: LOW };

export function draw(sheet) {
  const wheel = POCKETS[sheet.view.options?.wheel] ? sheet.view.options.wheel : '0';
  const form = FORMS[sheet.form];
  const table = new Felt(sheet, form, wheel);
  Object.assign(sheet, { shared: true, fine: sheet.narrow });
  sheet.size(form.width, form.height ?? table.bottom + 10);
  table.outside();
  table.numbers();
  table.zeroPlaces();
  table.inside();
  const turning = sheet.narrow ? wheelStrip(sheet, wheel) : wholeWheel(sheet, wheel);
  const crown = el('g', { class: 'crown-mark' }, el('path', { d: 'M-13 8L-15-7L-7 0L0-11L7 0L15-7L13 8Z' }));
  sheet.add(crown);
  sheet.wins = ({ covers }, view) => covers.includes(result(view)) && (covers.length === 1 || covers.length > 6);
  sheet.paint = (view, own, animated) => {
    const still = turning.paint(view, own, animated);
    if (still) crown.classList.remove('shown');
    return still;
  };
  sheet.rest = (view, marked) => {
    turning.tell(view);
    const at = marked ? sheet.places.get(`0:straight up ${result(view)}`) : null;
    crown.classList.toggle('shown', Boolean(at));
    if (at) crown.setAttribute('transform', `translate(${at.x + form.crown[0]} ${at.y + form.crown[1]}) scale(0.8)`);
  };
}

function run(first, last, step = 1) {
  const numbers = [];
  for (let number = first; number <= last; number += step) numbers.push(String(number));
  return numbers;
}

class Felt {
  constructor(sheet, form, wheel) {
    Object.assign(this, { sheet, form, wheel, upright: sheet.form === 'tall' });
    this.start = form.dozen + form.even;
    this.side = this.start + 3 * form.column;
    this.length = 12 * form.row;
    // The upright table starts below the wheel and the third zero.
    this.top = this.upright ? form.top + form.zero + (wheel === '000' ? form.third : 0) : 0;
    this.bottom = this.top + this.length + form.ends;
  }

  /** A point of the table on the page. */
  at(u, v) {
    if (this.upright) return [(this.form.width - this.side) / 2 + v, this.top + u];
    return [this.form.left + u, this.form.height - this.form.low - v];
  }

  /** The rectangle around a middle, by its lengths along and across. */
  cell(u, v, along, across, name, radius = 3) {
    const [x, y] = this.at(u, v);
    const [width, height] = this.upright ? [across, along] : [along, across];
    return rect(x - width / 2, y - height / 2, width, height, name, radius);
  }

  /** A printed place, its words upright or turned. */
  print(wager, covers, [u, v, along, across], { name, said, size, turned = false }) {
    const [x, y] = this.at(u, v);
    const more = turned ? { transform: `rotate(-90 ${x} ${y})` } : {};
    const parts = [this.cell(u, v, along, across, `cell ${name}`), words(x, y, said, 'label under', size, more)];
    const element = this.sheet.area(wager, 0, [x, y], parts, { covers, name: 'printed', scale: this.scale });
    this.sheet.add(element);
    return element;
  }

  /** A place on the lines between numbers: nothing to see until it is touched. */
  between(wager, numbers, u, v, along, across) {
    const [x, y] = this.at(u, v);
    const zone = this.cell(u, v, along, across, 'zone', 4);
    const dot = circle(x, y, this.sheet.narrow ? 6 : 9, 'dot');
    const rest = { '5-line': '', '6-line': ` ${numbers[0]}-${numbers.at(-1)}` }[wager] ?? ` ${numbers.join('/')}`;
    const more = { covers: numbers, scale: this.scale * 0.9, name: 'inside' };
    this.sheet.add(this.sheet.area(`${wager}${rest}`, 0, [x, y], [zone, dot], more));
  }

  get scale() {
    return this.sheet.narrow ? 0.75 : 1.25;
  }

  // -- printed places ------------------------------------------------------------------------------------

  numbers() {
    const { form } = this;
    for (let number = 1; number <= 36; number += 1) {
      const u = (Math.floor((number - 1) / 3) + 0.5) * form.row;
      const v = this.start + (((number - 1) % 3) + 0.5) * form.column;
      this.number(String(number), [u, v, form.row, form.column]);
    }
    const middle = this.start + 1.5 * form.column;
    if (this.wheel === '0') {
      this.number('0', [-form.zero / 2, middle, form.zero, 3 * form.column]);
      return;
    }
    // With two zeros each has one number and half of the next beside it; a third lies over both.
    this.number('0', [-form.zero / 2, middle - 0.75 * form.column, form.zero, 1.5 * form.column]);
    this.number('00', [-form.zero / 2, middle + 0.75 * form.column, form.zero, 1.5 * form.column]);
    if (this.wheel === '000') {
      this.number('000', [-form.zero - form.third / 2, middle, form.third, 3 * form.column]);
    }
  }

  number(number, place) {
    const size = number === '000' ? this.form.figure * 0.8 : this.form.figure;
    const turned = number === '000' && !this.upright;
    const printed = { name: colourOf(number), said: number, size, turned };
    const element = this.print(`straight up ${number}`, [number], place, printed);
    this.sheet.covered.set(number, element);
  }

  outside() {
    const { form, sheet } = this;
    const ends = this.length + form.ends / 2;
    for (const third of [1, 2, 3]) {
      const v = this.start + (third - 0.5) * form.column;
      const said = oddsOf(sheet.view, `column ${third}`) || `col ${third}`;
      this.print(`column ${third}`, run(third, 36, 3), [ends, v, form.ends, form.column],
        { name: 'plain', said, size: form.side, turned: !this.upright });
      const dozen = [(third - 0.5) * 4 * form.row, form.even + form.dozen / 2, 4 * form.row, form.dozen];
      this.print(`dozen ${third}`, run(12 * third - 11, 12 * third), dozen,
        { name: 'plain', said: ['1st 12', '2nd 12', '3rd 12'][third - 1], size: form.side, turned: this.upright });
    }
    const reds = run(1, 36).filter((number) => colourOf(number) === 'red');
    const blacks = run(1, 36).filter((number) => colourOf(number) === 'black');
    const even = [['low', run(1, 18), '1–18'], ['even', run(2, 36, 2), 'EVEN'], ['red', reds, 'RED'],
      ['black', blacks, 'BLACK'], ['odd', run(1, 35, 2), 'ODD'], ['high', run(19, 36), '19–36']];
    even.forEach(([wager, covers, said], place) => {
      this.print(wager, covers, [(2 * place + 1) * form.row, form.even / 2, 2 * form.row, form.even],
        { name: wager === 'red' || wager === 'black' ? wager : 'plain', said, size: form.side, turned: this.upright });
    });
  }

  // -- places on the lines ---------------------------------------------------------------------------------

  inside() {
    const { row, column, along, across } = this.form;
    for (let first = 1; first <= 34; first += 3) {
      const [top, middle] = [((first + 2) / 3) * row, ((first + 2) / 3 - 0.5) * row];
      const six = run(first, first + 5);
      this.between('street', six.slice(0, 3), middle, this.start, row - 2 * along, 2 * across);
      for (const place of [0, 1, 2]) {
        const [number, v] = [first + place, this.start + place * column];
        if (first < 34) {
          this.between('split', [number, number + 3].map(String), top, v + column / 2, 2 * along, column - 2 * across);
        }
        if (place === 0) continue;
        this.between('split', [number - 1, number].map(String), middle, v, row - 2 * along, 2 * across);
        if (first < 34) {
          const four = [number - 1, number, number + 2, number + 3].map(String);
          this.between('corner', four, top, v, 2 * along, 2 * across);
        }
      }
      if (first < 34) this.between('6-line', six, top, this.start, 2 * along, 2 * across);
    }
  }

  zeroPlaces() {
    const { column, zero, along, across } = this.form;
    const atOne = this.start;
    const atTwo = atOne + column;
    const atThree = atTwo + column;
    const far = this.start + 3 * column;
    const line = (wager, numbers, v, wide) => this.between(wager, numbers.split('/'), 0, v, 2 * along, wide);
    if (this.wheel === '0') {
      line('split', '0/1', (atOne + atTwo) / 2, column - 2 * across);
      line('split', '0/2', (atTwo + atThree) / 2, column - 2 * across);
      line('split', '0/3', (atThree + far) / 2, column - 2 * across);
      line('street', '0/1/2', atTwo, 2 * across);
      line('street', '0/2/3', atThree, 2 * across);
      line('corner', '0/1/2/3', atOne, 2 * across);
      return;
    }
    const middle = (atTwo + atThree) / 2;
    const part = column / 4;
    const narrow = Math.min(2 * across, part - 1);
    line('split', '0/1', (atOne + atTwo) / 2, column - 2 * across);
    line('split', '00/3', (atThree + far) / 2, column - 2 * across);
    line('split', '0/2', atTwo + part, narrow);
    line('split', '00/2', atThree - part, narrow);
    line('street', '0/1/2', atTwo, narrow);
    line('street', '0/00/2', middle, narrow);
    line('street', '00/2/3', atThree, narrow);
    this.between('5-line', ['0', '00', '1', '2', '3'], 0, atOne, 2 * along, 2 * across);
    this.between('split', ['0', '00'], -zero / 2, middle, zero - 2 * along, 2 * across);
    if (this.wheel === '000') {
      const wide = 1.5 * column - 2 * across;
      this.between('split', ['0', '000'], -zero, middle - 0.75 * column, 2 * along, wide);
      this.between('split', ['00', '000'], -zero, middle + 0.75 * column, 2 * along, wide);
      this.between('street', ['0', '00', '000'], -zero, middle, 2 * along, 2 * across);
    }
  }
}
