// What all players of a table are asked to agree to, and who has answered; between players also stakes and a misdeal.

import {act, button, choice, clauseChip, clock, countdown, field, fill, form, h, link, may, tell, text} from './console-kit.js';

/** When a table closes: at a time on a sign, or after some hands. */
export const closes = ({at, words}) => words || countdown(at, 'closes in ');

/** The question that is up with its answers, or the way to ask one. */
export function agreement(view, you, table) {
  const {question, declined} = view;
  const asks = view.kind === 'poker' || view.may_ask?.includes('close');
  if (view.status === 'closed' || !(asks || question || declined)) return null;
  const leave = may(you, 'supervisor');
  if (!question) {
    return [declined ? h('p', {id: 'declined'}, `${declined} did not agree.`) : null,
      leave && asks && !(view.kind === 'poker' && view.closing && !view.closing.hands) ? button('Ask the players to agree', () => act({t: 'ask-players', table, what: 'close'}, {done: 'every player is asked'}), {id: 'ask-players'}) : null];
  }
  const names = (list) => list.join(', ') || 'nobody';
  return h('article', {class: 'proposal', id: 'question'}, h('h4', {}, `All players: ${question.words} `, clauseChip(question.clause)),
    h('p', {}, `Asked by ${question.by}. Agreed: ${names(question.agreed)}.${question.against?.length ? ` Against: ${names(question.against)}.` : ''} Still to answer: ${names(question.missing)}.`),
    leave ? button('Withdraw', () => act({t: 'withdraw', table, n: question.n}, {done: 'withdrawn'}), {class: 'quiet', 'data-withdraw': question.n}) : null);
}

/** Other stakes: the sign that tells of them with what it waits for, or the way to put one up. */
export class Stakes {
  constructor(you, table) {
    Object.assign(this, {you, table});
    this.now = h('div', {id: 'stakes-sign'});
    const options = text('options', {id: 'stakes-options', placeholder: 'blinds=2/5 buy-in=100'});
    this.form = form({class: 'panel', id: 'stakes-form'}, (values, formElement) => this.change(values, formElement), h('h4', {}, 'Change the stakes'),
      field('Options that are to be others', options), h('button', {type: 'submit', class: 'go'}, 'Put up the notice'));
    this.root = h('div', {}, this.now, may(you, 'supervisor') ? this.form : null);
  }

  update(view) {
    this.root.hidden = view.kind !== 'poker' || view.status === 'closed';
    this.form.hidden = Boolean(view.change);
    fill(this.now, [view.change, view.question], () => this.sign(view));
  }

  sign({change, question}) {
    if (!change) return null;
    const {n, words, by, hands, waits_for: waits, clause, since, starts} = change;
    const row = !may(this.you, 'supervisor') ? null : h('div', {class: 'row'},
      question ? null : button('Ask the players to agree', () => this.do({t: 'ask-players', what: 'change'}, 'the players are asked'), {id: 'ask-change'}),
      button('Withdraw', () => this.do({t: 'withdraw', n}, 'withdrawn'), {class: 'quiet', 'data-withdraw': n}));
    return h('article', {class: 'proposal'}, h('h4', {}, `${words} `, clause ? clauseChip(clause) : null),
      h('p', {}, `Announced by ${by}${starts > since ? `, from ${clock(starts)} on` : ''}, ${hands} hands played since. It waits for ${waits}.`), row);
  }

  do(command, done) {
    return act({...command, table: this.table}, {done});
  }

  async change({options}, formElement) {
    const pairs = options.trim().split(/\s+/).map((word) => word.split('='));
    if (pairs.some((pair) => pair.length !== 2 || !pair[0] || !pair[1])) return tell('stakes are options of the game', {legal: 'such as blinds=2/5'});
    if (await this.do({t: 'change-stakes', options: Object.fromEntries(pairs)}, 'the notice is up')) {
      formElement.reset();
    }
    return null;
  }
}

const HOUSE_PLAYERS = ['0', '1', '2', '3', '4', '5'];

/** How many players of the house keep others company: from the next hand on. */
export function company(you, table) {
  const wanted = choice('players', HOUSE_PLAYERS);
  wanted.id = 'house-players';
  const now = h('p', {class: 'muted'});
  const formElement = form({class: 'panel', id: 'company-form', hidden: true}, ({players}) => (
    act({t: 'house-players', table, players: Number(players)}, {done: `${players} house players, from the next hand on`})),
  h('h4', {}, 'House players'), now, h('div', {class: 'row'}, field('At this table', wanted), h('button', {type: 'submit', id: 'send-players'}, 'Set')));
  const update = (view) => {
    formElement.hidden = view.kind !== 'poker' || !may(you, 'supervisor') || !link.you.play;
    fill(now, [view.house_players, view.company], () => {
      wanted.value = String(view.house_players);
      return `They play with play money and see only their own cards. Here now: ${(view.company ?? []).join(', ') || 'none'}.`;
    });
  };
  return {root: formElement, update};
}

/** What players did that they may not: the table is told what the book says of it. */
export function conduct(you, table) {
  const kinds = h('select', {name: 'kind', id: 'conduct-kind'});
  const to = field('Shown to seat (if in the hand)', text('to', {inputmode: 'numeric'}));
  const formElement = form({class: 'panel', id: 'conduct-form', hidden: true}, async (values) => {
    const facts = {seat: values.seat.trim(), ...(to.hidden || !values.to.trim() ? {} : {to: values.to.trim()})};
    if (await act({t: 'report', table, kind: values.kind, facts}, {done: 'the table is told'})) formElement.reset();
    return null;
  }, h('h4', {}, 'Conduct'), h('div', {class: 'row'}, field('What', kinds), field('Seat', text('seat', {inputmode: 'numeric'})), to,
    h('button', {type: 'submit', id: 'report-conduct'}, 'Report')));
  let offences = [];
  const chosen = () => { to.hidden = !offences.find(({kind}) => kind === kinds.value)?.to; };
  kinds.addEventListener('change', chosen);
  const update = (view) => {
    formElement.hidden = !view.conduct?.length || !may(you, 'dealer');
    fill(kinds, [view.conduct], () => (offences = view.conduct ?? []).map(({kind, words, clause}) => h('option', {value: kind}, `${words} (${clause})`)));
    chosen();
  };
  return {root: formElement, update};
}

/** A misdeal is the word of whoever deals: no second person. */
export function misdeal(you, table, view) {
  const formElement = form({class: 'panel', id: 'misdeal-form', hidden: true}, async (values) => {
    if (values.reason.trim().length < 3) return tell('a misdeal needs its reason');
    if (await act({t: 'misdeal', table, round: view().round, reason: values.reason.trim()}, {done: 'the hand is void'})) formElement.reset();
    return null;
  }, h('h4', {}, 'Misdeal ', h('span', {class: 'clauses'})), field('What happened', text('reason', {id: 'misdeal-reason', maxlength: 200})),
  h('button', {type: 'submit', id: 'declare-misdeal', class: 'go'}, 'Declare a misdeal'));
  const update = (now) => {
    const ground = (now.grounds || []).find(({alone}) => alone);
    formElement.hidden = !ground || !may(you, 'dealer');
    if (!formElement.hidden) formElement.querySelector('.clauses').replaceChildren(clauseChip(ground.clauses[0]));
  };
  return {root: formElement, update};
}
