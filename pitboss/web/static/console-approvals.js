// What waits for a second person, all over the floor: at the cage, among the people, at tables.

import {act, ask, awake, button, fill, h, may, sheet} from './console-kit.js';

const EVERY = 3000;
const TITLES = {
  issue: 'Issue credits', 'void-voucher': 'Void a voucher', 'renew-voucher': 'Renew a voucher that ran out', 'add-person': 'Add to the staff', 'set-role': 'Raise a role', 'reset-password': 'Reset a password',
  'refuse-credit': 'Refuse credits', report: 'Confirm a report', misdeal: 'Confirm a misdeal',
};

/** What a proposal is about, in a few words. */
export const titleOf = ({what, round}) => TITLES[what] ?? `${what === 'void' ? 'Void' : 'Correct'} round ${round}`;

/** A proposal with its buttons; `place` is the desk it waits at, `after` what to do when it was decided. */
export function proposal(you, place, waiting, more = null, after = () => null) {
  const own = waiting.by === you.name;
  const leave = may(you, 'supervisor');
  const why = own ? 'you proposed this: another supervisor or manager must approve it' : leave ? '' : 'a supervisor or manager approves';
  const decide = async (t, done) => {
    const result = await act({t, table: place, n: waiting.n}, {done});
    if (result?.password) tellPassword(result.password);
    if (result) after();
  };
  return h('article', {class: 'proposal', 'data-proposal': waiting.n, 'data-at': place}, h('h4', {}, titleOf(waiting)), more,
    h('div', {class: 'row'}, button('Approve', () => decide('approve', 'approved'), {class: 'go', 'data-approve': waiting.n, disabled: own || !leave, title: why}),
      button('Withdraw', () => decide('withdraw', 'withdrawn'), {class: 'quiet', 'data-withdraw': waiting.n, disabled: !leave})),
    why ? h('p', {class: 'muted'}, why) : null);
}

/** A new one-time password, for whoever it belongs to. */
export function tellPassword(password, name = '') {
  sheet(name ? `New password of ${name}` : 'The new password', h('p', {class: 'secret'}, password),
    h('p', {class: 'muted'}, 'Shown this once; good for one sign-in. Give it to its owner and to nobody else.'));
}

export class Approvals {
  constructor(you) {
    this.you = you;
    this.list = h('div', {class: 'panels'});
    this.root = h('section', {id: 'approvals', hidden: true, 'aria-live': 'polite'}, h('h2', {}, 'Waiting for a second person'), this.list);
    this.again();
  }

  async again() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.again(), EVERY);
    if (awake()) await this.read();
  }

  async read() {
    const result = await ask({t: 'approvals'});
    if (!result) return;
    this.root.hidden = !result.approvals.length;
    fill(this.list, result.approvals, () => result.approvals.map((waiting) => this.card(waiting)));
  }

  card(waiting) {
    const table = !['cage', 'people'].includes(waiting.table);
    return proposal(this.you, waiting.table, waiting, h('p', {}, `${waiting.by}: “${waiting.reason}” `,
      table ? h('a', {href: `/console/${encodeURIComponent(waiting.table)}`}, waiting.table) : null), () => this.read());
  }
}
