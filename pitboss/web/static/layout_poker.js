// Poker against the house: three card poker (QLD schedule 12), Texas hold'em bonus poker (NSW) and Canberra Casino
// Hold-em Poker (CBR). Boxes differ in their wagers; hold'em has a board.

import { circle, el, oddsOf, rect, words } from './layout_parts.js';
import { Box, EDGE, frame, house, seats } from './layout_boxes.js';

const round = (r) => () => circle(0, 0, r, 'spot');
const block = (width, height) => () => rect(-width / 2, -height / 2, width, height, 'spot', 9);
const oval = (width, height) => () => el('ellipse', { rx: width / 2, ry: height / 2, class: 'spot' });
const diamond = (r) => () => el('path', { d: `M0 ${-r}L${r} 0L0 ${r}L${-r} 0Z`, class: 'spot' });

// Each place: wager, its middle in the box, its shape, its word, the size of that, and whether a decision makes it.
const THREE_CARD = [
  ['pair plus', 0, 22, oval(112, 48), ['PAIR PLUS'], 15],
  ['ante', -37, 86, diamond(37), ['ANTE'], 15],
  ['bet', 37, 86, block(62, 56), ['BET'], 16, true],
];
const HOLDEM_BONUS = [
  ['flop', -50, 22, round(23), ['FLOP'], 13.5, true],
  ['turn', 0, 22, round(23), ['TURN'], 13.5, true],
  ['river', 50, 22, round(23), ['RIVER'], 13, true],
  ['ante bonus', -36, 84, oval(66, 52), ['BONUS'], 14],
  ['ante', 36, 84, block(64, 56), ['ANTE'], 16],
];
const CASINO_HOLDEM = [
  ['super aces bonus', 0, 22, oval(124, 48), ['SUPER ACES'], 14.5],
  ['ante', -37, 86, block(64, 56), ['ANTE'], 16],
  ['call', 37, 86, round(32), ['CALL'], 16, true],
];

const PLAN = { middle: 472, front: { y: 366, scale: 1.38 }, others: 152 };

/** QLD-12-10: the words of the layout and the marks of its areas. */
export function threeCardPoker(sheet) {
  table(sheet, THREE_CARD, { cards: 3, board: false, rule: 'Dealer only plays with queen or higher' });
}

/** NSW-2.2: areas for the dealer's cards and the community cards, and the words on the places. */
export function holdemBonus(sheet) {
  table(sheet, HOLDEM_BONUS, { cards: 2, board: true, rule: 'Ante is paid on a flush or higher' });
}

/** CBR-A: the dealer's qualifying hand. */
export function casinoHoldem(sheet) {
  table(sheet, CASINO_HOLDEM, { cards: 2, board: true, rule: 'Dealer qualifies with a pair of fours or higher' });
}

function table(sheet, places, { cards, board, rule }) {
  sheet.size(...(sheet.narrow ? [390, 566] : [1200, 618]));
  house(sheet);
  const dealer = sheet.narrow ? [board ? 62 : 195, 54] : [600, board ? 58 : 92];
  const small = sheet.narrow && board;
  frame(sheet, 'dealer', 'dealer', dealer, { cards, scale: small ? 0.78 : 1, fan: small ? 50 : 66 });
  if (board) {
    frame(sheet, 'board', 'community cards', sheet.narrow ? [250, 54] : [600, 196],
      { cards: 5, scale: small ? 0.78 : 1.08, fan: small ? 50 : 71 });
  }
  if (sheet.narrow) sheet.add(words(195, 207, rule, 'rule', 12.5));
  else sheet.add(EDGE.words(board ? 304 : 262, rule, 'rule', 21, 'rule-words', 150, 1050));
  paysTable(sheet, places);
  for (const seat of seats(sheet, PLAN)) drawBox(sheet, seat, places, cards);
  sheet.add(sheet.mark);
}

function drawBox(sheet, seat, places, cards) {
  const box = new Box(sheet, seat, 138);
  const fan = cards === 3 ? (seat.kind === 'front' ? 52 : 38) : 48;
  box.hand(`${seat.box}`, 0, -58, 1, fan, seat.kind === 'front' ? 260 : 146);
  for (const [wager, dx, dy, shape, said, size, decision] of places) {
    box.place(wager, dx, dy, shape(), said, size, decision);
  }
}

/** The odds of the wagers, where the view prints them and the felt has room. */
function paysTable(sheet, places) {
  if (sheet.narrow) return;
  const rows = places.map(([wager]) => [wager, oddsOf(sheet.view, wager)]).filter(([, odds]) => odds && odds.length < 26);
  rows.forEach(([wager, odds], row) => sheet.add(words(1160, 34 + row * 24, `${wager}  ${odds}`, 'quiet end', 17)));
}
