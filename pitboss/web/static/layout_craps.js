// Craps, QLD schedule 4: the wagers of section 4, the odds behind the lines, the point and the dice.

import { circle, el, oddsOf, rect, result, twoDice, words } from './layout_parts.js';

const POINTS = [4, 5, 6, 8, 9, 10];
const HARD = { '4 the hardway': 2, '10 in the hardway': 5, '6 the hardway': 3, '8 the hardway': 4 };
const ONE_ROLL = { 'craps 2': [1, 1], 'craps 3': [1, 2], '11 in 1 roll': [5, 6], 'craps 12': [6, 6] };
const HORN = [2, 3, 11, 12];

const WIDE = {
  size: [1200, 600], small: 13.5, text: 17, large: 26, figure: 52, die: 30, gap: 4, left: 114, column: 117,
  rows: { lay: [16, 40], "don't come odds": [60, 40], place: [104, 90], buy: [198, 40], 'come odds': [242, 44] },
  places: {
    "don't come bet": [16, 16, 94, 270], 'come bet': [16, 296, 798, 70],
    'big 6': [16, 376, 58, 70], 'big 8': [78, 376, 58, 70], 'field bet': [142, 376, 672, 70],
    "don't win bet": [16, 456, 610, 50], "don't win odds": [632, 456, 182, 50],
    'win bet': [16, 514, 610, 70], 'win odds': [632, 514, 182, 70],
    'any 7': [836, 120, 348, 44], 'any craps': [836, 490, 348, 44],
    hard: [836, 170, 348, 140], 'one roll': [836, 316, 348, 88], horn: [836, 412, 348, 70],
  },
  hard: 2, dice: [900, 60, 54], told: [956, 46, 'start'], hint: [1010, 566],
};
const TALL = {
  size: [390, 652], small: 10.5, text: 13, large: 17, figure: 30, die: 17, gap: 3, left: 6, column: 63.3,
  rows: { lay: [88, 31], "don't come odds": [122, 31], place: [156, 54], buy: [213, 31], 'come odds': [247, 34] },
  places: {
    "don't come bet": [6, 48, 378, 36], 'come bet': [6, 285, 378, 44],
    'big 6': [6, 333, 46, 46], 'big 8': [55, 333, 46, 46], 'field bet': [104, 333, 280, 46],
    "don't win bet": [6, 383, 272, 36], "don't win odds": [282, 383, 102, 36],
    'win bet': [6, 423, 272, 42], 'win odds': [282, 423, 102, 42],
    'any 7': [6, 471, 187, 34], 'any craps': [197, 471, 187, 34],
    hard: [6, 509, 378, 46], 'one roll': [6, 559, 378, 46], horn: [6, 609, 378, 38],
  },
  hard: 4, dice: [42, 25, 30], told: [78, 18, 'start'], hint: [292, 25],
};

export function craps(sheet) {
  const form = sheet.narrow ? TALL : WIDE;
  sheet.shared = true;
  sheet.size(...form.size);
  const felt = new Felt(sheet, form);
  felt.numbers();
  felt.lines();
  felt.field();
  felt.centre();
  sheet.elsewhere = (wager) => sheet.places.get(`0:${wager.replace(/ \d+$/, '')}`) ?? sheet.places.get('0:win bet');
  const marks = felt.marks();
  sheet.paint = (view) => paint(sheet, form, marks, view);
}

class Felt {
  constructor(sheet, form) {
    Object.assign(this, { sheet, form, chips: sheet.narrow ? 0.72 : 1.05 });
  }

  /** An area in a rectangle; chips lie at a share of its width and height. */
  cell(wager, [x, y, width, height], parts, { at = [0.5, 0.5], name = '', scale = this.chips } = {}) {
    const spot = [x + width * at[0], y + height * at[1]];
    this.sheet.add(this.sheet.area(wager, 0, spot, [rect(x, y, width, height, `spot ${name}`, 5), ...parts], { scale }));
  }

  odds(wager, x, y, name = 'quiet', size = this.form.small) {
    const printed = oddsOf(this.sheet.view, wager);
    return printed && printed.length < 22 ? [words(x, y, printed, name, size)] : [];
  }

  /** Name on the left, odds under it, chips on the right. */
  strip(wager, place, said) {
    const [x, y, width, height] = place;
    const { small } = this.form;
    const odds = this.odds(wager, x + 8, y + height * 0.72, 'quiet start', small * 0.94);
    const label = words(x + 8, y + height * (odds.length ? 0.32 : 0.5), said, 'label start', small);
    this.cell(wager, place, [label, ...odds], { at: [0.78, 0.5], scale: this.chips * 0.85 });
  }

