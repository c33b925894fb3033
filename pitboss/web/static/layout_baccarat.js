// Baccarat, QLD schedule 1: the two hands, and for each place an area for the player's hand, the banker's and a tie.

import { Curve, el, oddsOf, oddsOn, rect, words } from './layout_parts.js';
import { frame, house } from './layout_boxes.js';

const WAGERS = ['tie', 'banker', 'player'];
const EDGE = new Curve(1200, 120);
// From the dealer outwards: where each band of areas starts and ends in the middle of the table.
const BANDS = { tie: [318, 418], banker: [426, 540], player: [548, 662] };
const FRONT = { tie: [246, 316], banker: [324, 408], player: [416, 500] };

export function baccarat(sheet) {
  const { view, narrow } = sheet;
  const places = Math.min(view.boxes ?? 9, Number(view.options?.places ?? view.boxes ?? 9));
  sheet.size(...(narrow ? [390, 546] : [1200, 736]));
  house(sheet);
  for (const [hand, side] of [['player', -1], ['banker', 1]]) hands(sheet, hand, side);
  const all = Array.from({ length: places }, (_, place) => place + 1);
  if (narrow) tall(sheet, all);
  else wide(sheet, all);
  sheet.odds = odds;
  sheet.wins = ({ wager }, now) => wager === winner(now);
}

/** Which hand won: of the round that was last written into the history. */
function winner(view) {
  const past = (view.history ?? []).at(-1);
  const shown = view.phase === 'wagers' || view.phase === 'settlement';
  return shown && past && past.round === view.last?.round ? past.tag : '';
}

/** What is printed beside a wager's name. QLD-1-12: a table may pay the banker's hand at even money. */
function odds(view, wager) {
  if (wager !== 'banker' || oddsOf(view, wager)) return oddsOf(view, wager);
  if (view.options?.banker !== 'even-money') return oddsOn(view, wager, 'commission');
  const six = oddsOn(view, wager, 'even money, count of 6');
  return six ? `even money, ${six} on 6` : 'even money';
}

function hands(sheet, hand, side) {
  const { narrow, view } = sheet;
  const [x, y] = narrow ? [195 + side * 96, 72] : [600 + side * 215, 152];
  const [scale, fan] = narrow ? [0.86, 58] : [1.4, 94];
  frame(sheet, hand, '', [x, y], { cards: 3, scale, fan });
  const head = narrow ? 14 : 58;
  const printed = narrow ? '' : odds(view, hand);
  const name = `motto ${hand}`;
  if (printed) {
    const middle = x + (hand.length - printed.length) * 4;
    sheet.add(words(middle - 8, head, hand.toUpperCase(), `${name} end`, 28),
      words(middle + 8, head, `pays ${printed}`, 'rule start', 20));
  } else {
    sheet.add(words(x, head, hand.toUpperCase(), name, narrow ? 16 : 28));
  }
}

function wide(sheet, all) {
  const step = 1140 / all.length;
  const tie = odds(sheet.view, 'tie');
  if (tie) sheet.add(EDGE.words(286, `Tie pays ${tie}`, 'rule', 20, 300, 900));
  for (const box of all) {
    const [left, right] = [1170 - box * step + 3, 1170 - (box - 1) * step - 3];
    const x = (left + right) / 2;
    const name = words(x, EDGE.at(x, 691), '', 'seat-name', 20);
    const plate = el('g', { class: 'box', data: { seat: box } },
      el('path', { class: 'plate', d: EDGE.band(left - 2, right + 2, 313, 716) }), name);
    sheet.box(box, plate, name, Math.floor(step / 13));
    sheet.add(plate);
    for (const wager of WAGERS) column(sheet, wager, box, left, right);
  }
}

function column(sheet, wager, box, left, right) {
  const [top, bottom] = BANDS[wager];
  const x = (left + right) / 2;
  const y = EDGE.at(x, top + 21);
  const size = Math.min(21, (right - left) / (wager.length * 0.76));
  const turned = { transform: `rotate(${EDGE.turn(x)} ${x} ${y})` };
  const label = words(x, y, wager.toUpperCase(), `label ${wager}`, size, turned);
  const cell = el('path', { class: `spot ${wager}`, d: EDGE.band(left, right, top, bottom) });
  const spot = [x, EDGE.at(x, (top + bottom) / 2 + 17)];
  sheet.add(sheet.area(wager, box, spot, [cell, label], { scale: Math.min(1.1, (right - left) / 75) }));
}

function tall(sheet, all) {
  const ahead = Math.min(sheet.front, all.length);
  const behind = all.filter((box) => box !== ahead);
  const step = Math.min(46, 380 / Math.max(1, behind.length));
  const start = 195 + (step * (behind.length - 1)) / 2;
  behind.forEach((box, place) => small(sheet, box, start - place * step, step));
  const name = words(195, 518, '', 'seat-name', 17);
  const plate = el('g', { class: 'box front', data: { seat: ahead } }, rect(8, 238, 374, 298, 'plate', 14), name);
  sheet.box(ahead, plate, name, 24, `place ${ahead}`);
  sheet.add(plate);
  for (const wager of WAGERS) {
    const [top, bottom] = FRONT[wager];
    const y = (top + bottom) / 2;
    const parts = [rect(16, top, 358, bottom - top, `spot ${wager}`, 10),
      words(32, y, wager.toUpperCase(), `label start ${wager}`, 23),
      words(358, y, odds(sheet.view, wager), 'rule end', 16)];
    sheet.add(sheet.area(wager, ahead, [210, y], parts, { scale: 1.25 }));
  }
}

function small(sheet, box, x, step) {
  const name = words(x, 223, '', 'seat-name', 10.5);
  const plate = el('g', { class: 'box small', data: { seat: box } },
    rect(x - step / 2 + 1, 130, step - 2, 102, 'plate', 6), name);
  sheet.box(box, plate, name, Math.floor(step / 7.2));
  sheet.add(plate);
  WAGERS.forEach((wager, row) => {
    const y = 146 + row * 28;
    const cell = rect(x - step / 2 + 3, y - 13, step - 6, 26, `spot ${wager}`, 4);
    const letter = words(x, y, wager[0].toUpperCase(), `label ${wager}`, 12);
    sheet.add(sheet.area(wager, box, [x, y], [cell, letter], { scale: 0.5 }));
  });
}
