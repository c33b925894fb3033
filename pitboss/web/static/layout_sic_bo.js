// Sic-bo: all its wager areas, lit where they win, and the three dice, under a cover where the tumbler has one.

import { diceRow, ThrownDice, totalOf } from './dice.js';
import { company, el, oddsOf, oddsOn, rect, result, words } from './layout_parts.js';

const SIDES = [1, 2, 3, 4, 5, 6];
const TOTALS = Array.from({ length: 14 }, (_, n) => n + 4);
const PAIRS = SIDES.flatMap((low) => SIDES.filter((high) => high > low).map((high) => [low, high]));
const FOURS = [[1, 2, 3, 4], [2, 3, 4, 5], [2, 3, 5, 6], [3, 4, 5, 6]];
const CHANCES = { small: '4–10', odd: '', even: '', big: '11–17' };

// Regions are [x, y, width, height]; `columns` says into how many columns each is cut.
const WIDE = {
  size: [1200, 640], small: 15, text: 20, figure: 38, gap: 6, chips: 1.1, upright: true,
  die: { double: 34, triple: 27, pair: 30, single: 54 },
  places: {
    four: [336, 14, 848, 84], small: [16, 108, 160, 122], odd: [16, 236, 160, 72], big: [1024, 108, 160, 122], even: [1024, 236, 160, 72],
    'any triple': [546, 108, 108, 200],
    double: [[182, 108, 358, 97], [660, 108, 358, 97]], triple: [[182, 211, 358, 97], [660, 211, 358, 97]],
    total: [[16, 318, 1168, 92]], pair: [[16, 420, 1168, 100]], single: [[16, 530, 1168, 94]],
  },
  dice: [92, 60, 44], told: [176, 60], hint: [176, 100], players: [20, 22],
};
const TALL = {
  size: [390, 548], small: 11, text: 13, figure: 22, gap: 3, chips: 0.72,
  die: { double: 22, triple: 17, pair: 20, single: 26 },
  places: {
    small: [6, 46, 93, 54], odd: [102, 46, 91, 54], even: [196, 46, 91, 54], big: [290, 46, 94, 54],
    'any triple': [6, 103, 93, 44], four: [102, 103, 282, 44],
    double: [[6, 150, 378, 48]], triple: [[6, 201, 378, 46]],
    total: [[6, 250, 378, 47], [6, 300, 378, 47]], pair: [[6, 350, 378, 43], [6, 396, 378, 43], [6, 442, 378, 43]],
    single: [[6, 488, 378, 56]],
  },
  dice: [62, 23, 30], told: [118, 23], hint: [262, 23],
};
// A phone on its side.
const LOW = {
  size: [640, 390], small: 11, text: 13, figure: 20, gap: 3, chips: 0.7, upright: true,
  die: { double: 22, triple: 16, pair: 20, single: 28 },
  places: {
    small: [6, 6, 80, 56], odd: [89, 6, 52, 56], even: [499, 6, 52, 56], big: [554, 6, 80, 56],
    'any triple': [6, 65, 135, 52], double: [[144, 6, 352, 56]], triple: [[144, 65, 352, 52]],
    total: [[6, 120, 628, 58]], pair: [[6, 181, 628, 64]], four: [6, 248, 628, 46], single: [[6, 297, 628, 62]],
  },
  dice: [548, 91, 26], told: [598, 91], hint: [320, 374],
};
const FORMS = { wide: WIDE, tall: TALL, low: LOW };

export function draw(sheet) {
  const form = FORMS[sheet.form];
  Object.assign(sheet, { shared: true, fine: sheet.narrow });
  sheet.size(...form.size);
  const felt = new Felt(sheet, form);
  felt.chances();
  felt.alike();
  felt.totals();
  felt.numbers();
  const tumbler = felt.tumbler();
  sheet.odds = (view, wager) => oddsOf(view, wager) || several(view, wager);
  sheet.wins = ({ wager }, view) => view.state?.lit?.result === result(view) && view.state.lit.areas?.includes(wager);
  sheet.paint = (view, own, animated) => tumbler.paint(view, own, animated);
  sheet.rest = (view) => tumbler.tell(view);
}

/** Odds that hang on how many dice show a number; in short, the least and the most of them. */
function several(view, wager, short = false) {
  const lines = ['1 die', '2 dice', '3 dice'].map((line) => oddsOn(view, wager, line).replace(' to 1', '')).filter(Boolean);
  if (!lines.length) return '';
  return short ? `${lines[0]}–${lines.at(-1)} to 1` : `${lines.join(', ')} to 1`;
}

class Felt {
  constructor(sheet, form) {
    Object.assign(this, { sheet, form });
  }

  /** An area in a rectangle; chips lie at a share of its width and height. */
  cell(wager, [x, y, width, height], parts, name = '', at = [0.5, 0.5]) {
    const around = rect(x, y, width, height, `spot ${name}`, 5);
    const spot = [x + width * at[0], y + height * at[1]];
    this.sheet.add(this.sheet.area(wager, 0, spot, [around, ...parts], { scale: this.form.chips }));
  }

  /** The n-th part of a region, or of several of them one after the other, that so many share alike. */
  part(name, n, count) {
    const place = this.form.places[name];
    const regions = Array.isArray(place[0]) ? place : [place];
    const each = Math.ceil(count / regions.length);
    const [x, y, width, height] = regions[Math.floor(n / each)];
    const { gap } = this.form;
    const wide = (width + gap) / each;
    return [x + (n % each) * wide, y, wide - gap, height];
  }

