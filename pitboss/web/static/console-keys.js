// Keys of the console: panels have theirs, and every decision has a letter of its own that never moves.

export const KEYS = [
  ['Enter', 'send what is typed; confirm what is pending; press what is marked'],
  ['Esc', 'drop what is pending; leave a field; close a sheet'],
  ['n', 'no more bets'],
  ['s d f…', 'a decision: the letter on its button, the same in every game'],
  ['0', 'an offer is not taken up; nobody answered (twice)'],
  ['As 7d', 'cards by rank and suit; 10 or t for a ten, ? for a back, / for the cutting card'],
  ['z', 'take back what you entered last (twice)'],
  ['w', 'wagers for players with chips; between players, seats'],
  ['f k c a', 'between players: fold, check, call, all in; an amount is a bet or raise to it'],
  ['p20 o25', 'between players: chips put down without a word; one chip'],
  ['d x p', 'between players: deal; a hand thrown away at the showdown; the pot is pushed'],
  ['↑ ↓', 'between players: somebody else acts, out of turn'],
  ['i', 'report an irregularity'],
  ['u', 'decide what waits for the supervisor'],
  ['v', 'void or correct'],
  ['l', 'limits, open and close'],
  ['j', 'journal'],
  ['m', 'ledger'],
  ['e', 'back to the entry'],
  ['?', 'this list'],
];

// Letters of the console itself: no decision has one, for a key pressed to look at something must not stake money.
const TAKEN = new Set('nzwiuvljme');
const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz'];

/** The letter of each option by its name. The one that its game has for it, or the first letter of the name that is free; where two options of one
 *  question would share one, the later takes the next letter of its name, and then of the alphabet. */
export function letters(options) {
  const keys = new Map();
  const used = () => new Set([...TAKEN, ...keys.values()]);
  for (const {name, key} of options) if (key && !used().has(key)) keys.set(name, key);
  for (const {name} of options) {
    if (keys.has(name)) continue;
    const free = [...name.toLowerCase(), ...ALPHABET].filter((letter) => ALPHABET.includes(letter));
    keys.set(name, free.find((letter) => !used().has(letter)) ?? '');
  }
  return keys;
}
