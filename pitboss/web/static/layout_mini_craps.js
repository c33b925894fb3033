// Mini craps: the layout of craps at half a table, with two rounded corners towards the players.

import { draw as craps } from './layout_craps.js';
import { el, words } from './layout_parts.js';

const ROUND = { wide: 46, tall: 16, low: 18 };

export function draw(sheet) {
  craps(sheet);
  const { width, height, form } = sheet;
  const round = ROUND[form];
  const edge = 2;
  const [right, bottom] = [width - edge, height - edge];
  const edges = `M${edge} ${edge}V${bottom - round}Q${edge} ${bottom} ${edge + round} ${bottom}`
    + `H${right - round}Q${right} ${bottom} ${right} ${bottom - round}V${edge}`;
  sheet.drawing.unshift(el('path', { class: 'table-edge', d: edges }));
  if (form === 'wide') sheet.add(words(1184, 24, 'MINI CRAPS', 'house end', 18));
}
