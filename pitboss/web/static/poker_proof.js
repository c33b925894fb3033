// The proof of a deck that was sealed card by card: this browser checks the cards that its player saw.

import { h } from './dom.js';

async function hash(text) {
  const made = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(made)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Do the seals make the digest that was told before the hand, and each card its seal? */
export async function holds({ digest, seals, opened }) {
  const whole = await hash(`pitboss deck 1\n${seals.join('\n')}\n`);
  const fits = async ([place, [card, salt]]) => (await hash(`pitboss card 1\n${place}\n${card}\n${salt}\n`)) === seals[place];
  return whole === digest && (await Promise.all(Object.entries(opened).map(fits))).every(Boolean);
}

const sealed = (label, digest) => h('dl', {}, h('div', { class: 'long' }, h('dt', {}, label), h('dd', {}, h('code', {}, digest))));

export function proofOf(proof) {
  const verdict = h('p', { class: 'verdict', role: 'status' }, 'checking…');
  if (!crypto.subtle) verdict.textContent = 'This browser checks proofs only on a secure page.';
  else {
    holds(proof).then((good) => {
      verdict.textContent = good ? '✓ Every card you saw lay in the deck that was sealed before the hand.'
        : '✗ A card does not belong to the seal.';
      verdict.classList.add(good ? 'holds' : 'broken');
      verdict.dataset.holds = String(good);
    });
  }
  const opened = Object.entries(proof.opened);
  const words = `The deck of ${proof.seals.length} cards was sealed card by card. Opened for you: ${opened.length}; `
    + 'hands that nobody showed stay closed.';
  return h('div', { class: 'proof' }, verdict, h('p', { class: 'dim' }, words), sealed('sealed before the first card', proof.digest),
    h('ol', { class: 'opened' }, opened.map(([place, [card]]) => (
      h('li', {}, h('span', { class: 'dim' }, `card ${Number(place) + 1}`), ' ', card)))));
}

export function deckPanel(link, table, state) {
  const seal = h('div', {});
  const past = h('div', {});
  const element = h('section', { class: 'proof-panel' },
    h('p', {}, 'Before a hand, the deck is sealed card by card, and the digest of the seals is shown here. Afterwards the cards that '
      + 'you saw are opened, and your browser checks them; hands that were folded unseen stay hidden.'),
    seal, h('h3', {}, 'The latest hand'), past);
  let digest = null;

  async function latest() {
    try {
      const { rounds } = await link.ask({ t: 'rounds', table });
      const found = rounds.length ? await link.ask({ t: 'round', id: rounds[0].id }) : null;
      past.replaceChildren(found ? proofOf(found.proof) : h('p', { class: 'dim' }, 'None yet.'));
    } catch (bad) {
      past.replaceChildren(h('p', { class: 'refused' }, bad.message));
    }
  }

  function update() {
    const { view } = state();
    if (!view || view.digest === digest) return;
    digest = view.digest;
    seal.replaceChildren(digest ? sealed('the seal of the deck in use', digest) : h('p', { class: 'dim' }, 'No deck is in use just now.'));
  }
  return { title: 'Proof', element, open: latest, update };
}
