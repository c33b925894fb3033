// Reports that no rule answers: they stay here until a supervisor has said what became of them, and why.

import {act, button, clock, fill, form, h, field, may, tell, text} from './console-kit.js';

export class Referrals {
  /** `correct` opens the correction of a round, for a report; `done` is called when one has been decided. */
  constructor(you, table, correct, done) {
    this.you = you;
    this.done = done;
    this.table = table;
    this.correct = correct;
    this.root = h('section', {class: 'referrals', 'aria-label': 'for the supervisor', hidden: true});
  }

  update(view) {
    const open = view.referrals || [];
    this.root.hidden = !open.length;
    const proposed = (view.proposals || []).filter((proposal) => proposal.referral);
    fill(this.root, [open, proposed, view.round, view.status, view.mode], () => open.map((referral) => this.card(referral, view, proposed.find(({referral: n}) => n === referral.n))));
  }

  focus() {
    this.root.querySelector('input')?.focus();
    this.root.scrollIntoView({block: 'nearest'});
  }

  card(referral, view, proposed) {
    const over = referral.round !== view.round || view.status === 'closed';
    return h('article', {class: 'proposal', 'data-referral': referral.n},
      h('h4', {}, 'For the supervisor: ', referral.words),
      h('p', {class: 'muted'},
        `Round ${referral.round}, reported by ${referral.by} at ${clock(referral.at)}. No rule decides it.`),
      over ? h('p', {class: 'down'}, `Round ${referral.round} is over and nobody has decided this.`) : null,
      proposed ? h('p', {}, `${proposed.by} proposed to ${proposed.what} the round: a second person approves (v).`) : this.deciding(referral, view, over));
  }

  deciding(referral, view, over) {
    if (!may(this.you, 'supervisor')) return h('p', {class: 'muted'}, 'A supervisor decides; play may go on meanwhile.');
    const reason = text('reason', {id: `decide-${referral.n}`, maxlength: 200, required: true, minlength: 3, placeholder: 'in words, for the journal'});
    const readReason = () => {
      if (reason.value.trim().length >= 3) return reason.value.trim();
      reason.focus();
      return tell('a decision needs its reason');
    };
    const give = async (command, said) => {
      const why = readReason();
      if (why && await act({...command, table: this.table, reason: why}, {done: said})) this.done();
    };
    return form({}, () => give({t: 'settle', n: referral.n}, 'decided: it is in the journal'),
      field('Decided, and why', reason), h('div', {class: 'row'},
        h('button', {type: 'submit', class: 'go', 'data-settle': referral.n}, over ? 'Let it stand' : 'Play on'),
        over ? null : button('Void the round', () => give({t: 'propose', what: 'void', referral: referral.n}, 'proposed; a second person approves'), {'data-void': referral.n}),
        view.mode === 'physical' ? button('Correct an entry', () => this.correct(referral), {'data-correct': referral.n}) : null));
  }
}
