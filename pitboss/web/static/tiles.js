// Pai gow tiles, drawn about their own centre in the frame of a card: two halves of pips, and below them what people call
// the tile and what it counts. Ones and fours are red, and so is half of each six of a teen.

import { s } from './dom.js';

// The pips of both halves, what stands on the tile, and what it counts.
const TILES = {
  teen: [6, 6, 'teen', '2'], day: [1, 1, 'day', '2'], yun: [4, 4, 'yun', '8'], gor: [1, 3, 'gor', '4'],
  mooy: [5, 5, 'mooy', '0'], chong: [3, 3, 'chong', '6'], bon: [2, 2, 'bon', '4'], foo: [5, 6, 'foo', '1'],
  ping: [4, 6, 'ping', '0'], tit: [1, 6, 'tit', '7'], look: [1, 5, 'look', '6'],
  c9a: [3, 6, 'gow', '9'], c9b: [4, 5, 'gow', '9'], c8a: [2, 6, 'bot', '8'], c8b: [3, 5, 'bot', '8'],
  c7a: [2, 5, 'chit', '7'], c7b: [3, 4, 'chit', '7'], c5a: [1, 4, 'ng', '5'], c5b: [2, 3, 'ng', '5'],
  g3: [1, 2, 'gee jun', '3 / 6'], g6: [2, 4, 'gee jun', '3 / 6'],
};

// Where pips lie: column and row.
const PIPS = {
  1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};
const RED = new Set([1, 4]);
// The middles of the halves, from pip to pip, and how large they are: a single one is larger.
const HALVES = [-27, -1];
const STEP = [10, 8];
const [RADIUS, SINGLE] = [3.4, 5.4];
const WIDTH = 46;

export const isTile = (code) => Object.hasOwn(TILES, code);

/** A tile in words: "c9a" is "chop gow, 9". */
export function tileName(code) {
  const [, , named, counts] = TILES[code];
  return `${code.startsWith('c') && code.length === 3 ? 'chop ' : ''}${named}, ${counts}`;
}

function half(pips, middle, mixed) {
  return PIPS[pips].map(([column, row]) => s('circle', {
    class: RED.has(pips) || (mixed && column < 0) ? 'pip red' : 'pip', cx: column * STEP[0], cy: middle + row * STEP[1],
    r: pips === 1 ? SINGLE : RADIUS,
  }));
}

export function tileFace(code) {
  const [upper, lower, named, counts] = TILES[code];
  const mixed = upper === 6 && lower === 6;
  return s('g', { class: 'face tile' },
    s('rect', { class: 'paper', x: -WIDTH / 2, y: -42, width: WIDTH, height: 84, rx: 6 }),
    half(upper, HALVES[0], mixed), half(lower, HALVES[1], mixed),
    s('path', { class: 'middle', d: 'M-17-14H17' }),
    s('text', { class: named.length > 5 ? 'called long' : 'called', y: 24 }, named), s('text', { class: 'counts', y: 38 }, counts));
}
