// Void and correction: one person proposes with a reason, another approves.

import {act, ask, button, cents, choice, clauseChip, clock, fill, form, h, field, may, money, tell, text} from './console-kit.js';
import {proposal} from './console-approvals.js';
import {conduct, misdeal} from './console-closing.js';
import {readCards} from './console-entry.js';
import {net} from './console-felt.js';
import {readWagers} from './console-wagers.js';

// What anybody may have entered wrongly; wagers and decisions only of players with chips, and those come with their answer.
const CORRECTED = ['cards', 'ball', 'dice'];

export class Undo {
  constructor(you, table) {
    this.you = you;
    this.table = table;
    this.waiting = h('div', {'aria-live': 'polite'});
    this.rounds = h('div', {class: 'rounds'});
    this.correction = h('div', {class: 'correction'});
    this.grounds = h('div', {});
    this.correcting = h('div', {}, h('h4', {}, 'Correct a round'), this.rounds, this.correction);
    this.misdeal = misdeal(you, table, () => this.view);
    this.conduct = conduct(you, table);
    this.root = h('div', {}, this.waiting, this.misdeal.root, this.conduct.root, may(you, 'supervisor') ? this.voiding() : null, this.correcting);
  }

  async update(view, open) {
    this.view = view;
    fill(this.waiting, [view.proposals, view.round], () => this.proposals(view.proposals || []));
    // Between players nothing is entered that could be wrong, and the books name the grounds on which a hand is void.
    this.correcting.hidden = view.kind === 'poker';
    if (view.kind === 'poker') {
      this.misdeal.update(view);
      this.conduct.update(view);
      fill(this.grounds, view.grounds, () => field('Ground', choice('ground', view.grounds.filter(({alone}) => !alone).map(({name, words, clauses}) => [name, [words, ...clauses].join(', ')]))));
      return;
    }
    const moment = JSON.stringify([view.round, view.betting, view.last, view.proposals]);
    if (!open || moment === this.moment) return;
    this.moment = moment;
    const result = await ask({t: 'rounds', table: this.table});
    const rounds = Array.isArray(result) ? result : result?.rounds || [];
    // What a dealer entered in the round under way can be put right before it is over.
    const entered = view.mode === 'physical' && !view.betting && view.status !== 'closed';
    const now = entered ? [{round: view.round, id: `${this.table}/${view.round}`, result: 'this round'}] : [];
    fill(this.rounds, [...now, ...rounds], () => this.past([...now, ...rounds]));
  }

  // -- proposals -------------------------------------------------------------------------------------

  proposals(proposals) {
    return proposals.map((waiting) => proposal(this.you, this.table, waiting, [
      waiting.ground ? h('p', {}, waiting.ground, ' ', waiting.clauses.map(clauseChip)) : null,
      h('p', {}, `${waiting.by}: “${waiting.reason}”`, waiting.answer ? ` ${waiting.was || 'What was entered'} was really ${really(waiting.answer)}` : '')]));
  }

  voiding() {
    return form({class: 'panel'}, async (values, formElement) => {
      if (values.reason.trim().length < 3) return tell('a void round needs its reason');
      const {kind, round} = this.view;
      const which = kind === 'poker' ? {round, ground: values.ground} : {};
      if (await act({t: 'propose', table: this.table, what: 'void', reason: values.reason.trim(), ...which}, {done: 'proposed; a second person approves'})) formElement.reset();
      return null;
    }, h('h4', {}, 'Void this round'), this.grounds, field('Reason', text('reason', {id: 'void-reason', maxlength: 200})),
    h('button', {type: 'submit', id: 'propose-void', class: 'go'}, 'Propose to void the round'));
  }

  // -- correction ------------------------------------------------------------------------------------

  past(rounds) {
    if (!rounds.length) return h('p', {class: 'muted'}, 'No round is over yet.');
    return rounds.map((round) => button([h('b', {}, `${round.round}`), ` ${round.result || ''} `, h('small', {}, round.at ? clock(round.at) : ''), ' ', net(round.gain ?? round.net)],
      () => this.open(round), {class: 'past', 'data-round': round.round}));
  }

  /** A report that no rule answers is to be put right by a correction of its round. */
  answer(referral) {
    return this.open({round: referral.round, id: `${this.table}/${referral.round}`, result: referral.words}, referral.n);
  }

  async open(round, referral = 0) {
    const details = await ask({t: 'round', id: round.id, table: this.table});
    if (!details) return;
    this.referral = referral;
    const entries = (details.answers || []).filter(({kind, answer}) => answer || CORRECTED.includes(kind));
    this.what = h('div', {});
    const none = details.older ? `It was ${details.older}, and cannot be corrected.` : 'This round has nothing a dealer entered.';
    this.correction.replaceChildren(h('h4', {}, `Round ${round.round}: ${round.result || ''}`),
      entries.length ? h('p', {class: 'muted'}, 'Which entry was wrong?') : h('p', {class: 'muted'}, none),
      h('div', {class: 'pick'}, entries.map((entry) => button(`${entry.words}`, (event) => this.choose(round, entry, event.currentTarget),
        {'data-entry': entry.n, disabled: !may(this.you, 'supervisor')}))), this.what);
  }

