// Casino war (the words of the layout and the marks of its areas): a card each, and one more at war beside it.

import { block, oval, round, table } from './layout_poker.js';

const PLACES = [
  ['tie', 0, 15, oval(118, 46), 'TIE', 18],
  ['casino war', -37, 85, round(34), 'BET', 17],
  ['go to war', 39, 85, block(60, 58), 'WAR', 17, true],
];

export function draw(sheet) {
  table(sheet, PLACES, { cards: 2, board: false, printed: ['tie', 'go to war'] });
}
