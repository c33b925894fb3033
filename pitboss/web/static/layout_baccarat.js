// Baccarat: the two hands, and for each place an area for the player's hand, the banker's and a tie.

import { Curve, el, oddsOf, oddsOn, rect, words } from './layout_parts.js';
import { LOW, common, frame, house } from './layout_boxes.js';

const WAGERS = ['tie', 'banker', 'player'];
const EDGE = new Curve(1200, 120);
// From the dealer outwards: where each band of areas starts and ends in the middle of the table.
const BANDS = { tie: [318, 418], banker: [426, 540], player: [548, 662] };
const FRONT = { tie: [246, 316], banker: [324, 408], player: [416, 500] };
// The front place of a phone on its side: its wagers between these heights, its name below them.
const BESIDE = { top: 16, bottom: 350, name: 366 };
// Additional wagers lie between the ties and the dealer; on a phone below the player's hand.
const SIDES = 58;
const IN_A_ROW = 3;
const SMALL = 26;
// Where there are more of them than this, those of the place in front lie in a rail of their own, and the wagers of the
// game are lower for it: on a phone side by side.
const FEW = 6;
const RAIL = { row: 48, thin: 24, places: 2 };
const LOWER = { tie: [318, 388], banker: [396, 480], player: [488, 572], saved: 90 };
const FRONT_RAIL = { tall: { row: 46, rows: 3, main: 66 }, low: { row: 78, rows: 3, main: 84 } };

