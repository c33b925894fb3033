// What a hand is, in words: as the dealer announced it, or for poker against the house read off the cards.

import { boxOf } from './layout_parts.js';

const RANKS = '23456789TJQKA';
const NAMES = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'jack', 'queen', 'king', 'ace'];

const name = (rank) => NAMES[rank - 2];
const plural = (rank) => (rank === 6 ? 'sixes' : `${name(rank)}s`);

// Each kind: what it is called by the ranks that count, and how many of those the name tells.
const CALLED = {
  'high card': [(high) => `${name(high)} high`, 1],
  pair: [(pair) => `pair of ${plural(pair)}`, 1],
  'two pair': [(high, low) => `two pair, ${plural(high)} and ${plural(low)}`, 2],
  'three of a kind': [(three) => `three ${plural(three)}`, 1],
  straight: [(high) => `straight to the ${name(high)}`, 1],
  flush: [(high) => `flush, ${name(high)} high`, 1],
  'full house': [(three, pair) => `full house, ${plural(three)} over ${plural(pair)}`, 2],
  'four of a kind': [(four) => `four ${plural(four)}`, 1],
  'straight flush': [(high) => `straight flush to the ${name(high)}`, 1],
  'royal flush': [() => 'royal flush', 1],
};
const FIVE = Object.keys(CALLED);
// With three cards a straight is rarer than a flush, and three of a kind than both.
const THREE = ['high card', 'pair', 'flush', 'straight', 'three of a kind', 'straight flush'];

/** What three or five cards are: the kind, and the ranks that count in it, most significant first. */
function valued(cards) {
  const counts = new Map();
  for (const [rank] of cards) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  const groups = [...counts].map(([rank, count]) => [count, RANKS.indexOf(rank) + 2]).sort(([a, x], [b, y]) => b - a || y - x);
  const ranks = groups.map(([, rank]) => rank);
  const [most, next] = groups.map(([count]) => count);
  const suited = new Set(cards.map((card) => card[1])).size === 1;
  const lowAce = ranks[0] === 14 && ranks[1] === cards.length && ranks.length === cards.length;
  if (ranks.length === cards.length && (lowAce || ranks[0] - ranks.at(-1) === cards.length - 1)) {
    const high = lowAce ? ranks[1] : ranks[0];
    const royal = suited && high === 14 && cards.length === 5;
    return { kind: royal ? 'royal flush' : suited ? 'straight flush' : 'straight', ranks: [high] };
  }
  if (suited) return { kind: 'flush', ranks };
  const same = { '4,1': 'four of a kind', '3,2': 'full house', '3,1': 'three of a kind', 3: 'three of a kind', '2,2': 'two pair', '2,1': 'pair' };
  return { kind: same[next === undefined ? most : `${most},${next}`] ?? 'high card', ranks };
}

function higher(a, b, order) {
  const [first, second] = [a, b].map(({ kind, ranks }) => [order.indexOf(kind), ...ranks]);
  const at = first.findIndex((part, n) => part !== second[n]);
  return at >= 0 && first[at] > second[at];
}

/** The best hand in three cards, or in five to seven. */
export function valueOf(cards) {
  const size = cards.length === 3 ? 3 : 5;
  const order = size === 3 ? THREE : FIVE;
  const chosen = (from, count) => (count === 0 ? [[]]
    : from.flatMap((card, n) => chosen(from.slice(n + 1), count - 1).map((rest) => [card, ...rest])));
  return chosen(cards, size).map(valued).reduce((best, hand) => (higher(hand, best, order) ? hand : best));
}

/** "pair of fours"; with the cards beside it where they decide: "pair of fours, ace king ten". */
export function called({ kind, ranks }, beside = false) {
  const [say, told] = CALLED[kind];
  const rest = beside ? ranks.slice(told).map(name).join(' ') : '';
  return rest ? `${say(...ranks)}, ${rest}` : say(...ranks);
}

/** The latest announcement about each hand, in the dealer's words, and whether the dealer's hand qualifies. */
export function announced(events) {
  const found = new Map();
  let qualifies = '';
  for (const { kind, text } of events) {
    if (kind !== 'announced') continue;
    const has = /^(?:the )?(dealer|\d+[a-z]?) has (.+?)(?: and .*)?$/.exec(text);
    const both = /^player (\d), banker (\d)/.exec(text);
    qualifies = /^(?:the )?dealer.* (qualifies|does not qualify)$/.exec(text)?.[1] ?? qualifies;
    if (has) found.set(has[1], has[2]);
    else if (both) found.set('player', both[1]).set('banker', both[2]);
    // A hand that was split is no hand any more.
    if (has && `${boxOf(has[1])}` !== has[1]) found.delete(`${boxOf(has[1])}`);
  }
  return { found, qualifies };
}

/** The poker hands on the table whose cards are all seen, by name. */
function values(game, hands) {
  const board = (hands.board ?? []).filter((card) => card !== '??');
  const draws = game.includes('three-card') ? 3 : game.includes('holdem') ? 2 : 0;
  const seen = Object.entries(hands).filter(([hand, cards]) => hand !== 'board' && draws && cards.length === draws && !cards.includes('??'));
  return new Map(seen.filter(() => draws === 3 || board.length >= 3).map(([hand, cards]) => [hand, valueOf(draws === 3 ? cards : [...cards, ...board])]));
}

/** What is to be said of each hand that lies on the table. */
export function tagsOf({ game, hands = {}, events = [] }) {
  const { found, qualifies } = announced(events);
  for (const [hand, value] of values(game, hands)) found.set(hand, called(value));
  // That it qualifies goes without saying once it is compared; that it does not, decides.
  if (qualifies === 'does not qualify') found.set('dealer', [found.get('dealer'), qualifies].filter(Boolean).join(', '));
  return found;
}

/** The dealer's hand and those of some boxes, set against each other: "dealer: 20; you: 16". "" where there is nothing
 * to compare. */
export function compared({ game, hands = {}, events = [] }, boxes) {
  const { found, qualifies } = announced(events);
  const poker = values(game, hands);
  const own = [...new Set([...found.keys(), ...poker.keys()])].filter((hand) => boxes.includes(boxOf(hand))).sort();
  // The cards beside a pair are worth telling where the pairs are the same.
  const alike = (hand) => poker.has(hand) && poker.has('dealer') && called(poker.get(hand)) === called(poker.get('dealer'));
  const beside = own.some(alike);
  const count = (said) => (Number(said) > 21 ? `${said}, too many` : said);
  const say = (hand) => (poker.has(hand) ? called(poker.get(hand), beside) : count(found.get(hand)));
  if (!own.length || !say('dealer')) return '';
  const dealer = `dealer: ${say('dealer')}${qualifies === 'does not qualify' ? ', does not qualify' : ''}`;
  return [dealer, ...own.map((hand) => `${own.length > 1 ? `box ${hand}` : 'you'}: ${say(hand)}`)].join('; ');
}
