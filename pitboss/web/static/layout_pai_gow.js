// Pai gow (the words of the layout and the marks of its areas): four tiles at every box, the low hand and the high hand apart;
// a place for a bet, and for the chips of who banks. The chung lies at the bank's box.

import { circle, el, rect, words } from './layout_parts.js';
import { Box, EDGE, LOW, common, drawStrip, house, seats, stripOf } from './layout_boxes.js';
import { block, round } from './layout_poker.js';

const PLAN = { bottom: 746, head: 150, foot: 155, front: { y: 404, scale: 1.02 }, others: 172, beside: 276 };
const PLACES = [
  ['wager', -47, 84, round(27), 'BET', 15],
  ['bank', 8, 84, block(44, 46), 'BANK', 12.5],
  ['co-bank', 55, 84, block(44, 46), 'CO-\nBANK', 11.5],
];
// Tiles are so wide, and their groups so far apart.
const [TILE, APART] = [46, 22];

export function draw(sheet) {
  sheet.tiles = true;
  const strip = stripOf(sheet.view);
  sheet.size(...{ wide: [1200, 756], tall: [390, 568 + strip * 1.4], low: [LOW.width, LOW.height] }[sheet.form]);
  house(sheet);
  const [x] = sheet.narrow ? common(sheet) : [600];
  const [y, scale] = { wide: [116, 1.5], tall: [41, 0.72], low: [56, 0.95] }[sheet.form];
  banker(sheet, x, y, scale);
  const said = words(x, { wide: 238, tall: 98, low: 128 }[sheet.form], '', 'rule bank-told', { wide: 22, tall: 12, low: 13 }[sheet.form]);
  sheet.add(said);
  rules(sheet, x);
  const front = { ...PLAN.front, y: PLAN.front.y + strip * 0.4 };
  const all = seats(sheet, { ...PLAN, front, foot: PLAN.foot + strip });
  const chung = el('g', { class: 'chung' }, el('title', {}, 'the chung: the bank is here'), circle(0, 0, 14, 'disc'), circle(0, 0, 9, 'ring'), words(0, 0.5, 'C', 'sign', 14));
  for (const seat of all) drawBox(sheet, seat);
  sheet.add(chung, sheet.mark);
  sheet.paint = (view) => {
    paintBank(view, said, chung, all);
    return 0;
  };
}

/** The house's four tiles, while it banks. */
function banker(sheet, x, y, scale) {
  const step = (TILE + 6) * scale;
  const apart = (APART * scale) / 2;
  const spots = [-1.5, -0.5, 0.5, 1.5].map((n) => ({ x: x + n * step + Math.sign(n) * apart, y }));
  const width = 4 * step + 2 * apart + 12;
  sheet.hand('banker', x, y, scale, step, width);
  Object.assign(sheet.hands.banker, { spots, room: 2 * step });
  sheet.add(rect(x - width / 2, y - 42 * scale - 6, width, 84 * scale + 12, 'frame', 8));
  sheet.add(words(x, y, 'the bank’s tiles', 'faint', sheet.narrow ? 13 : 18, { data: { until: 'banker' } }));
}

const [PAYS, EQUAL] = ['Both hands higher pays 1 to 1 less 5%', 'equal hands are the bank’s'];

function rules(sheet, x) {
  if (sheet.form === 'wide') {
    sheet.add(EDGE.words(300, `${PAYS} · ${EQUAL}`, 'rule', 21, 100, 1100));
  } else if (sheet.form === 'tall') {
    sheet.add(words(x, 237 + stripOf(sheet.view) * 0.4, `${PAYS} · ${EQUAL}`, 'rule', 10.5));
  } else {
    sheet.add(words(x, 160, PAYS, 'rule', 12.5), words(x, 177, EQUAL, 'rule', 12.5));
  }
}

function drawBox(sheet, seat) {
  const box = new Box(sheet, seat, seat.kind === 'front' ? -150 : -216, 155 + stripOf(sheet.view));
  place(sheet, box, seat);
  for (const [wager, dx, dy, shape, said, size] of PLACES) box.place(wager, dx, dy, shape(), said, size);
  drawStrip(box, sheet.view, 120);
}

/** A place for each of four tiles: in one row where the box is wide, else one hand above the other. */
function place(sheet, box, seat) {
  const half = seat.width / seat.scale / 2 - 8;
  const row = box.large;
  const by = row ? Math.min(1.45, (half - APART / 2) / (2 * (TILE + 6))) : 1.2;
  const step = (TILE + 6) * by;
  const at = row
    ? [-1.5, -0.5, 0.5, 1.5].map((n) => [n * step + Math.sign(n) * (half - 2 * step), -80])
    : [[-step / 2, -160], [step / 2, -160], [-step / 2, -34], [step / 2, -34]];
  const spots = at.map(([dx, dy]) => box.at(dx, dy)).map(([x, y]) => ({ x, y }));
  box.hand(`${seat.box}`, 0, row ? -80 : -160, by, step, 2 * half);
  Object.assign(sheet.hands[`${seat.box}`], { spots, room: (row ? half : 2 * half) * seat.scale });
}

/** Who banks, and to whom the bank is offered. */
function paintBank(view, said, chung, all) {
  const { chung: at = 1, bank = [] } = view.state ?? {};
  const candidates = view.called ? [view.called.player, ...view.called.then] : [];
  const banks = bank.length ? `${bank.join(' and ')} ${bank.length > 1 ? 'bank' : 'banks'}` : 'The house banks';
  said.textContent = candidates.length ? `The bank is offered to ${candidates.join(', then ')}` : banks;
  const seat = all.find(({ box }) => box === at);
  if (!seat) return;
  const small = seat.kind === 'small';
  const [dx, dy] = small ? [52, -198] : [seat.width / seat.scale / 2 - 20, 30];
  chung.setAttribute('transform', `translate(${seat.x + dx * seat.scale} ${seat.y + dy * seat.scale}) scale(${small ? 0.55 : seat.scale * 0.85})`);
}
