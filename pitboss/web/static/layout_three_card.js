// Three card poker (the words of the layout and the marks of its areas).

import { block, diamond, oval, table } from './layout_poker.js';

const PLACES = [
  ['pair plus', 0, 17, oval(128, 48), 'PAIR PLUS', 17],
  ['ante', -36, 87, diamond(38), 'ANTE', 16.5],
  ['bet', 41, 87, block(62, 56), 'BET', 18, true],
];

export function draw(sheet) {
  table(sheet, PLACES, { cards: 3, board: 0, printed: ['pair plus', 'ante bonus'] });
}
