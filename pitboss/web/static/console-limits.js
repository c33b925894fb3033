// Limits: what the sign states, notices and kept minimums, a change, one terminal's limits; opening and closing.

import {agreement, company, Stakes} from './console-closing.js';
import {Faults} from './console-faults.js';
import {Withheld} from './console-withheld.js';
import {act, button, cents, clauseChip, clock, countdown, fill, form, h, field, link, may, money, short, sure, tell, text} from './console-kit.js';

export class Limits {
  constructor(you, table) {
    this.you = you;
    this.table = table;
    this.now = h('div', {});
    this.forms = may(you, 'supervisor') ? [this.changing(), this.terminal()] : [];
    this.status = h('div', {});
    this.stakes = new Stakes(you, table);
    this.faults = new Faults(you, table);
    this.withheld = new Withheld(you, table);
    this.company = company(you, table);
    this.root = h('div', {}, this.now, this.forms, this.stakes.root, this.company.root, this.status, this.faults.root, this.withheld.root);
  }

  update(view) {
    this.view = view;
    for (const formElement of this.forms) formElement.hidden = view.kind === 'poker';
    this.mayBeAtOnce(view.limits?.at_once);
    this.stakes.update(view);
    this.company.update(view);
    this.faults.update(view);
    this.withheld.update(view);
    fill(this.now, [view.limits, view.terminal, view.teaching, view.may_ask, Boolean(view.question)], () => this.shown(view));
    fill(this.status, [view.status, view.closing, view.question, view.declined, view.may_ask], () => this.opening(view));
  }

  mayBeAtOnce(how) {
    if (!this.atOnce) return;
    this.atOnce.hidden = !how;
    this.atOnce.textContent = how === 'kept' ? 'At once, players keep theirs' : 'At once';
  }

  shown(view) {
    const {minimum, maximum, unit, notices = [], kept = {}, markers = {}} = view.limits;
    return [
      minimum && h('p', {class: 'sign'}, h('b', {}, short(minimum)), ' to ', h('b', {}, short(maximum)), unit ? ` in steps of ${money(unit)}` : ''),
      view.teaching && view.teaching !== 'no' ? h('p', {class: 'mark'}, view.teaching === 'non-value' ? 'Teaching table, chips without value' : 'Teaching table') : null,
      notices.length ? h('h4', {}, 'Notices up') : null,
      h('ul', {}, notices.map((notice) => h('li', {class: 'notice'}, notified(notice, view.limits), ' ', may(this.you, 'supervisor')
        ? [button('take it down', () => this.do({t: 'limits', minimum, maximum}, 'the notice is down'), {class: 'quiet'}),
          view.may_ask?.includes('change') && !view.question ? button('Ask the players to agree', () => this.do({t: 'ask-players', what: 'change'}, 'the players are asked'), {id: 'ask-change'}) : null] : null))),
      Object.keys(kept).length ? h('h4', {}, 'Kept minimums, with a marker') : null,
      h('ul', {}, Object.entries(kept).map(([name, least]) => h('li', {}, `${name}: ${short(least)}`,
        markers[name] ? `, marker at box ${markers[name]}` : ''))),
      Object.keys(view.terminal || {}).length ? h('h4', {}, 'Terminals with limits of their own') : null,
      h('ul', {}, Object.entries(view.terminal || {}).map(([name, own]) => h('li', {}, `${name}: `,
        `${short(own.minimum ?? minimum)} to ${short(own.maximum ?? maximum)} `,
        may(this.you, 'supervisor') ? button('end', () => this.do({t: 'terminal-limits', player: name}), {class: 'quiet'}) : null))),
    ];
  }

  do(command, done = '') {
    return act({...command, table: this.table}, {done});
  }

