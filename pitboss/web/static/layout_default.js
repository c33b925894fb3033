// A game without a drawing of its own: a box for each player with a place for every wager, made from what the game says of
// itself; the dealer's cards, those of the table, or hands that belong to nobody.

import { block, table } from './layout_poker.js';
import { frame } from './layout_boxes.js';

const IN_A_ROW = 3;
// Where the wagers of a box end, above its player's name.
const FOOT = 116;

export function draw(sheet) {
  const { kinds = [], dealt = [], pays = {} } = sheet.view;
  const [opening, later] = [kinds.filter(({ decision }) => !decision), kinds.filter(({ decision }) => decision)];
  const rows = [...rowsOf(later), ...rowsOf(opening)];
  const step = Math.min(54, 132 / Math.max(1, rows.length));
  const middle = (at) => FOOT - (rows.length - at - 0.5) * step;
  const places = rows.flatMap((row, at) => row.map((kind, place) => spot(kind, place, row.length, middle(at), step - 6)));
  const nobody = dealt.filter((hand) => !['box', 'dealer', 'board'].includes(hand));
  table(sheet, places, {
    cards: 3, board: dealt.includes('board'), dealer: dealt.includes('dealer'), printed: Object.keys(pays).slice(0, 2),
  });
  nobody.forEach((hand, place) => {
    const across = sheet.narrow ? 390 : 1200;
    const [scale, fan] = sheet.narrow ? [0.7, 40] : [1.2, 80];
    frame(sheet, hand, hand, [(across * (place + 1)) / (nobody.length + 1), sheet.narrow ? 48 : 120], { cards: 3, scale, fan });
  });
}

function rowsOf(kinds) {
  return Array.from({ length: Math.ceil(kinds.length / IN_A_ROW) }, (_, row) => kinds.slice(row * IN_A_ROW, (row + 1) * IN_A_ROW));
}

function spot({ wager, short, decision }, place, count, dy, height) {
  const width = 144 / count;
  const size = Math.min(17, (width - 12) / (short.length * 0.68));
  return [wager, (place - (count - 1) / 2) * width, dy, block(width - 6, height), short.toUpperCase(), size, decision];
}
