// Ultimate Texas hold'em (the marks of its areas; ante and blind lie side by side, as large as each other).

import { block, oval, round, table } from './layout_poker.js';

const PLACES = [
  ['ante', -38, 17, round(30), 'ANTE', 17],
  ['blind', 38, 17, round(30), 'BLIND', 16],
  ['trips', -38, 87, oval(70, 52), 'TRIPS', 16.5],
  ['play', 38, 87, block(66, 52), 'PLAY', 18, true],
];

export function draw(sheet) {
  table(sheet, PLACES, { cards: 2, board: 5, printed: ['blind', 'trips'] });
}
