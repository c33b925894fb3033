// Casino hold'em (what the dealer qualifies with is printed).

import { block, oval, round, table } from './layout_poker.js';

const PLACES = [
  ['super aces bonus', 0, 22, oval(140, 50), 'SUPER ACES', 17],
  ['ante', -38, 87, round(32), 'ANTE', 17],
  ['call', 38, 87, block(66, 58), 'CALL', 18, true],
];

export function draw(sheet) {
  table(sheet, PLACES, { cards: 2, board: 5, printed: ['super aces bonus', 'ante'] });
}