  choose(round, entry, pressed) {
    for (const other of pressed.parentElement.children) other.setAttribute('aria-pressed', String(other === pressed));
    const result = h('div', {class: 'difference', 'aria-live': 'polite'});
    const sent = h('button', {type: 'submit', class: 'go', id: 'propose-correct', disabled: true}, 'Propose the correction');
    const formElement = form({class: 'panel'}, (values) => this.propose(round, entry, values),
      this.really(entry),
      entry.kind === 'cards' ? h('p', {class: 'muted'}, 'Where other cards came after it than were entered: all of them from this one on, as they were dealt.') : null,
      button('Show the difference', () => this.difference(round, entry, formElement, result, sent), {id: 'show-difference'}), result,
      field('Reason', text('reason', {id: 'correct-reason', maxlength: 200})), sent);
    formElement.addEventListener('input', (event) => { if (['answer', 'amount'].includes(event.target.name)) sent.disabled = true; });
    this.what.replaceChildren(formElement);
    formElement.querySelector('input, select').focus();
  }

  /** Where one says what really happened: wagers as they are placed, a decision among those that were open. */
  really(entry) {
    const label = `Really happened (entered: ${entry.words})`;
    if (!entry.options) {
      const was = (entry.answer?.wagers || []).map(([name, amount]) => `${name} ${money(amount).replace(',', '')}`).join(', ');
      return field(label, text('answer', {id: 'correct-answer', placeholder: was || sample(entry.kind), value: was}));
    }
    const chosen = choice('answer', [...entry.options.map(({name}) => name), ...(entry.offer ? [['', 'not taken up']] : [])]);
    chosen.id = 'correct-answer';
    return [field(label, chosen), entry.options.some(({most}) => most) ? field('Amount, where it was less than all', text('amount', {id: 'correct-amount', inputmode: 'decimal'})) : null];
  }

  async difference(round, entry, formElement, result, sent) {
    const answer = readAnswer(entry, formElement.elements.answer.value, formElement.elements.amount?.value);
    if (!answer) return;
    const difference = await ask({t: 'difference', table: this.table, round: round.round, index: entry.n, answer});
    if (!difference) return;
    result.replaceChildren(h('div', {class: 'before-after'},
      h('div', {}, h('h4', {}, 'Paid'), lines(difference.before)),
      h('div', {}, h('h4', {}, 'Corrected'), lines(difference.after))),
    h('p', {class: 'moves'}, 'Difference: ', Object.values(difference.net || {}).some(Boolean) ? net(difference.net) : 'nobody is paid differently'));
    sent.disabled = false;
  }

  async propose(round, entry, values) {
    const answer = readAnswer(entry, values.answer, values.amount);
    if (!answer) return;
    if (values.reason.trim().length < 3) { tell('a correction needs its reason'); return; }
    const done = await act({t: 'propose', table: this.table, what: 'correct', round: round.round, index: entry.n, answer, reason: values.reason.trim(), referral: this.referral},
      {done: 'proposed; a second person approves'});
    if (done) this.correction.replaceChildren();
  }
}

function really(answer) {
  if (answer.wagers) return `${answer.player}, box ${answer.box}: ${answer.wagers.map(([name, amount]) => `${name} ${money(amount)}`).join(', ')}`;
  if (answer.type === 'choice') return `${answer.name}${answer.amount ? ` ${money(answer.amount)}` : ''}`;
  return answer.type === 'lapse' ? 'not taken up' : answer.number ?? (answer.numbers || answer.cards || []).join(' ');
}

const lines = (list) => h('ol', {}, (list || []).map((line) => h('li', {}, line.text, ' ', clauseChip(line.clause))));

const sample = (type) => ({ball: '17', dice: '3 4', cards: 'As 7d'}[type] || '');

/** What really happened, typed as the entry would be. */
function readAnswer({kind: type, answer: entered, options}, typed, amount = '') {
  const said = typed.trim();
  if (options) return readDecision(entered, said, amount.trim());
  if (entered) {
    const wagers = readWagers(said);
    return wagers ? {...entered, wagers} : refuse(said, 'wagers and amounts, as red 10, 17 5');
  }
  if (type === 'ball') return said ? {type, number: said} : refuse(said, 'a number of the wheel');
  if (type === 'dice') {
    const numbers = [...said.replace(/\D/g, '')].map(Number);
    return numbers.length && numbers.every((number) => number >= 1 && number <= 6) ? {type, numbers} : refuse(said, 'numbers from 1 to 6, one for each die');
  }
  const {cards, cutting, rest} = readCards(said);
  return cards.length && !rest ? {type: 'cards', cards, ...(cutting ? {cutting_card: true} : {})} : refuse(said, 'cards as As 7d');
}

function readDecision(entered, name, said) {
  const amount = said ? cents(said) : null;
  if (said && amount === null) return refuse(said, 'an amount');
  if (!name) return {type: 'lapse'};
  return {...entered, name, ...(amount === null ? {} : {amount})};
}

function refuse(said, legal) {
  tell(`${said || 'nothing'} is not what such an entry holds`, {legal});
  return null;
}
