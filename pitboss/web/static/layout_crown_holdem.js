// Crown hold'em poker: the ante under the wagers of the streets; the extras lie in the strip of additional wagers.

import { block, round, table } from './layout_poker.js';

const PLACES = [
  ['flop', -53, 20, block(50, 46), 'FLOP', 14.5, true],
  ['turn', 0, 20, block(50, 46), 'TURN', 14.5, true],
  ['river', 53, 20, block(50, 46), 'RIVER', 13, true],
  ['ante', 0, 84, round(31), 'ANTE', 17],
];

export function draw(sheet) {
  table(sheet, PLACES, { cards: 2, board: 5, printed: ['player poker extra', 'dealer poker extra'] });
}
