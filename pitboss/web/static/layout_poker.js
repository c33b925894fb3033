// Poker against the house: three card poker (QLD schedule 12), Texas hold'em bonus poker (NSW) and Canberra Casino
// Hold-em Poker (CBR). Boxes differ in their wagers; hold'em has a board.

import { circle, el, payLines, rect, words } from './layout_parts.js';
import { Box, EDGE, frame, house, seats } from './layout_boxes.js';

const round = (r) => () => circle(0, 0, r, 'spot');
const block = (width, height) => () => rect(-width / 2, -height / 2, width, height, 'spot', 9);
const oval = (width, height) => () => el('ellipse', { rx: width / 2, ry: height / 2, class: 'spot' });
const diamond = (r) => () => el('path', { d: `M0 ${-r}L${r} 0L0 ${r}L${-r} 0Z`, class: 'spot' });

// Each place: wager, its middle in the box, its shape, its word, the size of that, and whether a decision makes it.
const THREE_CARD = [
  ['pair plus', 0, 17, oval(128, 48), 'PAIR PLUS', 17],
  ['ante', -36, 87, diamond(38), 'ANTE', 16.5],
  ['bet', 41, 87, block(62, 56), 'BET', 18, true],
];
const HOLDEM_BONUS = [
  ['flop', -53, 20, block(50, 46), 'FLOP', 14.5, true],
  ['turn', 0, 20, block(50, 46), 'TURN', 14.5, true],
  ['river', 53, 20, block(50, 46), 'RIVER', 13, true],
  ['ante bonus', -38, 84, oval(74, 54), 'BONUS', 16.5],
  ['ante', 38, 84, round(31), 'ANTE', 17],
];
const CASINO_HOLDEM = [
  ['super aces bonus', 0, 22, oval(140, 50), 'SUPER ACES', 17],
  ['ante', -38, 87, round(32), 'ANTE', 17],
  ['call', 38, 87, block(66, 58), 'CALL', 18, true],
];

const PLAN = { bottom: 746, foot: 155, front: { y: 390, scale: 1.02 }, others: 153 };

/** QLD-12-10: the words of the layout and the marks of its areas. */
export function threeCardPoker(sheet) {
  table(sheet, THREE_CARD, {
    cards: 3, board: false, rule: 'Dealer only plays with queen or higher', printed: ['pair plus', 'ante bonus'],
  });
}

/** NSW-2.2: areas for the dealer's cards and the community cards, and the words on the places. */
export function holdemBonus(sheet) {
  table(sheet, HOLDEM_BONUS, {
    cards: 2, board: true, rule: 'Ante is paid on a flush or higher', printed: ['ante bonus'],
  });
}

/** CBR-A: the dealer's qualifying hand. */
export function casinoHoldem(sheet) {
  table(sheet, CASINO_HOLDEM, {
    cards: 2, board: true, rule: 'Dealer qualifies with a pair of fours or higher',
    printed: ['super aces bonus', 'ante'],
  });
}

function table(sheet, places, { cards, board, rule, printed }) {
  sheet.size(...(sheet.narrow ? [390, 554] : [1200, 756]));
  house(sheet);
  if (sheet.narrow) tall(sheet, cards, board, rule);
  else wide(sheet, cards, board, rule);
  if (!sheet.narrow) payTables(sheet, printed);
  for (const seat of seats(sheet, PLAN)) drawBox(sheet, seat, places, cards);
  sheet.add(sheet.mark);
}

function wide(sheet, cards, board, rule) {
  const scale = board ? 1.2 : 1.4;
  frame(sheet, 'dealer', 'dealer', [600, board ? 70 : 120], { cards, scale, fan: 66 * scale });
  if (board) frame(sheet, 'board', 'community cards', [600, 226], { cards: 5, scale: 1.35, fan: 89 });
  sheet.add(EDGE.words(board ? 366 : 322, rule, 'rule', 24, 100, 1100));
}

function tall(sheet, cards, board, rule) {
  const scale = board ? 0.78 : 0.94;
  frame(sheet, 'dealer', 'dealer', [board ? 62 : 195, 48], { cards, scale, fan: 64 * scale });
  if (board) frame(sheet, 'board', 'community cards', [250, 48], { cards: 5, scale, fan: 64 * scale });
  sheet.add(words(195, 229, rule, 'rule', 12.5));
}

function drawBox(sheet, seat, places, cards) {
  const box = new Box(sheet, seat, -146, 155);
  const fan = cards === 3 ? 36 : 62;
  box.hand(`${seat.box}`, 0, -84, 1.25, box.large ? fan + 22 : fan, seat.width / seat.scale - 10);
  for (const [wager, dx, dy, shape, said, size, decision] of places) {
    box.place(wager, dx, dy, shape(), said, size, decision);
  }
}

/** The pay tables, on both sides of the dealer; lines at the same odds are one. */
function payTables(sheet, wagers) {
  wagers.forEach((wager, place) => {
    const side = place % 2 ? 848 : 36;
    const rows = gathered(payLines(sheet.view, wager));
    if (rows.length === 0) return;
    sheet.add(words(side, 88, wager.toUpperCase(), 'motto small start', 18));
    rows.forEach(([line, odds], row) => {
      const y = 118 + row * 24;
      sheet.add(words(side, y, line, 'quiet start', 16.5), words(side + 316, y, odds, 'quiet end', 16.5));
    });
  });
}

function gathered(lines) {
  const rows = [];
  for (const [line, odds] of lines) {
    if (rows.at(-1)?.odds === odds) rows.at(-1).last = line;
    else rows.push({ line, odds, last: '' });
  }
  return rows.map(({ line, odds, last }) => [last ? `${line} to ${last}` : line, odds]);
}
