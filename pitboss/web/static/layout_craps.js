// Craps: the wagers of its schedule, the odds behind the lines, the point and the dice.

import { move } from './dom.js';
import { diceRow, ThrownDice, totalOf } from './dice.js';
import { circle, company, el, oddsOf, oddsOn, rect, shorten, words } from './layout_parts.js';

const POINTS = [4, 5, 6, 8, 9, 10];
const HARD = { '4 the hardway': 2, '10 in the hardway': 5, '6 the hardway': 3, '8 the hardway': 4 };
const ONE_ROLL = { 'craps 2': [1, 1], 'craps 3': [1, 2], '11 in 1 roll': [5, 6], 'craps 12': [6, 6] };
const HORN = [2, 3, 11, 12];

const WIDE = {
  size: [1200, 728], small: 15.5, text: 19, large: 30, figure: 54, die: 32, gap: 4, left: 114, column: 117,
  rows: { lay: [16, 52], "don't come odds": [72, 52], place: [128, 122], buy: [254, 52], 'come odds': [310, 54] },
  places: {
    "don't come bet": [16, 16, 94, 348], 'come bet': [16, 372, 798, 84],
    'big 6': [16, 464, 60, 86], 'big 8': [80, 464, 60, 86], 'field bet': [144, 464, 670, 86],
    "don't win bet": [16, 558, 610, 62], "don't win odds": [630, 558, 184, 62],
    'win bet': [16, 628, 610, 84], 'win odds': [630, 628, 184, 84],
    'any 7': [836, 124, 348, 54], 'any craps': [836, 586, 348, 54],
    hard: [836, 186, 348, 180], 'one roll': [836, 374, 348, 112], horn: [836, 494, 348, 84],
  },
  hard: 2, roll: 4, dice: [894, 64, 52], told: [962, 36], hint: [1010, 684], off: [63, 292], on: [29, 27], puck: 21,
};
const TALL = {
  size: [390, 552], small: 11, text: 14, large: 17, figure: 25, die: 17, gap: 3, left: 6, column: 63.3,
  rows: { lay: [72, 28], "don't come odds": [103, 27], place: [133, 48], buy: [184, 28], 'come odds': [215, 28] },
  places: {
    "don't come bet": [6, 38, 378, 31], 'come bet': [6, 246, 378, 37],
    'big 6': [6, 286, 46, 40], 'big 8': [55, 286, 46, 40], 'field bet': [104, 286, 280, 40],
    "don't win bet": [6, 329, 272, 31], "don't win odds": [281, 329, 103, 31],
    'win bet': [6, 363, 272, 37], 'win odds': [281, 363, 103, 37],
    'any 7': [6, 404, 187, 29], 'any craps': [196, 404, 188, 29],
    hard: [6, 436, 378, 40], 'one roll': [6, 479, 378, 40], horn: [6, 522, 378, 26],
  },
  hard: 4, roll: 4, dice: [38, 19, 26], told: [76, 19], hint: [247, 19], off: [24, 53], on: [18, 15], puck: 12,
};
// A phone on its side: numbers and lines at the left, the centre of the table at the right.
const LOW = {
  size: [640, 390], small: 11.5, text: 14, large: 17, figure: 26, die: 20, gap: 3, left: 6, column: 65,
  rows: { lay: [42, 29], "don't come odds": [74, 29], place: [106, 49], buy: [158, 29], 'come odds': [190, 29] },
  places: {
    "don't come bet": [6, 6, 387, 33], 'come bet': [6, 222, 387, 38],
    'big 6': [6, 263, 46, 42], 'big 8': [55, 263, 46, 42], 'field bet': [104, 263, 289, 42],
    "don't win bet": [6, 308, 278, 33], "don't win odds": [287, 308, 106, 33],
    'win bet': [6, 344, 278, 40], 'win odds': [287, 344, 106, 40],
    'any 7': [400, 62, 115, 36], 'any craps': [518, 62, 116, 36],
    hard: [400, 101, 234, 118], 'one roll': [400, 222, 234, 112], horn: [400, 337, 234, 47],
  },
  hard: 2, roll: 2, dice: [414, 20, 20], told: [440, 20], hint: [517, 46], off: [22, 22], on: [18, 15], puck: 12,
};
const FORMS = { wide: WIDE, tall: TALL, low: LOW };

