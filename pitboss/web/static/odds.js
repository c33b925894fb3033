// What the wagers of a table cost, what is best to do now, and what the decisions of a round cost: worked out by the
// floor, away from the table, when somebody looks.

import { button, h, money } from './dom.js';
import { quietClause } from './clause.js';
import { settings } from './settings.js';

const AGAIN = 2500;

/** Under what advice is given: a clause, or the house's own rule. */
const rule = ({ clause, rule: words }) => (clause ? quietClause(clause) : h('small', { class: 'dim', title: words }, '(house rule)'));

export class Odds {
  /** `changed`: more is known than before. */
  constructor(link, table, changed) {
    Object.assign(this, { link, table, changed, edges: {}, advice: { given: false }, ready: false });
  }

  /** Asked when the table is first seen, and again while it is counted. */
  async load() {
    clearTimeout(this.later);
    try {
      const { ready, edges, advice } = await this.link.ask({ t: 'odds', table: this.table });
      Object.assign(this, { ready, edges, advice });
      this.changed();
    } catch { /* not connected: asked again */ }
    if (!this.ready) this.later = setTimeout(() => this.load(), AGAIN);
  }
}

/** The line of the dock in which a hint is asked for and told. */
export class Hint {
  constructor(odds) {
    this.odds = odds;
    this.button = button('Hint', () => this.ask(), { class: 'tool', id: 'ask-hint', 'aria-keyshortcuts': '/', title: 'What is best now? (/)' });
    this.words = h('span', { role: 'status', 'aria-live': 'polite' });
    this.element = h('p', { class: 'hint', id: 'hint' }, this.button, this.words);
  }

  /** `asked`: what the player is asked now, if it is his turn. */
  update(round, asked) {
    const { given: adviceGiven } = this.odds.advice;
    const key = asked ? `${round} ${asked.step} ${adviceGiven}` : '';
    this.element.hidden = !adviceGiven;
    if (key === this.key) return;
    this.key = key;
    this.words.replaceChildren();
    this.show(false);
    if (key && adviceGiven && settings().hints === 'on') this.ask();
  }

  /** The words, or the button that asks for them. */
  show(withWords) {
    this.button.hidden = withWords;
    this.element.classList.toggle('told', withWords);
  }

  press() {
    if (!this.key || this.element.hidden || this.button.hidden) return false;
    this.ask();
    return true;
  }

  async ask() {
    const { key } = this;
    this.show(true);
    this.words.textContent = 'working it out…';
    try {
      const { hint, words } = await this.odds.link.ask({ t: 'hint', table: this.odds.table });
      if (key !== this.key) return;
      this.words.replaceChildren(h('span', { title: hint?.assumes }, words), ' ', hint ? rule(hint) : '');
    } catch (bad) {
      if (key !== this.key) return;
      this.words.textContent = bad.message;
      if (bad.result?.retry) setTimeout(() => key === this.key && this.ask(), AGAIN);
    }
  }
}

/** What best play would have been in a round, on asking: a button that becomes the lines. */
export function reviewOf(link, id, item = 'p') {
  const ask = button('Best play?', () => look(), { class: 'each', title: 'What best play would have been, and what the difference cost' });
  const element = h(item, { class: 'review' }, ask);
  const say = (...lines) => {
    element.replaceChildren(...lines.map((line) => h('span', { class: 'judged' }, line)));
    const words = [...element.querySelectorAll('.judged')].map(({ textContent }) => textContent).join('; ');
    element.dispatchEvent(new CustomEvent('judged', { bubbles: true, detail: words }));
  };

  async function look() {
    ask.disabled = true;
    try {
      const review = await link.ask({ t: 'review', id });
      if (!review.decisions.length) return say('You had nothing to decide.');
      const several = new Set(review.decisions.map(({ place }) => place)).size > 1;
      const lines = review.decisions.map(({ place, words, cost }) => h('span', { class: cost ? 'cost' : '' }, several ? `${place}: ${words}` : words));
      const sum = review.decisions.length > 1 && review.cost ? [`together ${money(review.cost)} on average`] : [];
      return say(...lines, ...sum, rule(review));
    } catch (bad) {
      if (!bad.result?.retry) return say(bad.message);
      ask.textContent = bad.message;
      return setTimeout(() => element.isConnected && look(), AGAIN);
    }
  }

  return element;
}
