// A game without a drawing of its own: a box for each player with a place for every wager, made from what the game says of
// itself; the dealer's cards, those of the table, or hands that belong to nobody.

import { block, table } from './layout_poker.js';
import { common, frame } from './layout_boxes.js';
import { el, result, resultKey } from './layout_parts.js';
import { ballPicture, colourOf, die, thrown, tumble } from './chips.js';

const IN_A_ROW = 3;
// Where the wagers of a box end, above its player's name.
const FOOT = 116;
// In the box of who looks on, places are drawn so much larger, and must not touch.
const LARGER = 1.18;
// How high they may be: below the cards of the box, or all of it where it has none.
const [BELOW_CARDS, ALL] = [132, 250];

export function draw(sheet) {
  const { kinds = [], dealt = [], pays = {} } = sheet.view;
  const [opening, later] = [kinds.filter(({ decision }) => !decision), kinds.filter(({ decision }) => decision)];
  const rows = [...rowsOf(later), ...rowsOf(opening)];
  const [high, most] = dealt.includes('box') ? [BELOW_CARDS, 54] : [ALL, 116];
  const step = Math.min(most, high / Math.max(1, rows.length));
  const middle = (at) => FOOT - (rows.length - at - 0.5) * step;
  const places = rows.flatMap((row, at) => row.map((kind, place) => spot(kind, place, row.length, middle(at), step / LARGER)));
  const nobody = dealt.filter((hand) => !['box', 'dealer', 'board'].includes(hand));
  table(sheet, places, {
    cards: 3, board: dealt.includes('board') ? 5 : 0, dealer: dealt.includes('dealer'), printed: Object.keys(pays).slice(0, 2),
  });
  if (['dice', 'wheel'].includes(sheet.view.look?.results)) showResult(sheet);
  const [x, half] = middleOf(sheet);
  nobody.forEach((hand, place) => {
    const [scale, fan] = sheet.narrow ? [0.7, 40] : [1.2, 80];
    const at = x - half + (2 * half * (place + 1)) / (nobody.length + 1);
    frame(sheet, hand, hand, [at, sheet.narrow ? 48 : 120], { cards: 3, scale, fan });
  });
}

function middleOf(sheet) {
  return sheet.narrow ? common(sheet) : [600, 600];
}

/** What dice or ball showed, where no dealer's cards lie. */
function showResult(sheet) {
  const shown = el('g', { class: 'came' });
  const [[x], y, size] = sheet.narrow ? [common(sheet), 48, 64] : [middleOf(sheet), 120, 110];
  sheet.add(shown);
  let key;
  sheet.paint = (view, own, animated) => {
    const before = key;
    key = resultKey(view);
    if (before === key) return 0;
    const came = result(view);
    const rolls = sheet.view.look?.results !== 'wheel';
    shown.replaceChildren(...(rolls ? dice(thrown(came), x, y, size) : ball(came, x, y, size)));
    return rolls && before !== undefined && animated ? tumble([...shown.children]) : 0;
  };
}

function dice(numbers, x, y, size) {
  const at = (place) => x + (place - (numbers.length - 1) / 2) * size * 1.15;
  return numbers.map((number, place) => el('g', { transform: `translate(${at(place)} ${y}) scale(${size / 40})` }, die(number)));
}

function ball(came, x, y, size) {
  if (!/^\d+$/.test(came)) return [];
  const drawn = ballPicture(came, colourOf(came));
  for (const [name, value] of Object.entries({ x: x - size / 2, y: y - size / 2, width: size, height: size })) drawn.setAttribute(name, value);
  return [drawn];
}

function rowsOf(kinds) {
  const rows = Math.ceil(kinds.length / IN_A_ROW);
  const each = Math.ceil(kinds.length / rows);
  return Array.from({ length: rows }, (_, row) => kinds.slice(row * each, (row + 1) * each));
}

function spot({ wager, short, decision }, place, count, dy, height) {
  const width = 144 / count;
  const fits = (lines) => Math.min(17, (width - 12) / (Math.max(...lines.map(({ length }) => length)) * 0.78), (height - 4) / (lines.length * 1.15));
  const said = [[short], inTwo(short)].sort((a, b) => fits(b) - fits(a))[0];
  return [wager, (place - (count - 1) / 2) * width, dy, block(width - 6, height), said.join('\n').toUpperCase(), fits(said), decision];
}

/** Words in two lines, parted where they are nearest to alike. */
function inTwo(said) {
  const parted = [...said].flatMap((letter, at) => (letter === ' ' ? [[said.slice(0, at), said.slice(at + 1)]] : []));
  const uneven = ([first, second]) => Math.abs(first.length - second.length);
  return parted.sort((a, b) => uneven(a) - uneven(b))[0] ?? [said];
}
