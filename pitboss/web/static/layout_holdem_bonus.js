// Texas hold'em bonus poker (areas for the dealer's cards and the community cards, and the words on the places).

import { block, oval, round, table } from './layout_poker.js';

// The bonus is whatever opens a round beside the ante.
const places = (bonus) => [
  ['flop', -50, 20, block(47, 46), 'FLOP', 13.5, true],
  ['turn', 0, 20, block(47, 46), 'TURN', 13.5, true],
  ['river', 50, 20, block(47, 46), 'RIVER', 12, true],
  [bonus, -38, 84, oval(74, 54), 'BONUS', 16.5],
  ['ante', 38, 84, round(31), 'ANTE', 17],
];

export function draw(sheet) {
  const { wager: bonus } = sheet.view.kinds.find(({ wager, decision }) => !decision && wager !== sheet.view.opening);
  table(sheet, places(bonus), { cards: 2, board: 5, printed: [bonus] });
}
