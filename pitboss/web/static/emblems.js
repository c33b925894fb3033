// A small picture of what a game is played with, drawn from one line: rows of cards from the top down, divided by "/";
// "??" lies face down, "--" is the place of a card that all share, "." is a little room; behind "|" a word for the
// corner. Or the "wheel", perhaps with symbols on it, or "dice" and their numbers. No card of the tables is needed for it.

import { s } from './dom.js';

const SIZE = 48;
const SIGNS = { s: '♠', h: '♥', d: '♦', c: '♣' };
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

function card(name, x, y, width, height) {
  const place = { x, y, width, height, rx: Math.min(2.5, width / 5) };
  if (name === '??') return s('rect', { ...place, class: 'em-back' });
  if (name === '--') return s('rect', { ...place, class: 'em-place' });
  const red = 'hd'.includes(name[1]) ? ' red' : '';
  const rank = name[0] === 'T' ? '10' : name[0];
  const wide = width >= 11;
  const size = Math.min(width * (rank === '10' ? 0.66 : 0.9), height * (wide ? 0.5 : 0.8));
  const middle = x + width / 2;
  const at = (height_, text, font) => s('text', { x: middle, y: y + height_, 'font-size': font, class: `em-text${red}` }, text);
  return s('g', {}, s('rect', { ...place, class: 'em-card' }),
    wide ? [at(height * 0.45, rank, size), at(height * 0.88, SIGNS[name[1]], size)] : at(height / 2 + size * 0.35, rank, size));
}

function rows(lines) {
  const each = SIZE / lines.length;
  return lines.flatMap((line, n) => {
    const widths = line.map((name) => (name === '.' ? 0.35 : 1));
    const whole = widths.reduce((sum, width) => sum + width, 0);
    // Cards overlap a little before they become too narrow to tell; places for cards never do.
    const room = line.includes('--') ? SIZE / (whole * 1.15) : SIZE / (1 + 0.8 * (whole - 1));
    const width = Math.min(19, (each - 2) * 0.7, room);
    const height = Math.min(each - 2, width * 1.45);
    const step = Math.min(width + 1.2, whole > 1 ? (SIZE - width) / (whole - 1) : 0);
    let x = (SIZE - width - step * (whole - 1)) / 2;
    return line.map((name, place) => {
      const drawn = name === '.' ? null : card(name, x, n * each + (each - height) / 2, width, height);
      x += step * widths[place];
      return drawn;
    });
  });
}

function dice(numbers) {
  const places = [[5, 17], [25, 6], [22, 28]];
  return numbers.slice(0, 3).map((number, n) => s('g', { transform: `translate(${places[n]}) rotate(${[-8, 9, 4][n]} 9 9)` },
    s('rect', { width: 18, height: 18, rx: 3.5, class: 'em-card' }),
    (PIPS[number] ?? []).map((pip) => s('circle', { cx: 4.2 + (pip % 3) * 4.8, cy: 4.2 + Math.floor(pip / 3) * 4.8, r: 1.8, class: 'em-pip' }))));
}

function wheel(symbols) {
  if (symbols.length) return bigWheel(symbols);
  const at = (turn, far) => `${24 + far * Math.sin(turn)} ${24 - far * Math.cos(turn)}`;
  const sectors = Array.from({ length: 18 }, (_, n) => {
    const [from, to] = [n, n + 1].map((step) => (step * Math.PI * 2) / 18);
    return s('path', { d: `M24 24L${at(from, 22)}A22 22 0 0 1 ${at(to, 22)}Z`, class: `em-pocket ${n === 0 ? 'green' : n % 2 ? 'red' : ''}` });
  });
  return [s('circle', { cx: 24, cy: 24, r: 23.5, class: 'em-rim' }), ...sectors, s('circle', { cx: 24, cy: 24, r: 12, class: 'em-hub' }),
    s('circle', { cx: 40, cy: 17, r: 2.2, class: 'em-card' })];
}

function bigWheel(symbols) {
  const step = (Math.PI * 2) / symbols.length;
  const at = (turn, far) => [24 + far * Math.sin(turn), 25 - far * Math.cos(turn)];
  const sectors = symbols.map((symbol, n) => {
    const [from, to] = [at((n - 0.5) * step, 21), at((n + 0.5) * step, 21)];
    const [x, y] = at(n * step, 14.5);
    return s('g', {}, s('path', { d: `M24 25L${from}A21 21 0 0 1 ${to}Z`, class: `em-pocket ${['', 'red', 'green'][n % 3]}` }),
      s('text', { x, y: y + 3.4, 'font-size': 10, class: 'em-word' }, symbol));
  });
  return [s('circle', { cx: 24, cy: 25, r: 22.5, class: 'em-rim' }), ...sectors, s('circle', { cx: 24, cy: 25, r: 4, class: 'em-hub' }),
    s('path', { d: 'M20 0L28 0L24 8Z', class: 'em-card' })];
}

function mark(word) {
  const width = 4 + word.length * 6.2;
  return s('g', {}, s('rect', { x: SIZE - width, y: SIZE - 13, width, height: 13, rx: 3, class: 'em-mark' }),
    s('text', { x: SIZE - width / 2, y: SIZE - 3.2, 'font-size': 9.5, class: 'em-word' }, word));
}

export function emblem(line) {
  const [drawing, word] = line.split(' | ');
  const [what, ...rest] = drawing.split(' ');
  const drawn = what === 'wheel' ? wheel(rest) : what === 'dice' ? dice(rest)
    : rows(drawing.split(' / ').map((row) => row.trim().split(' ')));
  return s('svg', { class: 'emblem', viewBox: `0 0 ${SIZE} ${SIZE}`, 'aria-hidden': 'true' }, drawn, word ? mark(word) : null);
}