  changing() {
    this.atOnce = button('', (event) => this.change(event.target.form, true), {hidden: true});
    const when = h('div', {class: 'row'},
      h('button', {type: 'submit', class: 'go', name: 'how', value: 'notice'}, 'Put up the notice'),
      this.atOnce);
    return form({class: 'panel', id: 'limits-form'}, (_, formElement) => this.change(formElement, false), h('h4', {}, 'Change the limits'),
      h('div', {class: 'row'}, field('Minimum', text('minimum', {inputmode: 'decimal'})), field('Maximum', text('maximum', {inputmode: 'decimal'})),
        field('Starts in (minutes)', text('minutes', {inputmode: 'numeric', placeholder: 'by the book'}))), when);
  }

  async change(formElement, at_once) {
    const values = Object.fromEntries(new FormData(formElement));
    const command = {t: 'limits', at_once};
    for (const name of ['minimum', 'maximum']) {
      if (!values[name].trim()) continue;
      const amount = cents(values[name]);
      if (!amount) return tell(`${name} ${values[name]} is no amount`, {legal: 'an amount above zero, as 10 or 2.50'});
      command[name] = amount;
    }
    if (values.minutes.trim() && !at_once) {
      if (!/^\d+$/.test(values.minutes.trim())) return tell(`${values.minutes} is no number of minutes`);
      command.starts = Math.round(link.now() + Number(values.minutes) * 60000);
    }
    if (!command.minimum && !command.maximum) return tell('nothing to change', {legal: 'a minimum, a maximum, or both'});
    if (await this.do(command, at_once ? 'the limits changed' : 'the notice is up')) formElement.reset();
    return null;
  }

  terminal() {
    return form({class: 'panel', id: 'terminal-form'}, async (values, formElement) => {
      const command = {t: 'terminal-limits', player: values.player.trim()};
      for (const name of ['minimum', 'maximum']) if (values[name].trim()) command[name] = cents(values[name]);
      if (!command.player) return tell('whose terminal?');
      if (await this.do(command, `limits of ${command.player}'s terminal are set`)) formElement.reset();
      return null;
    }, h('h4', {}, 'One terminal'), h('div', {class: 'row'}, field('Player', text('player', {list: 'names'})),
      field('Minimum', text('minimum', {inputmode: 'decimal'})), field('Maximum', text('maximum', {inputmode: 'decimal'})),
      h('button', {type: 'submit'}, 'Set')));
  }

  async close(now) {
    const done = await this.do({t: 'close-table', now});
    const later = done?.hands ? `notice of ${done.hands} hands is given` : done?.closes > link.now() ? 'the sign with the time is up' : 'the table closes when the round under way is over';
    if (done) tell(done.closed ? 'the table is closed' : later, {good: true});
  }

  opening(view) {
    const closing = view.closing;
    const buttons = !may(this.you, 'supervisor') ? null : h('div', {class: 'row'},
      view.status === 'open' ? button('Close with notice', () => this.close(false), {id: 'close-table'}) : null,
      view.status !== 'closed' ? sure('Close now', 'Again: close now', () => this.close(true), {id: 'close-now', class: 'quiet'}) : null,
      view.status !== 'open' ? button('Open the table', () => this.do({t: 'open-table'}, 'the table is open'), {id: 'open-table', class: 'go'}) : null);
    const when = closing?.words ? [` It ${closing.words}. `, clauseChip(closing.clause)] : closing && view.status === 'closing'
      ? [' Closes at ', clock(closing.at), ', ', countdown(closing.at, 'in '), '. ', clauseChip(closing.clause)] : '';
    return [h('h4', {}, 'Opening and closing'), h('p', {}, `The table is ${view.status}.`, when), buttons, agreement(view, this.you, this.table)];
  }
}

/** A notice in words: what changes, and the minutes and rounds still to run. */
export function notified(notice, limits) {
  const left = Math.max(0, (notice.needs || 0) - (notice.rounds || 0));
  return [`${short(notice.minimum)} to ${short(notice.maximum ?? limits.maximum)} `,
    notice.starts > link.now() ? countdown(notice.starts, 'in ') : `from ${clock(notice.starts)}`,
    left ? `, and ${left} round${left === 1 ? '' : 's'} still to play` : ''];
}