export function draw(sheet) {
  const { view, narrow } = sheet;
  const places = Math.min(view.boxes ?? 9, Number(view.options?.places ?? view.boxes ?? 9));
  sheet.many = (view.sides ?? []).length > FEW;
  // The rail is redrawn for another place.
  sheet.follows = sheet.many;
  sheet.more = sheet.many ? RAIL.places * RAIL.row + RAIL.thin : SIDES * rowsOf(view.sides ?? []).length;
  // How far the player's own areas lie below those of others, on a phone.
  sheet.lower = sheet.more ? SMALL : 0;
  sheet.size(...{
    wide: [1200, 736 + sheet.more - (sheet.many ? LOWER.saved : 0)],
    tall: [390, sheet.many && sheet.narrow ? railed(sheet).to + 10 : 546 + sheet.more + sheet.lower], low: [LOW.width, LOW.height],
  }[sheet.form]);
  house(sheet);
  for (const [hand, side] of [['player', -1], ['banker', 1]]) hands(sheet, hand, side);
  const all = Array.from({ length: places }, (_, place) => place + 1);
  if (narrow) withFront(sheet, all);
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

/** What is printed beside a wager's name. A table may pay the banker's hand at even money. */
function odds(view, wager) {
  if (wager !== 'banker' || oddsOf(view, wager)) return oddsOf(view, wager);
  if (view.options?.banker !== 'even-money') return oddsOn(view, wager, 'commission');
  const six = oddsOn(view, wager, 'even money, count of 6');
  return six ? `even money, ${six} on 6` : 'even money';
}

function hands(sheet, hand, side) {
  const { narrow, view } = sheet;
  const [middle] = narrow ? common(sheet) : [600];
  const [aside, y, scale, fan] = { wide: [215, 152, 1.4, 94], tall: [96, 72, 0.86, 58], low: [76, 66, 0.7, 46] }[sheet.form];
  const x = middle + side * aside;
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
  const low = sheet.more - (sheet.many ? LOWER.saved : 0);
  const ahead = Math.min(sheet.front, all.length);
  const printed = [tie && `Tie pays ${tie}`, sheet.many && `Side bets of place ${ahead}:`].filter(Boolean).join(' \u00b7 ');
  if (printed) sheet.add(EDGE.words(286, printed, 'rule', 20, 300, 900));
  if (sheet.many) rail(sheet, ahead);
  for (const box of all) {
    const [left, right] = [1170 - box * step + 3, 1170 - (box - 1) * step - 3];
    const x = (left + right) / 2;
    const name = words(x, EDGE.at(x, 691 + low), '', 'seat-name', 20);
    const plate = el('g', { class: 'box', data: { seat: box } },
      el('path', { class: 'plate', d: EDGE.band(left - 2, right + 2, sheet.many ? 313 + RAIL.places * RAIL.row : 313, 716 + low) }), name);
    sheet.box(box, plate, name, Math.floor(step / 13));
    sheet.add(plate);
    for (const wager of WAGERS) column(sheet, wager, box, left, right);
    if (!sheet.many) additional(sheet, box, left, right);
    else if (box !== ahead) thin(sheet, box, left, right);
  }
}

/** The additional wagers of the place in front, along the whole table. */
function rail(sheet, box) {
  rowsOf(sheet.view.sides, RAIL.places).forEach((sides, row) => sides.forEach(({ wager, short }, place) => {
    const width = 1140 / sides.length;
    const top = 318 + row * RAIL.row;
    const [from, to] = [1170 - (place + 1) * width + 3, 1170 - place * width - 3].map((x) => 1200 - x).reverse();
    const cell = el('path', { class: 'spot side', d: EDGE.band(from, to, top, top + RAIL.row - 6) });
    const x = from + (to - from) * 0.39;
    const said = short.toUpperCase().split(' ');
    const y = EDGE.at(x, top + RAIL.row / 2 - 3 - (said.length - 1) * 8);
    const turned = { transform: `rotate(${EDGE.turn(x)} ${x} ${y})` };
    const label = words(x, y, '', 'label', 15, turned);
    label.append(...said.map((line, at) => el('tspan', { x, dy: at * 16 }, line)));
    const spot = to - 22;
    sheet.add(sheet.area(wager, box, [spot, EDGE.at(spot, top + RAIL.row / 2 - 3)], [cell, label], { scale: 0.62 }));
  }));
}

/** The additional wagers of another place, in a line. */
function thin(sheet, box, left, right) {
  const { sides } = sheet.view;
  const width = (right - left) / sides.length;
  const top = 318 + RAIL.places * RAIL.row;
  sides.forEach(({ wager }, place) => {
    const from = left + place * width;
    const x = from + width / 2;
    const cell = el('path', { class: 'spot side faded', d: EDGE.band(from + 0.5, from + width - 0.5, top, top + RAIL.thin - 6) });
    sheet.add(sheet.area(wager, box, [x, EDGE.at(x, top + RAIL.thin / 2 - 3)], [cell], { scale: 0.35, tiny: true }));
  });
}

/** Additional wagers in rows. */
function rowsOf(sides, rows = Math.ceil(sides.length / IN_A_ROW)) {
  const each = Math.ceil(sides.length / rows);
  return Array.from({ length: rows }, (_, row) => sides.slice(row * each, (row + 1) * each));
}

/** One cell for each additional wager, side by side. */
function additional(sheet, box, left, right) {
  rowsOf(sheet.view.sides ?? []).forEach((sides, row) => sides.forEach(({ wager, short }, place) => {
    const width = (right - left) / sides.length;
    const top = 318 + row * SIDES;
    const [from, to] = [left + place * width, left + (place + 1) * width - 2];
    const x = (from + to) / 2;
    const cell = el('path', { class: 'spot side', d: EDGE.band(from, to, top, top + SIDES - 8) });
    const said = short.toUpperCase().split(' ');
    const longest = Math.max(...said.map((line) => line.length));
    const turned = { transform: `rotate(${EDGE.turn(x)} ${x} ${EDGE.at(x, top + 13)})` };
    const label = words(x, EDGE.at(x, top + 13), '', 'label under', Math.min(13, (width - 8) / (longest * 0.84)), turned);
    label.append(...said.map((line, row) => el('tspan', { x, dy: row * 12 }, line)));
    sheet.add(sheet.area(wager, box, [x, EDGE.at(x, top + 34)], [cell, label], { scale: Math.min(0.7, width / 60) }));
  }));
}

function column(sheet, wager, box, left, right) {
  const [top, bottom] = (sheet.many ? LOWER : BANDS)[wager].map((y) => y + sheet.more);
  const x = (left + right) / 2;
  const y = EDGE.at(x, top + 21);
  const size = Math.min(21, (right - left) / (wager.length * 0.76));
  const turned = { transform: `rotate(${EDGE.turn(x)} ${x} ${y})` };
  const label = words(x, y, wager.toUpperCase(), `label ${wager}`, size, turned);
  const cell = el('path', { class: `spot ${wager}`, d: EDGE.band(left, right, top, bottom) });
  const spot = [x, EDGE.at(x, (top + bottom) / 2 + 17)];
  sheet.add(sheet.area(wager, box, spot, [cell, label], { scale: Math.min(1.1, (right - left) / 75) }));
}

/** On a phone one place in front, the others small behind or beside it. */
function withFront(sheet, all) {
  const ahead = Math.min(sheet.front, all.length);
  const behind = all.filter((box) => box !== ahead);
  const [middle, half] = common(sheet);
  const step = Math.min(46, (2 * half) / Math.max(1, behind.length));
  const start = middle + (step * (behind.length - 1)) / 2;
  const front = frontOf(sheet);
  const name = words(front.x, front.name, '', 'seat-name', 17);
  const plate = el('g', { class: 'box front', data: { seat: ahead } }, rect(front.left - 8, front.from, front.width + 16, front.to - front.from, 'plate', 14), name);
  sheet.box(ahead, plate, name, 24, `place ${ahead}`);
  sheet.add(plate);
  if (sheet.many) together(sheet, ahead, front);
  else apart(sheet, ahead, front);
  behind.forEach((box, place) => small(sheet, box, start - place * step, step));
}

/** The wagers of the game one above the other, and the additional ones in rows below them. */
function apart(sheet, ahead, front) {
  for (const wager of WAGERS) {
    const [top, bottom] = front[wager];
    const y = (top + bottom) / 2;
    const parts = [rect(front.left, top, front.width, bottom - top, `spot ${wager}`, 10),
      words(front.left + 16, y, wager.toUpperCase(), `label start ${wager}`, 23),
      words(front.left + front.width - 16, y, odds(sheet.view, wager), 'rule end', 16)];
    sheet.add(sheet.area(wager, ahead, [front.x + 15, y], parts, { scale: 1.25 }));
  }
  rowsOf(sheet.view.sides ?? []).forEach((sides, row) => sides.forEach(({ wager, short }, place) => {
    const width = front.width / sides.length;
    const [x, top] = [front.left + (place + 0.5) * width, front.sides + row * SIDES];
    const parts = [rect(x - width / 2 + 1, top, width - 4, SIDES - 10, 'spot side', 10),
      words(x, top + 10, short.toUpperCase(), 'label', Math.min(14, (width - 10) / (short.length * 0.66)))];
    sheet.add(sheet.area(wager, ahead, [x, top + 30], parts, { scale: 0.8 }));
  }));
}

/** The wagers of the game side by side, and below them as many rows of additional ones as there is room for. */
function together(sheet, ahead, { left, width, main, sides: top }) {
  const { row: height, rows, main: tall } = FRONT_RAIL[sheet.form];
  [...WAGERS].reverse().forEach((wager, place) => {
    const each = width / 3;
    const x = left + (place + 0.5) * each;
    const parts = [rect(x - each / 2 + 2, main, each - 4, tall, `spot ${wager}`, 10),
      words(x, main + 14, wager.toUpperCase(), `label ${wager}`, 17),
      words(x, main + tall - 10, odds(sheet.view, wager), 'rule', Math.min(11.5, (each - 12) / (odds(sheet.view, wager).length * 0.56)))];
    sheet.add(sheet.area(wager, ahead, [x, main + tall / 2 + 3], parts, { scale: 0.85 }));
  });
  rowsOf(sheet.view.sides, rows).forEach((sides, row) => sides.forEach(({ wager, short }, place) => {
    const each = width / sides.length;
    const [x, y] = [left + (place + 0.5) * each, top + row * height];
    const said = short.toUpperCase().split(' ');
    const size = Math.min(height > 60 ? 11 : 9.8, (each - 8) / (Math.max(...said.map((line) => line.length)) * 0.7));
    const label = words(x, y + 8, '', 'label', size);
    label.append(...said.map((line, at) => el('tspan', { x, dy: at * size }, line)));
    const cell = rect(x - each / 2 + 1, y, each - 3, height - 5, 'spot side', 8);
    sheet.add(sheet.area(wager, ahead, [x, y + height - (height > 60 ? 26 : 14)], [cell, label], { scale: height > 60 ? 0.8 : 0.44 }));
  }));
}

/** Where they are on a phone, where the front place begins and ends, and where its name is. */
function railed({ form, lower }) {
  const { row, rows, main } = FRONT_RAIL[form];
  const from = form === 'low' ? LOW.front.top : 238 + lower;
  const sides = from + 8 + main + 6;
  const name = sides + rows * row + (form === 'low' ? 16 : 8);
  return { from, main: from + 8, sides, name, to: form === 'low' ? LOW.front.bottom : name + 14 };
}

/** Where the front place and its wagers are. */
function frontOf(sheet) {
  const { form, lower, more } = sheet;
  if (sheet.many) {
    const [x, width] = form === 'low' ? [LOW.front.x, LOW.front.width - 16] : [195, 358];
    return { x, left: x - width / 2, width, ...railed(sheet) };
  }
  if (form === 'low') {
    const { x, width, top, bottom } = LOW.front;
    const each = (BESIDE.bottom - BESIDE.top - more) / 3;
    const band = (row) => [BESIDE.top + row * each, BESIDE.top + (row + 1) * each - 8];
    return {
      x, left: x - width / 2 + 8, width: width - 16, from: top, to: bottom, name: BESIDE.name, sides: BESIDE.bottom - more,
      tie: band(0), banker: band(1), player: band(2),
    };
  }
  const bands = Object.fromEntries(WAGERS.map((wager) => [wager, FRONT[wager].map((y) => y + lower)]));
  return { x: 195, left: 16, width: 358, from: 238 + lower, to: 536 + more + lower, name: 518 + more + lower, sides: 508 + lower, ...bands };
}

function small(sheet, box, x, step) {
  const name = words(x, 223 + sheet.lower, '', 'seat-name', 10.5);
  const plate = el('g', { class: 'box small', data: { seat: box } },
    rect(x - step / 2 + 1, 130, step - 2, 102 + sheet.lower, 'plate', 6), name);
  sheet.box(box, plate, name, Math.floor(step / 7.2));
  sheet.add(plate);
  WAGERS.forEach((wager, row) => {
    const y = 146 + row * 28;
    const cell = rect(x - step / 2 + 3, y - 13, step - 6, 26, `spot ${wager}`, 4);
    const letter = words(x, y, wager[0].toUpperCase(), `label ${wager}`, 12);
    sheet.add(sheet.area(wager, box, [x, y], [cell, letter], { scale: 0.5 }));
  });
  sheet.view.sides?.forEach(({ wager }, place, { length }) => {
    const width = (step - 6) / length;
    const at = x - step / 2 + 3 + (place + 0.5) * width;
    const cell = rect(at - width / 2 + 0.5, 217, width - 1, 22, `spot side${sheet.many ? ' faded' : ''}`, 3);
    sheet.add(sheet.area(wager, box, [at, 228], [cell], { scale: 0.4 }));
  });
}
