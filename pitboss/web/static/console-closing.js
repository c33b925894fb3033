// A table between players: what all its players are asked to agree to, who has answered; and a misdeal.

import {act, button, clauseChip, countdown, field, form, h, may, tell, text} from './console-kit.js';

/** When a table closes: at a time on a sign, or after some hands. */
export const closes = ({at, words}) => words || countdown(at, 'closes in ');

/** The question that is up with its answers, or the way to ask one. */
export function agreement(view, you, table) {
  if (view.kind !== 'poker' || view.status === 'closed') return null;
  const {question, declined} = view;
  const leave = may(you, 'supervisor');
  if (!question) {
    return [declined ? h('p', {id: 'declined'}, `${declined} did not agree.`) : null,
      leave && !(view.closing && !view.closing.hands) ? button('Ask the players to agree', () => act({t: 'ask-players', table, what: 'close'}, {done: 'every player is asked'}), {id: 'ask-players'}) : null];
  }
  const names = (list) => list.join(', ') || 'nobody';
  return h('article', {class: 'proposal', id: 'question'}, h('h4', {}, `All players: ${question.words} `, clauseChip(question.clause)),
    h('p', {}, `Asked by ${question.by}. Agreed: ${names(question.agreed)}. Still to answer: ${names(question.missing)}.`),
    leave ? button('Withdraw', () => act({t: 'withdraw', table, n: question.n}, {done: 'withdrawn'}), {class: 'quiet', 'data-withdraw': question.n}) : null);
}

/** A misdeal is the word of whoever deals: no second person. */
export function misdeal(you, table, view) {
  const made = form({class: 'panel', id: 'misdeal-form', hidden: true}, async (given) => {
    if (given.reason.trim().length < 3) return tell('a misdeal needs its reason');
    if (await act({t: 'misdeal', table, round: view().round, reason: given.reason.trim()}, {done: 'the hand is void'})) made.reset();
    return null;
  }, h('h4', {}, 'Misdeal ', h('span', {class: 'clauses'})), field('What happened', text('reason', {id: 'misdeal-reason', maxlength: 200})),
  h('button', {type: 'submit', id: 'declare-misdeal', class: 'go'}, 'Declare a misdeal'));
  const update = (now) => {
    const ground = (now.grounds || []).find(({alone}) => alone);
    made.hidden = !ground || !may(you, 'dealer');
    if (!made.hidden) made.querySelector('.clauses').replaceChildren(clauseChip(ground.clauses[0]));
  };
  return {root: made, update};
}
