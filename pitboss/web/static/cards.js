// Playing cards, and tiles, drawn about their own centre in a frame of 60 by 84.

import { s, move } from './dom.js';
import { sound } from './settings.js';
import { isTile, tileFace, tileName } from './tiles.js';

export const WIDTH = 60;
export const HEIGHT = 84;

let courts;

const NAMES = {
  A: 'ace', K: 'king', Q: 'queen', J: 'jack', T: 'ten', 9: 'nine', 8: 'eight', 7: 'seven', 6: 'six', 5: 'five',
  4: 'four', 3: 'three', 2: 'two',
};
const SUITS = { s: 'spades', h: 'hearts', d: 'diamonds', c: 'clubs' };

// Each suit in a square from -1 to 1.
const SHAPES = {
  h: 'M0 .95C-.3 .5-1 .15-1-.38C-1-.72-.76-.92-.5-.92C-.26-.92-.08-.78 0-.56'
    + 'C.08-.78 .26-.92 .5-.92C.76-.92 1-.72 1-.38C1 .15 .3 .5 0 .95Z',
  s: 'M0-.98C.3-.55 .95-.2 .95 .25C.95 .56 .73 .72 .5 .72C.31 .72 .15 .62 .07 .46C.08 .7 .18 .87 .36 .95H-.36'
    + 'C-.18 .87-.08 .7-.07 .46C-.15 .62-.31 .72-.5 .72C-.73 .72-.95 .56-.95 .25C-.95-.2-.3-.55 0-.98Z',
  d: 'M0-1C.2-.58 .44-.26 .76 0C.44 .26 .2 .58 0 1C-.2 .58-.44 .26-.76 0C-.44-.26-.2-.58 0-1Z',
  c: 'M0-.98C.29-.98 .5-.77 .5-.5C.5-.36 .44-.23 .34-.14C.41-.17 .46-.18 .53-.18C.8-.18 1 .03 1 .28C1 .55 .79 .75 .53 .75'
    + 'C.33 .75 .15 .64 .07 .46C.08 .7 .18 .87 .36 .95H-.36C-.18 .87-.08 .7-.07 .46C-.15 .64-.33 .75-.53 .75'
    + 'C-.79 .75-1 .55-1 .28C-1 .03-.8-.18-.53-.18C-.46-.18-.41-.17-.34-.14C-.44-.23-.5-.36-.5-.5C-.5-.77-.29-.98 0-.98Z',
};

// Where the pips lie: column and row, a row below the middle turned upside down.
const PIPS = {
  2: [[0, -2], [0, 2]],
  3: [[0, -2], [0, 0], [0, 2]],
  4: [[-1, -2], [1, -2], [-1, 2], [1, 2]],
  5: [[-1, -2], [1, -2], [0, 0], [-1, 2], [1, 2]],
  6: [[-1, -2], [1, -2], [-1, 0], [1, 0], [-1, 2], [1, 2]],
  7: [[-1, -2], [1, -2], [0, -1], [-1, 0], [1, 0], [-1, 2], [1, 2]],
  8: [[-1, -2], [1, -2], [0, -1], [-1, 0], [1, 0], [0, 1], [-1, 2], [1, 2]],
  9: [[-1, -2], [1, -2], [-1, -0.67], [1, -0.67], [0, 0], [-1, 0.67], [1, 0.67], [-1, 2], [1, 2]],
  T: [[-1, -2], [1, -2], [0, -1.33], [-1, -0.67], [1, -0.67], [-1, 0.67], [1, 0.67], [0, 1.33], [-1, 2], [1, 2]],
};

export function suitShape(suit, size) {
  return s('path', { d: SHAPES[suit], transform: `scale(${size})` });
}

function at(x, y, child, turned) {
  return s('g', { transform: `translate(${x} ${y})${turned ? ' rotate(180)' : ''}` }, child);
}

function index(rank, suit, turned) {
  const label = rank === 'T' ? '10' : rank;
  // Narrower than the others', for the picture's sake.
  const kind = label === '10' ? 'ten' : PIPS[rank] || rank === 'A' ? '' : 'letter';
  return s('g', { transform: turned ? 'rotate(180)' : null },
    s('text', { class: `index ${kind}`, x: kind ? -21.4 : -20.5, y: -21 }, label),
    at(-20.5, -12, suitShape(suit, 5.4)));
}

/** A court's picture is fetched when the first is dealt: the lobby has no use for it. */
function court(rank) {
  const drawn = s('g', { class: 'court' });
  courts ??= import('./courts.js');
  courts.then(({ figure }) => {
    const half = () => figure(rank).map(([kind, d]) => s('path', { class: kind, d }));
    drawn.append(s('rect', { class: 'ground', x: -14, y: -36, width: 28, height: 72, rx: 1.5 }),
      s('g', {}, half()), s('g', { transform: 'rotate(180)' }, half()), s('path', { class: 'lines', d: 'M-14 0H14' }));
  });
  return drawn;
}

