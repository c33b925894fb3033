// Caribbean stud poker (the words of the layout and the marks of its areas).

import { block, round, table } from './layout_poker.js';

const PLACES = [
  ['ante', 0, 27, round(33), 'ANTE', 17],
  ['bet', 0, 100, block(96, 62), 'BET', 19, true],
];

export function draw(sheet) {
  table(sheet, PLACES, { cards: 5, board: false, printed: ['bet'] });
}
