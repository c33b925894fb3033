// Credits: cash out to a voucher, redeem one, and play money when there is little left.

import { button, h, money, dateTime } from './dom.js';
import { link } from './link.js';
import { refusal } from './say.js';

const LOW = 5000;

/** Dollars as people type them, in cents; null when it is no amount. */
export function cents(text) {
  const match = /^\s*\$?([\d,]{1,12})(?:\.(\d{1,2}))?\s*$/.exec(text);
  return match ? Number(match[1].replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null;
}

function voucher({ code, serial, amount, expires, state }) {
  const copy = () => navigator.clipboard?.writeText(code);
  return h('li', { class: `voucher ${state}`, data: { serial } },
    h('b', { class: 'worth' }, money(amount)),
    h('code', {}, code ?? serial),
    state === 'good' && navigator.clipboard ? button('copy', copy, { class: 'plain' }) : null,
    h('span', { class: 'dim' }, `${serial}, ${state === 'good' ? `good until ${dateTime(expires)}` : state}${link.you.play ? '; play money' : ''}`));
}

export function creditsPanel() {
  const vouchers = h('ol', { class: 'vouchers' });
  const said = h('p', { role: 'status', class: 'said' });
  const amount = h('input', { name: 'amount', inputmode: 'decimal', autocomplete: 'off', placeholder: '100.00', id: 'cash-out-amount' });
  const code = h('input', { name: 'code', autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', id: 'redeem-code' });
  const topUp = button('Top up with play money', () => give({ t: 'top-up' }, 'play money added'), { class: 'tool', id: 'top-up' });
  const play = h('p', { class: 'dim', id: 'play-money', hidden: true },
    'All credits here are play money. Vouchers keep them for later; the cage pays nothing for them.');
  const meter = h('p', { class: 'meter' });

  async function give(command, done) {
    const result = await link.do(command);
    said.replaceChildren(result.ok ? done : refusal(result));
    return result.ok;
  }

  async function cashOut(event) {
    event.preventDefault();
    const worth = amount.value.trim() ? cents(amount.value) : link.you.credits;
    if (!worth) return said.replaceChildren('Nothing to cash out: write an amount such as 100.00.');
    if (await give({ t: 'cash-out', amount: worth }, `${money(worth)} is on a voucher now`)) amount.value = '';
    return undefined;
  }

  async function redeem(event) {
    event.preventDefault();
    if (await give({ t: 'redeem', code: code.value.trim() }, 'the voucher is in your credits now')) code.value = '';
  }

  const form = (label, field, id, said, submit) => h('form', { on: { submit } },
    h('label', { for: field.id }, label), h('div', { class: 'field' }, field, h('button', { class: 'tool', id }, said)));
  const element = h('section', { class: 'credits-panel' }, meter, play,
    form('Cash out to a voucher', amount, 'cash-out', 'Cash out', cashOut), form('Redeem a voucher', code, 'redeem', 'Redeem', redeem),
    topUp, said, h('h3', {}, 'Your vouchers'), vouchers);

  function update() {
    const { credits, vouchers: held } = link.you;
    meter.replaceChildren(link.you.play ? 'Play money ' : 'Credits ', h('b', {}, credits === null ? '…' : money(credits)));
    play.hidden = !link.you.play;
    topUp.hidden = !link.you.play || (credits ?? 0) >= LOW;
    vouchers.replaceChildren(...(held?.length ? [...held].reverse().map(voucher) : [h('li', { class: 'dim' }, 'none')]));
  }
  link.addEventListener('you', update);
  return { title: 'Credits', element, update };
}
