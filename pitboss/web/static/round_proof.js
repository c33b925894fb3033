// The proof panel of a table against the house.

import { proofPanel } from './proof_panel.js';

const throws = ({ look }) => ['wheel', 'dice'].includes(look?.results);

export function roundProof(link, table, state, seen) {
  return proofPanel({
    link, table, state, seen,
    words: {
      about: 'What chance will bring is fixed before you bet: its seal is shown here, and this page keeps it. When nothing hangs on it any more '
        + 'the seal is opened, and this page works out again that every card, throw or number is the one that was sealed.',
      cards: 'the cards in use',
      sealed: (view) => (throws(view) ? 'what comes after these bets' : 'what is shuffled or drawn next'),
      next: (view) => (throws(view) ? 'what comes after these bets' : 'what is shuffled or drawn next'),
      latest: 'The latest round that can be checked', name: 'round', verdicts: {},
    },
  });
}
