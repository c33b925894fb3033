// Ultimate Texas hold'em (the marks of its areas; ante and blind lie side by side, as large as each other).

import { block, oval, round, table } from './layout_poker.js';

const PLACES = [
  ['ante', -38, 20, round(31), 'ANTE', 17],
  ['blind', 38, 20, round(31), 'BLIND', 16],
  ['trips', -38, 86, oval(74, 54), 'TRIPS', 16.5],
  ['play', 38, 86, block(66, 54), 'PLAY', 18, true],
];

export function draw(sheet) {
  table(sheet, PLACES, { cards: 2, board: true, printed: ['blind', 'trips'] });
}