function body(rank, suit) {
  if (rank === 'A') return suitShape(suit, 15);
  if (PIPS[rank] === undefined) return court(rank);
  return s('g', {}, PIPS[rank].map(([x, y]) => at(x * 7.4, y * 13.8, suitShape(suit, 4.8), y > 0)));
}

function lattice() {
  const steps = [];
  for (let x = -20; x <= 20; x += 8) {
    for (let y = -32; y <= 32; y += 8) steps.push(`M${x}${y < 0 ? y : ` ${y}`}m0-3l3 3l-3 3l-3-3z`);
  }
  return steps.join('');
}

const LATTICE = lattice();

function paper(kind) {
  return s('rect', { class: kind, x: -WIDTH / 2, y: -HEIGHT / 2, width: WIDTH, height: HEIGHT, rx: 5 });
}

function face(code) {
  if (isTile(code)) return tileFace(code);
  const [rank, suit] = code;
  return s('g', { class: `face ${suit === 'h' || suit === 'd' ? 'red' : 'black'}` },
    paper('paper'), index(rank, suit, false), index(rank, suit, true), body(rank, suit));
}

function back() {
  return s('g', { class: 'back' }, paper('paper'),
    s('rect', { class: 'weave', x: -26, y: -38, width: 52, height: 76, rx: 3 }),
    s('path', { class: 'lattice', d: LATTICE }));
}

/** "As" in words. */
export function cardName(code) {
  if (isTile(code)) return tileName(code);
  return code === '??' ? 'a card face down' : `${NAMES[code[0]]} of ${SUITS[code[1]]}`;
}

const SIGNS = { s: '♠', h: '♥', d: '♦', c: '♣' };

/** Cards named in a text, as people write them: "dealer 7c Td" is "dealer 7♣ 10♦". */
export function withSigns(text) {
  return String(text).replace(/\b([2-9TJQKA])([shdc])\b/g, (_, rank, suit) => `${rank === 'T' ? '10' : rank}${SIGNS[suit]}\u{FE0E}`);
}

export function card(code) {
  return s('g', { class: 'card', role: 'img', 'aria-label': cardName(code), data: { card: code } },
    code === '??' ? back() : face(code));
}

/** Turn a card over where it lies, after so many milliseconds: it is another card at once, and looks like it in time. */
export function turn(drawn, code, { animated = true, delay = 0 } = {}) {
  const [before] = drawn.children;
  const after = code === '??' ? back() : face(code);
  drawn.replaceChildren(after);
  drawn.setAttribute('aria-label', cardName(code));
  drawn.dataset.card = code;
  if (!animated) return;
  const closing = move(before, [{ transform: 'scaleX(1)' }, { transform: 'scaleX(.03)' }], { delay, duration: 100, easing: 'ease-in' });
  if (!closing) return;
  before.setAttribute('aria-hidden', 'true');
  drawn.append(before);
  closing.onfinish = () => before.remove();
  move(after, [{ transform: 'scaleX(.03)' }, { transform: 'scaleX(1)' }], { delay: delay + 100, duration: 110, easing: 'ease-out' });
  sound('turn', delay);
}

/** Cards that are put together, each group by itself, in one row. */
export function groupRow(groups) {
  const [step, between] = [50, 18];
  const width = groups.reduce((sum, cards) => sum + cards.length * step + between, -between);
  let x = step / 2;
  const drawn = groups.map((cards) => {
    const group = cards.map((code, n) => s('g', { transform: `translate(${x + n * step} 0)` }, card(code)));
    x += cards.length * step + between;
    return s('g', {}, group);
  });
  return s('svg', { class: 'card-row', viewBox: `0 ${-HEIGHT / 2 - 2} ${width} ${HEIGHT + 4}`, 'aria-hidden': 'true' }, drawn);
}

/** Cards in a row of their own, for panels and logs. */
export function cardRow(codes) {
  const step = isTile(codes[0]) ? 50 : 46;
  const width = WIDTH + step * Math.max(0, codes.length - 1) + 4;
  const viewBox = `${-WIDTH / 2 - 2} ${-HEIGHT / 2 - 2} ${width} ${HEIGHT + 4}`;
  return s('svg', { class: 'card-row', viewBox, role: 'img', 'aria-label': codes.map(cardName).join(', ') },
    codes.map((code, n) => s('g', { transform: `translate(${n * step} 0)` }, card(code))));
}
