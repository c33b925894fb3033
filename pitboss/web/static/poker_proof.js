// The proof of a hand between players, whose deck was sealed card by card: this page checks the cards that its player saw.

import { proofCard, proofPanel } from './proof_panel.js';

const VERDICTS = {
  holds: '✓ Every card you saw lay in the deck that was sealed before the hand.',
  unseen: '◦ Every card you saw belongs to its seal. Whether that was there before the hand, this page cannot say.',
  broken: '✗ The cards are not those that were sealed before the hand.',
};

export const proofOf = (proof) => proofCard(proof, VERDICTS);

export function deckPanel(link, table, state, seen) {
  return proofPanel({
    link, table, state, seen,
    words: {
      about: 'The deck of a hand is sealed card by card while the hand before it is played; the digest of the seals is shown here. '
        + 'Afterwards the cards that you saw are opened, and this page checks them; hands that were folded unseen stay hidden.',
      cards: 'the deck in use', sealed: () => 'the deck of the next hand', next: () => 'the deck of the next hand',
      latest: 'The latest hand', name: 'hand', verdicts: VERDICTS,
    },
  });
}