export function draw(sheet) {
  const form = FORMS[sheet.form];
  Object.assign(sheet, { shared: true, fine: sheet.narrow });
  sheet.size(...form.size);
  const felt = new Felt(sheet, form);
  felt.numbers();
  felt.lines();
  felt.field();
  felt.centre();
  sheet.elsewhere = (wager) => sheet.places.get(`0:${wager.replace(/ \d+$/, '')}`) ?? sheet.places.get('0:win bet');
  sheet.odds = (view, wager) =>
    (wager.endsWith('win odds') ? oddsOn(view, wager, view.state?.point) : oddsOf(view, wager));
  const marks = felt.marks();
  sheet.paint = (view, own, animated) => {
    marks.players.textContent = company(view, own, 26);
    const still = marks.dice.show(view, animated);
    if (still) marks.total.textContent = '';
    return still;
  };
  sheet.rest = (view) => tell(form, marks, view);
}

class Felt {
  constructor(sheet, form) {
    Object.assign(this, { sheet, form, chips: sheet.narrow ? 0.72 : 1.2 });
  }

  /** An area in a rectangle; chips lie at a share of its width and height. */
  cell(wager, [x, y, width, height], parts, { at = [0.5, 0.5], name = '', scale = this.chips } = {}) {
    const spot = [x + width * at[0], y + height * at[1]];
    const around = rect(x, y, width, height, `spot ${name}`, 5);
    this.sheet.add(this.sheet.area(wager, 0, spot, [around, ...parts], { scale }));
  }

  odds(wager, x, y, name = 'quiet', size = this.form.small) {
    const printed = oddsOf(this.sheet.view, wager);
    return printed && printed.length < 22 ? [words(x, y, printed, name, size)] : [];
  }

