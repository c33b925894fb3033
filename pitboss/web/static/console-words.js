// Finding a report by what a dealer would call it. The law's names for irregularities are not everybody's.

// Everyday words, and parts of the names of reports that they may mean.
const MEANT = [
  ['exposed shown showed seen saw flashed flipped turned face', 'exposed face-up drawn-in-error disclosed not-protected out-of-view third-card'],
  ['missing lost gone short fewer less incomplete', 'missing not-enough dropped wrong-number no-cards one-card no-first-card'],
  ['paid pay overpaid underpaid payout payment paying amount collected', 'wrong-wager wrong-total dispute discrepancy above-maximum misplaced'],
  ['misdeal misdealt dealt wrongly', 'exposed wrong skipped no-cards one-card extra-hand without-ante in-error too-many no-first-card dealing-order position'],
  ['burn burned burnt burning', 'burn'],
  ['late after closed past afterwards', 'late-entry wrong-wager oral-wager misplaced invalid-roll no-spin'],
  ['skipped forgot forgotten missed passed over overlooked', 'skipped missed no-cards one-card no-first-card sat-out'],
  ['extra many more additional surplus double twice', 'extra too-many wrong-number foreign third-card in-error'],
  ['dropped fell floor fallen off', 'dropped off-the-table invalid-roll no-spin'],
  ['swapped swap switched passed changed', 'exchanged collusion moved'],
  ['touched handled grabbed took held', 'touched handled interference another-hand off-the-table'],
  ['phone mobile computer electronic gadget camera', 'device'],
  ['cheating cheat cheated fraud crooked past-posting', 'collusion contravention invalidated interference device shooter invalid-roll moved'],
  ['talk talking speak speaking language told said coaching help', 'talking advice silence english influence disclosed spoken oral'],
  ['broken stuck jammed jam fault failed machine shuffler shoe', 'malfunction jam device-malfunction dealt-from not-from-shoe shoe-discrepancy face-up-in-shoe'],
  ['left away absent toilet gone asleep walked', 'absent leaves idle-seat sat-out no-decision'],
  ['dice die roll throw thrown cup', 'die roll shooter thrown two-hands'],
  ['ball wheel spin spun revolutions', 'spin'],
  ['argument argues complaint complains disagree unhappy', 'dispute discrepancy'],
  ['mixed mucked folded discarded thrown', 'discarded hand-discarded'],
  ['order turn sequence before', 'dealing-order skipped position in-error'],
  ['marked damaged joker wrong deck', 'foreign missing brought wrong'],
  ['total count counted miscounted added', 'wrong-total wrong-number wrong-wager'],
  ['cut cutting', 'cut'],
].map((pair) => pair.map((line) => line.split(' ')));

// The ending of a word matters to nobody who looks for it.
const stem = (word) => (word.length > 4 ? word.replace(/(ing|ed|es|s|e)$/, '') : word);

// Words that say little of what went wrong: they count only where nothing else is typed.
const COMMON = new Set('a an the to of in on at by is was were be been it and my his her i we he she they with from for card cards player dealer'.split(' '));

/** Does a report fit every word that was typed: by its name, by what the ruling says, or by what people mean? */
export function fits({kind, what}, typed) {
  const text = `${kind.replaceAll('-', ' ')} ${what}`.toLowerCase();
  const all = typed.toLowerCase().split(/[^a-z0-9]+/).filter(Boolean);
  const telling = all.filter((word) => !COMMON.has(word));
  return (telling.length ? telling : all).every((word) => text.includes(stem(word)) || means(word, kind));
}

function means(word, kind) {
  if (word.length < 3) return false;
  return MEANT.some(([everyday, parts]) => everyday.some((synonym) => synonym.startsWith(word) || stem(synonym) === stem(word)) && parts.some((part) => kind.includes(part)));
}
