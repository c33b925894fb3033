// The proof of a round: what was sealed before the bets, checked by this page against what it saw itself; a number of one's own.

import { clauseChip } from './clause.js';
import { h } from './dom.js';
import { check } from './proof_check.js';
import { keptOf } from './seen.js';

const VERDICTS = {
  holds: '✓ This round came out as it was sealed before the bets.',
  unseen: '◦ What was opened belongs together. Whether it was sealed before the bets, this page cannot say.',
  broken: '✗ This round did not come out as it was sealed.',
};
const SIGNS = { true: '✓', false: '✗', null: '◦' };
const WAITS = 'Cards that are still in use hang on this round: its proof opens when they are shuffled again.';
const NONE = 'Nothing was sealed for this round.';

export function long(label, text) {
  return h('div', { class: 'long' }, h('dt', {}, label), h('dd', {}, h('code', {}, text)));
}

/** What a proof comes to, in a word. */
export function verdictOf(findings) {
  if (findings.some(({ holds }) => holds === false)) return 'broken';
  return findings[0]?.holds ? 'holds' : 'unseen';
}

function download(proof, kept) {
  const text = JSON.stringify({ ...proof, kept }, null, 1);
  const link = h('a', {
    class: 'plain download', download: `proof-${proof.table}-${proof.round}.json`, href: `data:application/json;charset=utf-8,${encodeURIComponent(text)}`,
  }, 'Save this proof');
  return h('p', { class: 'files' }, link, h('span', { class: 'dim' }, ' to check it elsewhere: ', h('code', {}, 'pitboss proof FILE')));
}

/** A proof, checked; `words` may put the verdict otherwise. */
export function proofCard(proof, words = {}) {
  if (!proof || !('seals' in proof || 'deck' in proof)) return h('p', { class: 'dim' }, proof?.waits ? WAITS : NONE);
  const kept = keptOf(proof.table, proof.round);
  const findings = check(proof, kept);
  const verdict = verdictOf(findings);
  return h('div', { class: 'proof' },
    h('p', { class: `verdict ${verdict}`, role: 'status', data: { holds: String({ holds: true, broken: false }[verdict] ?? verdict) } }, { ...VERDICTS, ...words }[verdict]),
    h('ul', { class: 'findings' }, findings.map((finding) => h('li', { class: finding.holds === false ? 'wrong' : '' }, h('span', { 'aria-hidden': 'true' }, SIGNS[finding.holds]), ' ', finding.words))),
    download(proof, kept), opened(proof));
}

/** What was opened, for those who want to work it out by hand. */
function opened(proof) {
  const parts = [
    ...(proof.shuffles ?? []).flatMap(({ digest, nonce, order }) => [long('seal of the cards', digest), long('nonce', nonce), long(`order of ${order.split(' ').length} cards`, order)]),
    ...(proof.seals ?? []).flatMap(({ digest, secret, number }) => [long('seal', digest), long('secret', secret), number ? long('number added', number) : '']),
    ...(proof.deck ? [long('seal of the deck', proof.deck.digest)] : []),
  ];
  const cards = Object.entries(proof.deck?.opened ?? {});
  return h('details', {}, h('summary', {}, 'What was opened'), h('dl', {}, parts),
    cards.length ? h('ol', { class: 'opened' }, cards.map(([place, [card]]) => h('li', {}, h('span', { class: 'dim' }, `card ${Number(place) + 1}`), ' ', card))) : '');
}

/** Where somebody who is alone at a table adds a number of his own. */
class OwnNumber {
  constructor(give, seen, state) {
    Object.assign(this, { give, seen, state });
    const digits = crypto.getRandomValues(new Uint32Array(2)).join('').slice(0, 12);
    this.input = h('input', { inputmode: 'numeric', maxlength: 40, value: digits, 'aria-label': 'your own number', id: 'own-number' });
    this.says = h('p', { class: 'dim', role: 'status' });
    this.form = h('form', { class: 'own-number', on: { submit: (event) => this.send(event) } }, this.input, h('button', { type: 'submit', id: 'add-number' }, 'Mix it in'));
    this.element = h('section', {}, h('h3', {}, 'A number of your own'), this.form, this.says);
  }

