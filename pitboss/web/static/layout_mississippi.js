// Mississippi stud poker (an area for the three community cards, and the marks of its places; there is no dealer's hand).

import { block, round, table } from './layout_poker.js';

const PLACES = [
  ['3rd street', -53, 20, block(50, 46), '3RD', 17, true],
  ['4th street', 0, 20, block(50, 46), '4TH', 17, true],
  ['5th street', 53, 20, block(50, 46), '5TH', 17, true],
  ['ante', 0, 84, round(32), 'ANTE', 17],
];

export function draw(sheet) {
  table(sheet, PLACES, { cards: 2, board: 3, dealer: false, printed: ['hand'] });
}
