// What a manager does for the whole floor: tables, people, credits, vouchers. An inspector sees people only.

import {tellPassword} from './console-approvals.js';
import {dateTime} from './dom.js';
import {act, ask, button, cents, choice, clauseChip, fill, form, h, field, money, pick, sure, tell, text} from './console-kit.js';

// What a table opens with is always said, for left out it is what suits the unit.
const LIMITS = ['minimum', 'maximum'];
const ROLES = ['player', 'dealer', 'supervisor', 'manager', 'inspector'];

export class Manage {
  constructor(you) {
    this.you = you;
    this.manager = you.role === 'manager';
    this.people = h('tbody', {});
    this.vouchers = h('div', {});
    this.root = h('section', {class: 'manage'},
      this.manager ? h('details', {id: 'add-table', ontoggle: (event) => event.target.open && this.games()},
        h('summary', {}, 'Add a table'), this.table = h('div', {})) : null,
      h('details', {id: 'people', ontoggle: (event) => event.target.open && this.readPeople()}, h('summary', {}, 'People'), this.persons()),
      h('details', {id: 'cage', ontoggle: (event) => event.target.open && this.readVouchers()}, h('summary', {}, this.manager ? 'Credits and vouchers' : 'Vouchers'),
        this.manager ? h('div', {class: 'panels'}, this.credits(), this.voucher(), this.voiding(), this.renewing()) : null, this.vouchers));
  }

  // -- a new table -----------------------------------------------------------------------------------

  async games() {
    if (this.listed) return;
    try {
      const listing = await (await fetch('/api/games')).json();
      this.listed = (listing.games || listing).filter((game) => game.options);
    } catch {
      tell('the list of games could not be read');
      return;
    }
    const picked = choice('game', this.listed.map((game) => [game.id, `${game.title} (${game.id})`]));
    this.options = h('div', {class: 'option-list'});
    picked.addEventListener('change', () => this.optionsOf(picked.value));
    this.table.replaceChildren(form({class: 'panel', id: 'add-table-form'},
      (values, formElement) => this.addTable(values, formElement),
      field('Game', picked), h('div', {class: 'row'}, field('Id', text('id', {placeholder: 'bj-1', required: true,
        pattern: '[a-z0-9][a-z0-9\\-]{0,29}', title: 'small letters, digits, dashes'})),
        field('Name', text('name', {placeholder: 'Blackjack 1', required: true}))),
      h('div', {class: 'field'}, h('span', {}, 'Equipment'), pick('mode', ['virtual', 'physical'], {chosen: 'virtual'})),
      h('div', {class: 'field'}, h('span', {}, 'Entries at a physical table'), pick('entry', ['confirm', 'twice'], {chosen: 'confirm'})),
      field('Terminals approved', text('terminals', {inputmode: 'numeric', pattern: '[0-9]{1,4}', placeholder: 'any number'})),
      this.options, this.opens = h('p', {id: 'opens-with', 'aria-live': 'polite'}), h('button', {type: 'submit', class: 'go'}, 'Add the table')));
    this.table.firstChild.addEventListener('input', (event) => this.limits(event.target.name));
    this.optionsOf(picked.value);
  }

  /** Limits that suit the unit, until somebody writes others; those the table will open with are told before it does. */
  limits(changed) {
    const {elements} = this.table.firstChild;
    const [minimum, maximum, unit, teaching] = ['minimum', 'maximum', 'unit', 'teaching'].map((name) => elements[`option:${name}`]);
    this.opens.textContent = '';
    if (!minimum || !maximum || !unit) return;
    const lesson = (teaching?.value ?? 'no') !== 'no';
    for (const limit of [minimum, maximum]) limit.disabled = lesson;
    if (['', 'option:unit'].includes(changed)) [minimum.value, maximum.value] = usual(cents(unit.value || unit.placeholder));
    const step = unit.value.trim() || unit.placeholder;
    this.opens.textContent = lesson ? 'Opens with the limits of a lesson.' : `Opens with limits ${minimum.value || '–'} to ${maximum.value || '–'}, in steps of ${step}.`;
  }

  optionsOf(id) {
    const game = this.listed.find((candidate) => candidate.id === id);
    fill(this.options, id, () => game.options.map((option) => {
      const free = ['amount', 'number', 'text'].includes(option.values.at(-1));
      const input = free ? text(`option:${option.name}`, {placeholder: option.default, list: `values-${option.name}`})
        : choice(`option:${option.name}`, option.values, option.default);
      return field(option.name, input, [option.note, ' ', clauseChip(option.clause)]);
    }));
    this.defaults = Object.fromEntries(game.options.map((option) => [option.name, option.default]));
    this.limits('');
  }

  async addTable(values, formElement) {
    const options = {};
    for (const [name, value] of Object.entries(values)) {
      const option = name.startsWith('option:') ? name.slice(7) : '';
      if (option && value.trim() && (LIMITS.includes(option) || value.trim() !== this.defaults[option])) options[option] = value.trim();
    }
    const {id, name, game, mode, entry, terminals} = values;
    const command = {t: 'add-table', id, name, game, options, mode: mode || 'virtual', entry: entry || 'confirm', terminals: Number(terminals)};
    if (await act(command, {done: `${name} was added`})) {
      formElement.elements.id.value = formElement.elements.name.value = '';
    }
  }

  // -- people ----------------------------------------------------------------------------------------

