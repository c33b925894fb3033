// One's own wagers as a list: each can be taken back there, and at craps called on or off.

import { h, money } from './dom.js';

// Wagers that sleep through a come out roll unless a button says otherwise.
const SLEEPING = /^(place bet|buy bet|come odds|\d+ (in )?the hardway)/;
const DICE = ['accept the dice', 'pass the dice', 'reject the dice'];

export function betsPanel(bets, state) {
  const list = h('ol', { class: 'my-bets' });
  const total = h('p', { class: 'meter' });
  const dice = h('div', { class: 'tools', hidden: true });
  const element = h('section', { class: 'bets-panel' }, total, list, dice);
  let drawn = '';

  const decide = (box, name) => bets.give({ t: 'decide', hand: String(box), name });
  const button = (label, name, act, disabled) => h('button', { type: 'button', class: 'tool', 'aria-label': name, disabled, on: { click: act } }, label);

  function item({ box, wager, slot, amount, hand, marks }, { view, boxes }) {
    const open = view.betting;
    const name = slot ?? wager;
    const on = marks?.on ? (marks.on === 'off' ? 'off' : 'on') : '';
    const sleeps = view.game.includes('craps') && SLEEPING.test(wager);
    return h('li', {},
      h('span', { class: 'text' }, boxes.length > 1 ? `box ${box}: ` : '', name, hand && hand !== String(box) ? ` on ${hand}` : '', on ? h('span', { class: 'badge' }, on) : null),
      h('b', {}, money(amount)),
      sleeps ? button(on === 'on' ? 'Off' : 'On', `call ${name} ${on === 'on' ? 'off' : 'on'}`, () => decide(box, `${on === 'on' ? 'off' : 'on'} ${name}`), !open) : null,
      button('Take back', `take back ${name}`, () => bets.give({ t: 'take', box, wager: name, to: 0 }), !open));
  }

  function draw(now) {
    const { view, me, boxes } = now;
    const mine = (view.wagers ?? []).filter((wager) => wager.player === me);
    const key = JSON.stringify([mine, view.betting, boxes]);
    if (key === drawn) return;
    drawn = key;
    total.replaceChildren('On the table ', h('b', {}, money(mine.reduce((sum, { amount }) => sum + amount, 0))));
    list.replaceChildren(...(mine.length ? mine.map((wager) => item(wager, now)) : [h('li', { class: 'dim' }, 'You have no wager on the layout.')]));
    dice.hidden = !view.game.includes('craps') || boxes.length === 0;
    dice.replaceChildren(...DICE.map((name) => button(name, name, () => decide(boxes[0], name), !view.betting)));
  }

  return { title: 'Bets', element, open: () => draw(state()), update: (now) => now && draw(now) };
}
