// Baccarat, QLD schedule 1: the two hands, and for each place an area for the player's hand, the banker's and a tie.

import { el, lines, oddsOf, rect, words } from './layout_parts.js';
import { EDGE, frame, house } from './layout_boxes.js';

const WAGERS = ['tie', 'banker', 'player'];
// From the dealer outwards: where each band of areas starts and ends in the middle of the table.
const BANDS = { tie: [286, 362], banker: [370, 456], player: [464, 556] };
const FRONT = { tie: [232, 316], banker: [324, 408], player: [416, 500] };

export function baccarat(sheet) {
  const { view, narrow } = sheet;
  const places = Math.min(view.boxes ?? 9, Number(view.options?.places ?? view.boxes ?? 9));
  sheet.size(...(narrow ? [390, 548] : [1200, 620]));
  house(sheet);
  for (const [hand, side] of [['player', -1], ['banker', 1]]) hands(sheet, hand, side);
  const all = Array.from({ length: places }, (_, place) => place + 1);
  if (narrow) tall(sheet, all);
  else wide(sheet, all);
  sheet.wins = ({ wager }, now) => wager === winner(now);
}

/** Which hand won: of the round that was last written into the history. */
function winner(view) {
  const past = (view.history ?? []).at(-1);
  const shown = view.phase === 'wagers' || view.phase === 'settlement';
  return shown && past && past.round === view.last?.round ? past.tag : '';
}

function hands(sheet, hand, side) {
  const [x, y] = sheet.narrow ? [195 + side * 96, 70] : [600 + side * 195, 108];
  const scale = sheet.narrow ? 0.86 : 1.1;
  frame(sheet, hand, '', [x, y], { cards: 3, scale, fan: sheet.narrow ? 58 : 76 });
  sheet.add(words(x, sheet.narrow ? 13 : 38, hand.toUpperCase(), `motto ${hand}`, sheet.narrow ? 15 : 24));
}

/** What is printed beside a wager's name. */
function odds(sheet, wager) {
  const printed = oddsOf(sheet.view, wager);
  if (wager !== 'banker' || printed) return printed;
  return sheet.view.options?.banker === 'even-money' ? 'even money' : '';
}

function wide(sheet, all) {
  const step = 1140 / all.length;
  for (const box of all) {
    const [left, right] = [1170 - box * step + 3, 1170 - (box - 1) * step - 3];
    const x = (left + right) / 2;
    const name = words(x, EDGE.at(x, 590), '', 'seat-name', 19);
    const plate = el('g', { class: 'box', data: { seat: box } },
      el('path', { class: 'plate', d: EDGE.band(left - 2, right + 2, 281, 608) }), name);
    sheet.box(box, plate, name);
    sheet.add(plate);
    for (const wager of WAGERS) {
      const [top, bottom] = BANDS[wager];
      const y = EDGE.at(x, (top + bottom) / 2);
      const said = [wager.toUpperCase(), odds(sheet, wager)].filter(Boolean);
      const size = Math.min(20, step / (wager.length * 0.78 + 0.6));
      const label = el('g', {}, words(x, EDGE.at(x, top + 20), said[0], `label ${wager}`, size));
      if (said[1]) label.append(words(x, EDGE.at(x, bottom - 14), said[1], 'quiet', Math.min(15, step / 5.5)));
      const cell = el('path', { class: `spot ${wager}`, d: EDGE.band(left, right, top, bottom) });
      sheet.add(sheet.area(wager, box, [x, y], [cell, label], { scale: Math.min(1.1, step / 90) }));
    }
  }
}

function tall(sheet, all) {
  const ahead = Math.min(sheet.front, all.length);
  const behind = all.filter((box) => box !== ahead);
  const step = Math.min(46, 380 / Math.max(1, behind.length));
  const start = 195 + (step * (behind.length - 1)) / 2;
  behind.forEach((box, place) => small(sheet, box, start - place * step, step));
  const name = words(195, 518, '', 'seat-name', 17);
  const plate = el('g', { class: 'box front', data: { seat: ahead } }, rect(8, 224, 374, 312, 'plate', 14), name);
  sheet.box(ahead, plate, name);
  sheet.add(plate);
  for (const wager of WAGERS) {
    const [top, bottom] = FRONT[wager];
    const said = [wager.toUpperCase(), odds(sheet, wager)].filter(Boolean);
    const parts = [rect(16, top, 358, bottom - top, `spot ${wager}`, 10), words(32, (top + bottom) / 2, said[0], `label start ${wager}`, 22)];
    if (said[1]) parts.push(words(358, (top + bottom) / 2, said[1], 'quiet end', 15));
    sheet.add(sheet.area(wager, ahead, [195, (top + bottom) / 2], parts, { scale: 1.2 }));
  }
}

function small(sheet, box, x, step) {
  const name = words(x, 213, '', 'seat-name', 10.5);
  const plate = el('g', { class: 'box small', data: { seat: box } }, rect(x - step / 2 + 1, 128, step - 2, 92, 'plate', 6), name);
  sheet.box(box, plate, name);
  sheet.add(plate);
  WAGERS.forEach((wager, row) => {
    const cell = rect(x - step / 2 + 3, 131 + row * 25, step - 6, 23, `spot ${wager}`, 4);
    const letter = words(x, 143 + row * 25, wager[0].toUpperCase(), `label ${wager}`, 12);
    sheet.add(sheet.area(wager, box, [x, 142.5 + row * 25], [cell, letter], { scale: 0.5 }));
  });
}
