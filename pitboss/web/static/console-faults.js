// Terminals that do not work as they should: since when, until when, and credits of that time that are not paid.

import {act, button, cents, clauseChip, clock, field, fill, form, h, may, money, tell, text} from './console-kit.js';

export class Faults {
  constructor(you, table) {
    Object.assign(this, {you, table});
    this.now = h('div', {id: 'fault'});
    this.report = form({class: 'panel', id: 'fault-form'}, async (values, formElement) => {
      if (values.reason.trim().length < 3) return tell('a fault needs its reason');
      if (await this.do({t: 'malfunction', reason: values.reason.trim()}, 'the fault is written down')) {
        formElement.reset();
      }
      return null;
    }, h('div', {class: 'row'}, field('What is wrong with the terminals', text('reason', {maxlength: 200})), h('button', {type: 'submit'}, 'Report a fault')));
    this.refuse = form({class: 'panel', id: 'refuse-form'}, async (values, formElement) => {
      const amount = cents(values.amount);
      if (!amount || values.reason.trim().length < 3) return tell('credits are refused with an amount and a reason');
      if (await this.do({t: 'refuse-credit', player: values.player.trim(), amount, reason: values.reason.trim()}, 'the credits are not paid')) formElement.reset();
      return null;
    }, h('div', {class: 'row'}, field('Player', text('player', {list: 'names'})), field('Amount', text('amount', {inputmode: 'decimal'})),
      field('Reason', text('reason', {maxlength: 200})), h('button', {type: 'submit'}, 'Refuse the credits')));
    this.root = h('div', {}, h('h4', {}, 'Terminals'), this.now, this.report, this.refuse);
  }

  do(command, done) {
    return act({...command, table: this.table}, {done});
  }

  update(view) {
    this.root.hidden = view.kind === 'poker';
    const open = view.fault && !view.fault.repaired;
    this.report.hidden = open || !may(this.you, 'dealer');
    this.refuse.hidden = !view.fault || !may(this.you, 'manager');
    fill(this.now, [view.fault], () => this.shown(view.fault));
  }

  shown(fault) {
    if (!fault) return h('p', {}, 'No fault is known.');
    const {since, repaired, reason, by, credited, clause} = fault;
    const came = Object.entries(credited).map(([player, amount]) => `${player} ${money(amount)}`).join(', ');
    return [
      h('p', {}, `${reason} (${by}), since `, clock(since), repaired ? ['; repaired at ', clock(repaired)] : '', '. ', clause ? clauseChip(clause) : null),
      came ? h('p', {}, `Credited meanwhile, and may be refused: ${came}.`) : null,
      !repaired && may(this.you, 'supervisor') ? button('It is repaired', () => this.do({t: 'repaired'}, 'repaired'), {id: 'repaired'}) : null,
    ];
  }
}
