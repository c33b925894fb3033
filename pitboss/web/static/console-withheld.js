// Payments that are withheld while a round is looked into, where the book of the game allows it.

import {act, button, cents, clauseChip, clock, field, fill, form, h, may, money, tell, text} from './console-kit.js';

export class Withheld {
  constructor(you, table) {
    Object.assign(this, {you, table});
    this.now = h('div', {id: 'withheld'});
    this.form = form({class: 'panel', id: 'withhold-form'}, async (values, formElement) => {
      const amount = cents(values.amount);
      if (!amount || values.reason.trim().length < 3) return tell('a payment is withheld with an amount and a reason');
      const round = Number(values.round.trim() || 0);
      if (!Number.isInteger(round) || round < 0) return tell(`${values.round} is no round`);
      const command = {t: 'withhold', player: values.player.trim(), amount, reason: values.reason.trim(), round};
      if (await this.do(command, 'the payment is withheld')) formElement.reset();
      return null;
    }, h('div', {class: 'row'}, field('Player', text('player', {list: 'names'})), field('Amount', text('amount', {inputmode: 'decimal'})),
      field('Round', text('round', {inputmode: 'numeric', placeholder: 'the last'})), field('Reason', text('reason', {maxlength: 200})),
      h('button', {type: 'submit'}, 'Withhold the payment')));
    this.root = h('div', {}, h('h4', {}, 'Payments looked into'), this.now, this.form);
  }

  do(command, done) {
    return act({...command, table: this.table}, {done});
  }

  update({withheld}) {
    this.root.hidden = !withheld?.clause;
    this.form.hidden = !may(this.you, 'manager');
    fill(this.now, [withheld], () => (withheld ? this.shown(withheld) : null));
  }

  shown({clause, payments}) {
    if (!payments.length) return h('p', {}, 'No payment is withheld. ', clause ? clauseChip(clause) : null);
    return h('ul', {}, payments.map(({n, round, player, amount, until}) => h('li', {}, `${player} ${money(amount)} of round ${round}`, until ? ', until ' : '', until ? clock(until) : '', '. ', clauseChip(clause), ' ',
      may(this.you, 'manager') ? button('Pay it now', () => this.do({t: 'pay-held', n}, 'paid'), {class: 'quiet', 'data-pay': n}) : null)));
  }
}
