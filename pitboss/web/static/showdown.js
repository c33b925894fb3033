// Hands set against each other, in the words that the table has for them.

import { boxOf } from './layout_parts.js';

/** "dealer: 20; you: 16": the dealer's hand and those of some boxes, by what they are called. "" where there is nothing
 * to compare. */
export function compared(named = {}, boxes = []) {
  const own = Object.keys(named).filter((hand) => boxes.includes(boxOf(hand))).sort();
  if (!own.length || !named.dealer) return '';
  return [`dealer: ${named.dealer}`, ...own.map((hand) => `${own.length > 1 ? `box ${hand}` : 'you'}: ${named[hand]}`)].join('; ');
}
