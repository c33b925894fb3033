// Poker against the house: boxes that differ in their wagers, a dealer's hand, in hold'em a board.

import { circle, el, payLines, rect, words, wrapped } from './layout_parts.js';
import { Box, EDGE, LOW, common, drawStrip, frame, house, seats, stripOf } from './layout_boxes.js';

export const round = (r) => () => circle(0, 0, r, 'spot');
export const block = (width, height) => () => rect(-width / 2, -height / 2, width, height, 'spot', 9);
export const oval = (width, height) => () => el('ellipse', { rx: width / 2, ry: height / 2, class: 'spot' });
export const diamond = (r) => () => el('path', { d: `M0 ${-r}L${r} 0L0 ${r}L${-r} 0Z`, class: 'spot' });

const PLAN = { bottom: 746, head: 146, foot: 155, front: { y: 390, scale: 1.02 }, others: 153, beside: 276 };

/** Each place: wager, its middle in the box, its shape, its word, the size of that, and whether a decision makes it.
 * `board` is how many community cards there are. */
export function table(sheet, places, { cards, board, printed, dealer = true }) {
  const rule = sheet.view.look?.printed?.[0] ?? '';
  const strip = stripOf(sheet.view);
  sheet.size(...{ wide: [1200, 756], tall: [390, 554 + strip * 1.4], low: [LOW.width, LOW.height] }[sheet.form]);
  house(sheet);
  ({ wide, tall, low })[sheet.form](sheet, { cards, board, dealer, rule });
  if (!sheet.narrow) payTables(sheet, printed);
  const front = { ...PLAN.front, y: PLAN.front.y + strip * 0.4 };
  for (const seat of seats(sheet, { ...PLAN, front, foot: PLAN.foot + strip })) drawBox(sheet, seat, places, cards);
  sheet.add(sheet.mark);
}

function wide(sheet, { cards, board, dealer, rule }) {
  const scale = board ? 1.2 : 1.4;
  if (dealer) frame(sheet, 'dealer', 'dealer', [600, board ? 70 : 120], { cards, scale, fan: 66 * scale });
  if (board) frame(sheet, 'board', 'community cards', [600, dealer ? 226 : 170], { cards: board, scale: 1.35, fan: 89 });
  // Between the pay tables.
  const size = Math.min(24, 480 / Math.max(1, rule.length * 0.53));
  sheet.add(EDGE.words(board ? 366 : 322, rule, 'rule', size, 100, 1100));
}

function tall(sheet, { cards, board, dealer, rule }) {
  const scale = board ? 0.78 : 0.94;
  if (dealer) frame(sheet, 'dealer', 'dealer', [board ? 62 : 195, 48], { cards, scale, fan: 64 * scale });
  if (board) frame(sheet, 'board', 'community cards', [dealer ? 250 : 195, 48], { cards: board, scale, fan: 64 * scale });
  sheet.add(words(195, 229 + stripOf(sheet.view) * 0.4, rule, 'rule', 12.5));
}

function low(sheet, { cards, board, dealer, rule }) {
  const [x, half] = common(sheet);
  const scale = board ? 0.8 : 1.1;
  const fan = Math.min(64, (2 * half - 60 * scale) / (cards - 1) / scale) * scale;
  if (dealer) frame(sheet, 'dealer', 'dealer', [x, board ? 44 : 62], { cards, scale, fan });
  if (board) frame(sheet, 'board', 'community cards', [x, dealer ? 130 : 62], { cards: board, scale: 0.84, fan: 56 });
  sheet.add(wrapped(x, board ? 192 : 150, rule, 'rule', 13, 2 * half));
}

function drawBox(sheet, seat, places, cards) {
  const box = new Box(sheet, seat, -146, 155 + stripOf(sheet.view));
  const fan = { 2: 62, 3: 36 }[cards] ?? 24;
  box.hands(0, -84, 1.25, box.large ? fan + 22 : fan, seat.width / seat.scale - 10);
  for (const [wager, dx, dy, shape, said, size, decision] of places) {
    box.place(wager, dx, dy, shape(), said, size, decision);
  }
  drawStrip(box, sheet.view, 120);
}

const MOST_LINES = 6;

/** The pay tables, on both sides of the dealer; lines at the same odds are one, and one long table takes both sides. */
function payTables(sheet, wagers) {
  const tables = together(wagers.map((wager) => [wager, gathered(payLines(sheet.view, wager))]).filter(([, rows]) => rows.length));
  const [[wager, rows] = ['', []]] = tables;
  const half = Math.ceil(rows.length / 2);
  const long = tables.length === 1 && rows.length > MOST_LINES;
  (long ? [[wager, rows.slice(0, half)], ['', rows.slice(half)]] : tables).forEach(([title, lines], place) => {
    const side = place % 2 ? 848 : 36;
    sheet.add(words(side, 88, title.toUpperCase(), 'motto small start', 18));
    lines.forEach(([line, odds], row) => {
      const y = 118 + row * 24;
      sheet.add(words(side, y, line, 'quiet start', 16.5), words(side + 316, y, odds, 'quiet end', 16.5));
    });
  });
}

/** Wagers that pay alike have one table, named by what their names have in common. */
function together(tables) {
  const paid = new Map();
  for (const [wager, rows] of tables) {
    const key = JSON.stringify(rows);
    const name = paid.get(key)?.[0].split(' ').filter((word) => wager.split(' ').includes(word)).join(' ');
    paid.set(key, [name || wager, rows]);
  }
  return [...paid.values()];
}

function gathered(lines) {
  const rows = [];
  for (const [line, odds] of lines) {
    if (rows.at(-1)?.odds === odds) rows.at(-1).last = line;
    else rows.push({ line, odds, last: '' });
  }
  return rows.map(({ line, odds, last }) => [last ? `${line} to ${last}` : line, odds]);
}
