// Caribbean stud poker (the words of the layout and the marks of its areas).

import { block, round, table } from './layout_poker.js';

const PLACES = [
  ['ante', 0, 24, round(32), 'ANTE', 17],
  ['bet', 0, 88, block(92, 50), 'BET', 18, true],
];

export function draw(sheet) {
  table(sheet, PLACES, { cards: 5, board: 0, printed: ['bet'] });
}
