// What every player at the table is asked to agree to. It lies over the last hand's outcome, so that nothing moves.

import { button, h } from './dom.js';
import { clauseChip } from './clause.js';

export class PlayersQuestion {
  constructor(give) {
    this.words = h('p', {});
    const say = (label, agree, id) => button(label, () => give({ t: 'answer', n: this.n, agree }), { class: agree ? 'primary' : 'tool', id });
    this.buttons = [say('Yes', true, 'agree'), say('No', false, 'disagree')];
    this.element = h('section', { class: 'question', role: 'group', 'aria-label': 'a question to all players', 'aria-live': 'polite', hidden: true },
      this.words, h('div', { class: 'tools' }, ...this.buttons));
  }

  update({ view: { question }, me, seat, online }) {
    this.element.hidden = !question || !seat || [...question.agreed, ...question.against].includes(me);
    for (const button of this.buttons) button.disabled = !online;
    if (this.element.hidden || this.n === question.n) return;
    this.n = question.n;
    this.words.replaceChildren(`${question.by} asks all players: ${question.words} `, clauseChip(question.clause));
  }
}

/** For one who has agreed: how many have not answered. */
export function awaited({ question }, me) {
  return question?.agreed.includes(me) ? `you agreed, ${question.missing.length} to answer` : '';
}
