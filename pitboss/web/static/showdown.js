// Hands set against each other, as the table tells who has what and which of them won.

import { h } from './dom.js';

/** "dealer: 20; you: 16", the better one in bold: the hands that decided some settled lines, each once. */
export function compared(lines) {
  const hands = new Map();
  for (const { hands: both, won } of lines) {
    for (const hand of [...both].reverse()) hands.set(hand.hand, { ...hand, won: won === hand.hand || hands.get(hand.hand)?.won });
  }
  const own = [...hands.values()].filter(({ box }) => box);
  const words = ({ box, place, name }) => `${box && own.length === 1 ? 'you' : place}: ${name}`;
  return [...hands.values()].map((hand, n) =>
    h('span', {}, n ? '; ' : '', h(hand.won ? 'b' : 'span', {}, words(hand))));
}