  // -- the numbers ---------------------------------------------------------------------------------------

  numbers() {
    const { form, sheet } = this;
    const { rows, column, gap, left } = form;
    POINTS.forEach((point, place) => {
      const at = (row) => [left + place * column, rows[row][0], column - gap, rows[row][1]];
      this.strip(`lay bet ${point}`, at('lay'), 'LAY');
      this.strip(`buy bet ${point}`, at('buy'), 'BUY');
      this.come("don't come", point, at("don't come odds"));
      this.come('come', point, at('come odds'));
      const [x, y, width, height] = at('place');
      const wager = `place bet ${point}`;
      this.cell(wager, [x, y, width, height], [
        words(x + width / 2, y + height * 0.44, point, `figure ${point % 2 ? '' : 'even'}`, form.figure),
        words(x + (sheet.narrow ? 5 : 8), y + height - form.small * 0.8, 'PLACE', 'quiet start', form.small * 0.9),
        ...this.odds(wager, x + width - 5, y + height - form.small * 0.8, 'quiet end', form.small * 0.9),
      ], { at: [0.5, 0.46], name: 'number' });
    });
  }

  /** A bet that travelled lies on the left of its strip, its odds on the right. */
  come(kind, point, place) {
    const [x, y, width, height] = place;
    const { small } = this.form;
    this.sheet.spot(`${kind} bet ${point}`, 0, x + width * 0.24, y + height / 2, this.chips * 0.85);
    const said = kind.replace("'", '’');
    this.cell(`${kind} odds ${point}`, place, [
      words(x + width / 2, y + height * 0.32, said, 'quiet', small * 0.92),
      words(x + width / 2, y + height * 0.7, 'odds', 'quiet', small * 0.92),
    ], { at: [0.76, 0.5], name: 'thin', scale: this.chips * 0.85 });
  }

  // -- the lines -----------------------------------------------------------------------------------------

  lines() {
    const { places, text, large, small } = this.form;
    const { narrow } = this.sheet;
    this.bar("don't come bet", ['DON’T', 'COME'], narrow ? text : text * 1.15, !narrow);
    this.bar('come bet', ['COME'], large * 1.2);
    this.bar("don't win bet", ['DON’T WIN'], large * 0.85);
    this.bar('win bet', ['WIN'], large * 1.1);
    for (const wager of ["don't win odds", 'win odds']) {
      const place = places[wager];
      const [x, y, width, height] = place;
      this.cell(wager, place, [words(x + width / 2, y + height / 2, 'ODDS', 'label', small * 1.2)], { at: [0.78, 0.5], name: 'thin' });
    }
  }

  bar(wager, said, size, stacked = false) {
    const place = this.form.places[wager];
    const [x, y, width, height] = place;
    const shown = stacked ? said : [said.join(' ')];
    const top = stacked ? y + height * 0.22 : y + height / 2;
    const label = shown.map((line, row) => words(x + width / 2, top + row * size * 1.1, line, 'label', size));
    const odds = this.odds(wager, stacked ? x + width / 2 : x + width - 10, stacked ? y + height - 18 : y + height / 2,
      stacked ? 'quiet' : 'quiet end');
    this.cell(wager, place, [...label, ...odds], { at: stacked ? [0.5, 0.56] : [0.26, 0.5] });
  }

  field() {
    const { form, sheet } = this;
    for (const wager of ['big 6', 'big 8']) {
      const [x, y, width, height] = form.places[wager];
      this.cell(wager, form.places[wager], [
        words(x + width / 2, y + height * 0.26, 'BIG', 'label', form.small),
        words(x + width / 2, y + height * 0.64, wager.slice(-1), 'figure', form.large * 1.15),
      ]);
    }
    const [x, y, width, height] = form.places['field bet'];
    const parts = [words(x + width * 0.1, y + height / 2, 'FIELD', 'label', form.text * 1.05)];
    [2, 3, 4, 9, 10, 11, 12].forEach((total, place) => {
      const at = x + width * (0.27 + place * 0.112);
      if (total === 2 || total === 12) parts.push(circle(at, y + height / 2, form.large * (sheet.narrow ? 0.78 : 0.82), 'ring'));
      parts.push(words(at, y + height / 2, total, 'figure', form.large * 0.92));
    });
    this.cell('field bet', form.places['field bet'], parts, { at: [sheet.narrow ? 0.1 : 0.19, 0.5] });
  }