  odds(wager, x, y, size = this.form.small) {
    const printed = oddsOf(this.sheet.view, wager);
    return printed ? [words(x, y, printed, 'quiet under', size)] : [];
  }

  /** Words or dice over their odds. */
  titled(wager, place, title, name = '', at = [0.5, 0.5]) {
    const [x, y, width, height] = place;
    const foot = y + height - this.form.small * 0.85;
    this.cell(wager, place, [...title, ...this.odds(wager, x + width / 2, foot)], name, at);
  }

  // -- areas -----------------------------------------------------------------------------------------------

  chances() {
    const { form } = this;
    for (const [wager, said] of Object.entries(CHANCES)) {
      const place = form.places[wager];
      const [x, y, width, height] = place;
      const large = wager === 'small' || wager === 'big';
      const size = large ? form.text * 1.15 : form.text * 0.95;
      const lines = large ? [wager.toUpperCase(), said] : [wager.toUpperCase()];
      const top = y + height * (large ? 0.24 : 0.38);
      // With room for it the name stays, above the chips.
      const [stays, at] = large ? ['', [0.5, 0.7]] : [' under', [0.5, 0.5]];
      this.titled(wager, place, lines.map((line, n) => words(x + width / 2, top + n * size * 1.1, line, n ? 'quiet under' : `label${stays}`, n ? form.small : size)), '', at);
    }
    const place = form.places['any triple'];
    const [x, y, width, height] = place;
    const tall = height > width;
    const said = tall ? ['ANY', 'TRIPLE'] : ['ANY TRIPLE'];
    const top = y + height * (tall ? 0.3 : 0.27);
    const named = said.map((line, n) => words(x + width / 2, top + n * form.text * 1.2, line, 'label', form.text * 0.95));
    this.titled('any triple', place, named, '', [0.5, 0.72]);
    FOURS.forEach((four, n) => {
      const at = this.part('four', n, FOURS.length);
      const printed = words(at[0] + at[2] / 2, at[1] + at[3] * 0.36, four.join(' '), 'figure under', form.text * 1.1);
      this.titled(`four number combination ${four.join('/')}`, at, [printed]);
    });
  }

  alike() {
    for (const [wager, count] of [['double', 2], ['triple', 3]]) {
      for (const side of SIDES) {
        const place = this.part(wager, side - 1, 6);
        const [x, y, width, height] = place;
        const middle = y + (height - this.form.small * 1.3) / 2;
        this.titled(`${wager} ${side}`, place, [this.dice(Array(count).fill(side), x + width / 2, middle, this.form.die[wager])]);
      }
    }
  }

  totals() {
    for (const total of TOTALS) {
      const place = this.part('total', total - 4, TOTALS.length);
      const [x, y, width, height] = place;
      this.titled(`3 dice total ${total}`, place, [words(x + width / 2, y + height * 0.4, total, 'figure under', this.form.figure)], 'number');
    }
  }

  numbers() {
    const { form } = this;
    PAIRS.forEach((pair, n) => {
      const place = this.part('pair', n, PAIRS.length);
      const [x, y, width, height] = place;
      const printed = this.dice(pair, x + width / 2, y + (height - form.small * 1.3) / 2, form.die.pair, form.upright);
      this.titled(`dice combination ${pair.join('/')}`, place, [printed]);
    });
    for (const side of SIDES) {
      const place = this.part('single', side - 1, 6);
      const [x, y, width, height] = place;
      const wager = `individual die face value ${side}`;
      const paid = words(x + width / 2, y + height - form.small * 0.85, several(this.sheet.view, wager, this.sheet.form === 'tall'), 'quiet under', form.small);
      this.cell(wager, place, [this.dice([side], x + width / 2, y + (height - form.small * 1.3) / 2, form.die.single), paid]);
    }
  }

  dice(faces, x, y, size, upright = false) {
    const row = diceRow(faces, x, y, size, upright);
    row.classList.add('under');
    return row;
  }

  // -- the tumbler -----------------------------------------------------------------------------------------

  tumbler() {
    const { form, sheet } = this;
    const [x, y, size] = form.dice;
    const dice = new ThrownDice(x, y, size);
    const total = words(...form.told, '', 'came start', form.figure);
    const wide = size * 4;
    const cover = el('g', { class: 'tumbler-cover', 'aria-hidden': 'true' },
      rect(x - wide / 2, y - size * 0.7, wide, size * 1.4, 'rim', size * 0.6), words(x, y, 'COVERED', 'label', form.small));
    sheet.hints = [words(...form.hint, '', 'hint', sheet.narrow ? form.text : form.small)];
    const players = words(...(form.players ?? [0, 0]), '', 'quiet start', form.small);
    sheet.add(dice.element, total, cover, ...sheet.hints, ...(form.players ? [players] : []));
    const covered = (view) => view.options?.tumbler === 'covered' && Boolean(view.betting);
    return {
      paint(view, own, animated) {
        players.textContent = company(view, own, 34);
        cover.classList.toggle('shown', covered(view));
        const still = dice.show(view, animated);
        if (still) total.textContent = '';
        return still;
      },
      tell(view) {
        total.textContent = covered(view) ? '' : totalOf(view);
      },
    };
  }
}