  persons() {
    return [
      h('table', {class: 'list people'}, h('thead', {}, h('tr', {}, ['name', 'role', 'state', ''].map((name) => h('th', {}, name)))), this.people),
      this.manager ? form({class: 'panel', id: 'add-person'}, async (values, formElement) => {
        if (await act({t: 'add-person', ...values, name: values.name.trim()}, {done: `${values.name} was added`})) { formElement.reset(); this.readPeople(); }
      }, h('h4', {}, 'Add somebody'), h('div', {class: 'row'}, field('Name', text('name', {required: true})), field('Role', choice('role', ROLES, 'dealer')),
        field('Password', text('password', {type: 'password', required: true, minlength: 8, autocomplete: 'new-password'})),
        h('button', {type: 'submit', class: 'go'}, 'Add'))) : null,
    ];
  }

  async readPeople() {
    const result = await ask({t: 'people'});
    const people = Array.isArray(result) ? result : result?.people || [];
    fill(this.people, people, () => people.map((person) => this.person(person)));
  }

  person(person) {
    const {name, role} = person;
    const after = async (command, done) => { const result = await act(command, {done}); if (result) this.readPeople(); return result; };
    const roles = choice('role', ROLES, role);
    roles.setAttribute('aria-label', `role of ${name}`);
    roles.addEventListener('change', () => after({t: 'set-role', name, role: roles.value}, `${name} is ${roles.value} now`));
    return h('tr', {'data-person': name}, h('td', {}, name), h('td', {}, this.manager && name !== this.you.name ? roles : role),
      h('td', {class: 'muted'}, [person.locked ? 'locked' : '', person.signed_in ? 'signed in' : '', person.guest ? 'guest' : '',
        person.approves_from ? `approves from ${dateTime(person.approves_from)}` : ''].filter(Boolean).join(', ')),
      h('td', {}, this.manager ? [person.locked ? button('unlock', () => after({t: 'unlock', name}, `${name} may sign in again`)) : null,
        sure('reset password', 'again: reset', async () => {
          const result = await after({t: 'reset-password', name}, '');
          if (result?.password) tellPassword(result.password, name);
        }, {class: 'quiet'})] : null));
  }

  // -- credits and vouchers --------------------------------------------------------------------------

  credits() {
    const move = (t, words) => async (event) => {
      const {form: formElement} = event.currentTarget;
      const values = Object.fromEntries(new FormData(formElement));
      const amount = cents(values.amount);
      if (!amount || !values.player.trim()) { tell('whose credits, and how much?', {legal: 'a name and an amount above zero'}); return; }
      const done = await act({t, player: values.player.trim(), amount, ...(t === 'issue' ? {by: values.by} : {})});
      if (!done) return;
      if (!done.proposed) tell(`${money(amount)} ${words} ${values.player.trim()}${done.play ? ', in play money' : ''}`, {good: true});
      formElement.reset();  // money that moved once must not move again with the next press
    };
    return form({class: 'panel', id: 'credits-form'}, () => null, h('h4', {}, 'Credits'),
      h('div', {class: 'row'}, field('Player', text('player', {})), field('Amount', text('amount', {inputmode: 'decimal'})),
        field('Bought by', choice('by', ['cash', 'voucher', 'transfer'])),
        button('Issue', move('issue', 'issued to'), {class: 'go', id: 'issue'}), button('Pay out', move('pay-out', 'paid to'), {id: 'pay-out'})));
  }

  async readVouchers() {
    const result = await ask({t: 'vouchers'});
    if (!result) return;
    fill(this.vouchers, result.vouchers, () => [h('p', {}, `Vouchers out: ${money(result.liability)}${result.play ? ', play money: worth nothing at the cage' : ''}`), h('table', {class: 'list'},
      h('thead', {}, h('tr', {}, ['serial', 'player', 'amount', 'good until', 'state'].map((name) => h('th', {}, name)))),
      h('tbody', {}, [...result.vouchers].reverse().map((voucher) => h('tr', {'data-voucher': voucher.serial}, h('td', {}, voucher.serial), h('td', {}, voucher.player),
        h('td', {}, money(voucher.amount)), h('td', {}, dateTime(voucher.expires)), h('td', {}, voucher.state)))))]);
  }

  voucher() {
    return form({class: 'panel', id: 'voucher-form'}, async (values, formElement) => {
      const result = await act({t: 'pay-voucher', code: values.code.trim()});
      if (result) { tell(`pay ${result.amount ? money(result.amount) : 'the voucher'} in cash`, {good: true}); formElement.reset(); this.readVouchers(); }
    }, h('h4', {}, 'Pay a voucher'), h('div', {class: 'row'}, field('Code', text('code', {required: true})), h('button', {type: 'submit', class: 'go'}, 'Pay')));
  }

  voiding() {
    return this.put_right('void-voucher', 'Void a voucher', 'Void', 'the voucher is void; its value is back with the player');
  }

  renewing() {
    return this.put_right('renew-voucher', 'Renew a voucher that ran out', 'Renew', 'the voucher is good again');
  }

  put_right(t, title, verb, done) {
    return form({class: 'panel', id: `${t}-form`}, async (values, formElement) => {
      if (await act({t, serial: values.serial.trim(), reason: values.reason.trim()}, {done})) { formElement.reset(); this.readVouchers(); }
    }, h('h4', {}, title), h('div', {class: 'row'}, field('Serial', text('serial', {required: true})),
      field('Reason', text('reason', {required: true, minlength: 3})), h('button', {type: 'submit'}, verb)));
  }
}

/** The least wager is five dollars, or the next step above; the most is a hundred of them. As the floor has it. */
function usual(unit) {
  if (!unit) return ['', ''];
  const least = Math.ceil(500 / unit) * unit;
  return [least, 100 * least].map((amount) => (amount / 100).toFixed(amount % 100 ? 2 : 0));
}