  // -- the centre of the table ---------------------------------------------------------------------------

  centre() {
    const { form, sheet } = this;
    this.bar('any 7', ['ANY 7'], form.text * 1.1);
    this.bar('any craps', ['ANY CRAPS'], form.text * 1.1);
    Object.entries(HARD).forEach(([wager, number], place) => {
      this.dice(wager, this.part('hard', place, form.hard), [number, number]);
    });
    Object.entries(ONE_ROLL).forEach(([wager, faces], place) => {
      this.dice(wager, this.part('one roll', place, 4), faces);
    });
    this.horn('horn bet', this.part('horn', 0, 5), 'HORN', '');
    HORN.forEach((total, place) => this.horn(`horn high bet ${total}`, this.part('horn', place + 1, 5), 'HIGH', total));
    if (sheet.hint === null) sheet.hint = words(...form.hint, '', 'hint', form.text);
    sheet.add(sheet.hint);
  }

  /** The n-th part of a region that is cut into so many columns. */
  part(region, place, columns) {
    const [x, y, width, height] = this.form.places[region];
    const { gap } = this.form;
    const count = region === 'horn' ? 5 : 4;
    const rows = Math.ceil(count / columns);
    const [wide, high] = [(width + gap) / columns, (height + gap) / rows];
    return [x + (place % columns) * wide, y + Math.floor(place / columns) * high, wide - gap, high - gap];
  }

  dice(wager, place, faces) {
    const [x, y, width, height] = place;
    const { die, small } = this.form;
    const wide = width > height * 2.2 && !this.sheet.narrow;
    const odds = this.odds(wager, wide ? x + width * 0.72 : x + width / 2, wide ? y + height / 2 : y + height - small * 0.75);
    const at = wide ? [x + width * 0.3, y + height / 2] : [x + width / 2, y + height * (odds.length ? 0.4 : 0.5)];
    this.cell(wager, place, [twoDice(...faces, ...at, wide ? die * 1.05 : die), ...odds], { at: wide ? [0.3, 0.5] : [0.5, 0.42] });
  }

  horn(wager, place, said, total) {
    const [x, y, width, height] = place;
    const { small, text } = this.form;
    const parts = [words(x + width / 2, y + height * (total ? 0.3 : 0.5), said, 'label', total ? small : text * 0.95)];
    if (total) parts.push(words(x + width / 2, y + height * 0.68, total, 'figure', text * 1.15));
    this.cell(wager, place, parts);
  }

  // -- what moves ------------------------------------------------------------------------------------------

  marks() {
    const { form, sheet } = this;
    const size = sheet.narrow ? 13 : 21;
    const puck = el('g', { class: 'puck' }, circle(0, 0, size, ''), words(0, 0, 'OFF', '', size * 0.72));
    const dice = el('g', { class: 'thrown' });
    const [x, y, anchor] = form.told;
    const total = words(x, y, '', `came ${anchor}`, form.large);
    const shooter = words(x, y + form.large * (sheet.narrow ? 0.95 : 1.05), '', `quiet ${anchor}`, form.small * 1.15);
    sheet.add(dice, total, shooter, puck);
    return { puck, dice, total, shooter };
  }
}

function paint(sheet, form, { puck, dice, total, shooter }, view) {
  const point = view.state?.point ?? null;
  const { narrow } = sheet;
  const off = narrow ? [366, 66] : [63, 230];
  const column = POINTS.indexOf(point);
  const on = [form.left + (column + 1) * form.column - (narrow ? 17 : 27), form.rows.place[0] + (narrow ? 12 : 22)];
  puck.classList.toggle('on', column >= 0);
  puck.style.transform = `translate(${(column >= 0 ? on : off).map((at) => `${at}px`).join(',')})`;
  puck.lastChild.textContent = column >= 0 ? 'ON' : 'OFF';
  const faces = result(view).split(/\D+/).filter(Boolean).map(Number);
  const shown = faces.length === 2;
  dice.replaceChildren(...(shown ? [twoDice(...faces, ...form.dice)] : []));
  total.textContent = shown ? String(faces[0] + faces[1]) : '';
  const holder = view.state?.shooter?.[1];
  const game = column >= 0 ? `point ${point}` : 'come out roll';
  shooter.textContent = holder ? `${game} · ${holder} throws` : game;
}
