// Lucky draw baccarat (the words of the layout and the marks of its areas).

import { block, round, table } from './layout_poker.js';

const PLACES = [
  ['enter', -37, 60, round(36), 'ENTER', 15],
  ['draw', 39, 60, block(62, 64), 'DRAW', 16, true],
];

export function draw(sheet) {
  table(sheet, PLACES, { cards: 3, board: false, printed: ['draw'] });
}
