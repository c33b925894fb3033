// Blackjack, QLD schedule 2, and soft 17 blackjack, schedule 2(d): boxes around the table, insurance before them.

import { circle, el, oddsOf, rect, words } from './layout_parts.js';
import { Box, EDGE, frame, house, seats } from './layout_boxes.js';

const PLAN = { middle: 482, front: { y: 430, scale: 1.2 }, others: 218 };

/** QLD-2-3(2) and QLD-2d-2(1): what has to be printed on the layout. */
function printed(view) {
  const blackjack = `Blackjack pays ${oddsOf(view, 'blackjack') || '3 to 2'}`;
  const insurance = `Insurance pays ${oddsOf(view, 'insurance') || '2 to 1'}`;
  if (view.game === 'qld/soft-17-blackjack') {
    return { title: 'Soft 17 blackjack', blackjack, insurance, dealer: 'Dealer must draw on a soft 17 and will stand on a hard 17' };
  }
  return { title: '', blackjack, insurance, dealer: 'Dealer must stand on 17 and must draw to 16' };
}

export function blackjack(sheet) {
  const said = printed(sheet.view);
  sheet.size(...(sheet.narrow ? [390, 580] : [1200, 612]));
  house(sheet);
  if (sheet.narrow) tall(sheet, said);
  else wide(sheet, said);
  for (const seat of seats(sheet, PLAN)) drawBox(sheet, seat, said);
  sheet.elsewhere = (wager, box) => sheet.places.get(`${box}:original`) ?? { x: 0, y: 0, scale: 1 };
  sheet.paint = (view) => paint(sheet, view);
  sheet.add(sheet.mark);
}

function wide(sheet, said) {
  frame(sheet, 'dealer', 'dealer', [600, 64], { cards: 2, fan: 66, room: 420 });
  sheet.add(
    EDGE.words(178, said.blackjack.toUpperCase(), 'motto', 34, 'blackjack-pays', 200, 1000),
    EDGE.words(222, said.dealer, 'rule', 20, 'dealer-draws', 200, 1000),
    el('path', { class: 'band', d: EDGE.band(30, 1170, 262, 310) }));
  if (said.title) sheet.add(words(1090, 34, said.title, 'house', 19));
}

function tall(sheet, said) {
  frame(sheet, 'dealer', 'dealer', [195, 52], { cards: 2, fan: 64, room: 330 });
  sheet.add(words(195, 118, said.blackjack.toUpperCase(), 'motto', 17), words(195, 140, said.dealer, 'rule', 12.5));
  if (said.title) sheet.add(words(340, 20, said.title, 'house', 10.5));
}

function drawBox(sheet, seat, said) {
  const box = new Box(sheet, seat, 126);
  const { x, width, kind } = seat;
  box.place('original', 0, 50, circle(0, 0, 41, 'spot'), [], 16);
  insurance(sheet, box, said);
  box.hand(`${seat.box}`, 0, -62, 1, 24, kind === 'front' ? 300 : 142);
  const [apart, scale, fan, room] = kind === 'front' ? [76, 0.95, 26, 146] : [36, 0.82, 15, 70];
  for (const [part, side] of [['a', -1], ['b', 1]]) {
    box.hand(`${seat.box}${part}`, side * apart, -62, scale, fan, room);
    box.spot(`double down ${seat.box}${part}`, side * (kind === 'front' ? 100 : 56), 82);
  }
  box.spot('double down', kind === 'front' ? 66 : 50, 78);
  box.spot('together', 0, 50);
  box.spot('first', kind === 'front' ? -60 : -24, 50);
  box.spot('split', kind === 'front' ? 60 : 24, 50);
}

/** The insurance line, one stretch of it before each box. */
function insurance(sheet, box, said) {
  const { x, width, kind } = box.seat;
  const number = box.seat.box;
  if (kind === 'full') {
    const [from, to, y] = [x - width / 2 + 2, x + width / 2 - 2, EDGE.at(x, 286)];
    const area = sheet.area('insurance', number, [x, y], [el('path', { class: 'spot', d: EDGE.band(from, to, 264, 308) })],
      { decision: true, name: 'later band-part' });
    sheet.add(area);
    if (number === 1) {
      sheet.add(EDGE.words(287, said.insurance.toUpperCase(), 'motto small', 21, 'insurance-pays', 100, 1100));
    }
  } else if (kind === 'front') {
    const line = rect(70, 272, 250, 26, 'spot', 13);
    sheet.add(sheet.area('insurance', number, [92, 285], [line], { decision: true, name: 'later', scale: 0.8 }),
      words(195, 285, said.insurance.toUpperCase(), 'motto small', 12.5));
  } else {
    box.spot('insurance', 0, -112);
  }
}

/** After a split the original wager lies with the first hand. */
function paint(sheet, view) {
  for (const number of sheet.boxes.keys()) {
    const split = `${number}a` in (view.hands ?? {});
    sheet.places.set(`${number}:original`, sheet.places.get(`${number}:${split ? 'first' : 'together'}`));
  }
}