  async send(event) {
    event.preventDefault();
    const { view } = this.state();
    const result = await this.give({ t: 'add-number', number: this.input.value.trim() });
    if (result.ok) this.seen.add(result, view.round);
    this.said = result.ok ? '' : result.says || `${result.refused}${result.legal ? `; ${result.legal}` : ''}`;
    this.update(this.state());
  }

  update({ view, me, next }) {
    const here = new Set([...Object.values(view.seats).map((seat) => seat?.player ?? seat), ...(view.wagers ?? []).map(({ player }) => player)]);
    const others = [...here].filter((name) => name !== me && !(view.company ?? []).includes(name));
    const may = view.seal?.waits && here.has(me) && !others.length;
    this.form.hidden = !may;
    if (this.said) this.says.textContent = this.said;
    else if (may && view.seal.number && view.seal.by === me) this.says.textContent = `${view.seal.number} is mixed into ${next}.`;
    else if (may) this.says.textContent = `The house has sealed ${next} already. Any number that you add changes what comes, and the house could not know it.`;
    else if (others.length) this.says.textContent = 'Only who is alone at a table adds a number: among several, the last one could choose what comes.';
    else this.says.textContent = here.has(me) ? 'Nothing that is sealed waits for a number just now.' : 'Once you play here alone, you may add a number to what is drawn.';
    this.said = '';
  }
}

/** The panel of a table: what is sealed now, a number of one's own, the latest round that can be checked.
    `words`: what it is (`about`), what is sealed (`sealed`, `cards`), what comes next (`next`), what the latest is called. */
export function proofPanel({ link, table, state, seen, words }) {
  const now = h('div', {});
  const past = h('div', {});
  const full = () => ({ ...state(), next: words.next(state().view) });
  const own = new OwnNumber((command) => link.do({ ...command, table }), seen, full);
  const element = h('section', { class: 'proof-panel' }, h('p', {}, words.about), now, own.element, h('h3', {}, words.latest), past);
  let shown = '';

  async function latest() {
    past.replaceChildren(h('p', { class: 'dim' }, 'looking…'));
    try {
      const { rounds } = await link.ask({ t: 'rounds', table });
      for (const { id, round } of rounds) {
        const { proof } = await link.ask({ t: 'round', id });
        if (proof && ('seals' in proof || 'deck' in proof)) return past.replaceChildren(h('p', { class: 'dim' }, `${words.name} ${round}`), proofCard(proof, words.verdicts));
      }
      past.replaceChildren(h('p', { class: 'dim' }, rounds.length ? WAITS : 'None yet.'));
    } catch (bad) {
      past.replaceChildren(h('p', { class: 'refused' }, bad.message));
    }
    return undefined;
  }

  function update() {
    const { view } = state();
    if (!view) return;
    const again = view.reshuffled ?? [];
    const sealed = [view.digest, view.seal?.digest, view.round, again.length].join();
    if (sealed !== shown) {
      shown = sealed;
      const parts = [view.digest ? long(words.cards, view.digest) : '', view.seal ? long(words.sealed(view), view.seal.digest) : '',
        ...again.map(({ digest, clause }) => h('div', { class: 'long reshuffled' },
          h('dt', {}, 'shuffled in the middle of this round under ', clauseChip(clause)), h('dd', {}, h('code', {}, digest))))];
      now.replaceChildren(view.digest || view.seal ? h('dl', {}, parts) : h('p', { class: 'dim' }, 'Nothing is sealed just now.'));
    }
    own.update(full());
  }
  return { title: 'Proof', element, open: latest, update };
}