  /** Name on the left, odds under it, chips on the right. */
  strip(wager, place, said) {
    const [x, y, , height] = place;
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
      const [edge, foot] = [x + form.small * 0.5, y + height - form.small * 0.8];
      const odds = this.odds(wager, edge, foot, 'quiet start');
      const said = odds.length && sheet.narrow ? []
        : [words(edge, odds.length ? foot - form.small * 1.2 : foot, 'PLACE', 'label start', form.small)];
      this.cell(wager, [x, y, width, height], [
        words(x + width * 0.37, y + height * 0.35, point, 'figure', form.figure), ...said, ...odds,
      ], { at: [0.78, 0.7], name: 'number' });
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
      const [x, y, width, height] = places[wager];
      const label = words(x + width / 2, y + height / 2, 'ODDS', 'label', small * 1.2);
      this.cell(wager, places[wager], [label], { at: [0.8, 0.5], name: 'thin' });
    }
  }

  bar(wager, said, size, stacked = false) {
    const place = this.form.places[wager];
    const [x, y, width, height] = place;
    const shown = stacked ? said : [said.join(' ')];
    const top = stacked ? y + height * 0.22 : y + height / 2;
    const middle = x + width * (width < 200 && this.sheet.narrow ? 0.43 : 0.5);
    const label = shown.map((line, row) => words(middle, top + row * size * 1.1, line, 'label', size));
    const odds = this.odds(wager, stacked ? x + width / 2 : x + width - 10, stacked ? y + height - 18 : y + height / 2,
      stacked ? 'quiet' : 'quiet end');
    this.cell(wager, place, [...label, ...odds], { at: stacked ? [0.5, 0.5] : [this.sheet.narrow ? 0.12 : 0.2, 0.5] });
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
      if (total === 2 || total === 12) parts.push(circle(at, y + height / 2, form.large * 0.8, 'ring'));
      parts.push(words(at, y + height / 2, total, 'figure', form.large * 0.92));
      const doubled = oddsOn(sheet.view, 'field bet', total);
      if (!sheet.narrow && doubled && total % 10 === 2) {
        parts.push(words(at, y + height - 8, doubled, 'quiet', form.small * 0.85));
      }
    });
    this.cell('field bet', form.places['field bet'], parts, { at: [sheet.narrow ? 0.1 : 0.19, 0.5] });
  }

  // -- the centre of the table ---------------------------------------------------------------------------

  centre() {
    const { form, sheet } = this;
    const drawWager = (wager, said) => (sheet.form === 'low' ? this.strip(wager, form.places[wager], said) : this.bar(wager, [said], form.text));
    drawWager('any 7', 'ANY 7');
    drawWager('any craps', 'ANY CRAPS');
    Object.entries(HARD).forEach(([wager, number], place) => {
      this.dice(wager, this.part('hard', place, form.hard), [number, number]);
    });
    Object.entries(ONE_ROLL).forEach(([wager, faces], place) => {
      this.dice(wager, this.part('one roll', place, form.roll), faces);
    });
    this.horn('horn bet', this.part('horn', 0, 5), 'HORN', '');
    HORN.forEach((total, place) => this.horn(`horn high bet ${total}`, this.part('horn', place + 1, 5), 'HIGH', total));
    sheet.hints = [words(...form.hint, '', 'hint', form.text)];
    sheet.add(...sheet.hints);
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
    const [right, foot] = wide ? [x + width * 0.74, y + height / 2] : [x + width / 2, y + height - small * 0.75];
    const odds = this.odds(wager, right, foot);
    const at = wide ? [x + width * 0.3, y + height / 2] : [x + width / 2, y + height * (odds.length ? 0.4 : 0.5)];
    const shown = diceRow(faces, ...at, wide ? die * 1.05 : die);
    this.cell(wager, place, [shown, ...odds], { at: wide ? [0.3, 0.5] : [0.5, 0.42] });
  }

  horn(wager, place, said, total) {
    const [x, y, width, height] = place;
    const { small, text } = this.form;
    if (this.sheet.form === 'tall') {
      this.cell(wager, place, [words(x + width / 2, y + height / 2, `${said} ${total}`, 'label', small * 1.1)]);
      return;
    }
    const parts = [words(x + width / 2, y + height * (total ? 0.3 : 0.5), said, 'label', total ? small : text * 0.85)];
    if (total) parts.push(words(x + width / 2, y + height * 0.68, total, 'figure', text * 1.15));
    this.cell(wager, place, parts);
  }

  // -- what moves ------------------------------------------------------------------------------------------

  marks() {
    const { form, sheet } = this;
    const size = form.puck;
    const puck = el('g', { class: 'puck' }, circle(0, 0, size, ''), words(0, 0, 'OFF', '', size * 0.72));
    const dice = new ThrownDice(...form.dice);
    const [x, y] = form.told;
    const total = words(x, y, '', 'came start', form.large * 1.1);
    const below = (row) => y + form.large * 0.3 + row * form.text * 1.3;
    // In a tall form there is no room beside it for what is said of a place that is pointed at.
    const name = sheet.form === 'tall' ? 'quiet start yields' : 'quiet start';
    const game = words(...(sheet.narrow ? [x + 28, y] : [x, below(1)]), '', name, sheet.form === 'low' ? form.small : form.text);
    const players = words(x, below(2), '', 'quiet start', form.small);
    sheet.add(dice.element, total, game, puck);
    if (!sheet.narrow) sheet.add(players);
    return { puck, dice, total, game, players };
  }
}

/** What the throw came to, and what it made of the point. */
function tell(form, { puck, total, game }, view) {
  total.textContent = totalOf(view);
  const point = view.state?.point ?? null;
  const { off } = form;
  const column = POINTS.indexOf(point);
  const on = [form.left + (column + 1) * form.column - form.on[0], form.rows.place[0] + form.on[1]];
  const from = puck.style.transform;
  puck.style.transform = `translate(${(column >= 0 ? on : off).map((at) => `${at}px`).join(', ')})`;
  if (from && from !== puck.style.transform) move(puck, [{ transform: from }, { transform: puck.style.transform }]);
  puck.classList.toggle('on', column >= 0);
  puck.lastChild.textContent = column >= 0 ? 'ON' : 'OFF';
  const holder = view.state?.shooter?.[1];
  const stage = column >= 0 ? `point ${point}` : holder ? 'come out' : 'come out roll';
  game.textContent = holder ? `${stage} · ${shorten(holder, 8)} throws` : stage;
}
