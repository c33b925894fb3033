// A proof of a round, checked from what is in it and from what this page saw by itself; docs/proofs.md says what it is made of.
// What is found is a list of { holds, words }: true what is proved, false what is wrong, null what is not proved and why.

import { bytesOf, hexOf, sha256 } from './sha256.js';

const BACK = '??';
const CARD = /^[2-9TJQKA][cdhs]$/;
const NOT_OPEN = 'This page was not open when this was sealed, so it can only show that order and digest belong together.';
const RULED = 'A ruling moved cards: which of them went where is not checked.';
const RULED_DECK = 'A ruling took cards back or mixed them again: their order is not checked.';
const NAMES = { seal: 'seal', cards: 'seal of the cards' };
const short = (digest) => `${String(digest).slice(0, 8)}…`;
const yes = (words) => ({ holds: true, words });
const no = (words) => ({ holds: false, words });
const open = (words) => ({ holds: null, words });

/** The numbers that follow from a secret and what a player added to it. */
class Stream {
  constructor(secret, number) {
    Object.assign(this, { secret, number, used: 0, block: -1, bytes: null });
  }

  byte() {
    const block = Math.floor(this.used / 32);
    if (block !== this.block) {
      this.bytes = bytesOf(`pitboss stream 1\n${this.secret}\n${this.number}\n${block}\n`);
      this.block = block;
    }
    this.used += 1;
    return this.bytes[(this.used - 1) % 32];
  }

  below(count) {
    if (!(count >= 1)) throw new Error('there was nothing to choose from');
    const bits = count > 1 ? 32 - Math.clz32(count - 1) : 0;
    const size = Math.ceil(bits / 8);
    for (;;) {
      let number = 0;
      for (let n = 0; n < size; n += 1) number = number * 256 + this.byte();
      number = Math.floor(number / 2 ** (size * 8 - bits));
      if (number < count) return number;
    }
  }

  nonce() {
    return hexOf(Uint8Array.from({ length: 16 }, () => this.byte()));
  }

  shuffled(things) {
    const order = [...things];
    for (let left = order.length; left > 1; left -= 1) {
      const pick = this.below(left);
      [order[left - 1], order[pick]] = [order[pick], order[left - 1]];
    }
    return order;
  }
}

// By code points, as everywhere.
const inOrder = (things) => [...things].sort((a, b) => (a < b ? -1 : Number(a > b)));
const list = (text) => String(text).split(' ').filter(Boolean);
const said = (result) => (Array.isArray(result) ? result.join(' ') : String(result));

/** Draw one thing again: what comes of it. */
function again(stream, draw, orders, machine) {
  switch (draw.what) {
    case 'dice': return Array.from({ length: draw.dice }, () => stream.below(6) + 1);
    case 'wheel': return inOrder(draw.places)[stream.below(draw.places.length)];
    case 'cut': return draw.least + stream.below(draw.most - draw.least + 1);
    case 'machine':
      machine.splice(0, machine.length, ...inOrder(list(draw.cards)));
      return undefined;
    case 'cards': return draw.result.map(() => {
      const pick = stream.below(machine.length);
      const card = machine[pick];
      machine[pick] = machine[machine.length - 1];
      machine.pop();
      return card;
    });
    case 'shuffle': {
      const shuffle = orders.get(draw.digest);
      if (!shuffle) throw new Error('the order of the cards is not told');
      return stream.shuffled(inOrder(list(shuffle.order))).join(' ') === shuffle.order && stream.nonce() === shuffle.nonce;
    }
    default: throw new Error(`nobody knows how to draw ${draw.what}`);
  }
}

function follow(seal, orders) {
  const stream = new Stream(seal.secret, seal.number);
  const machine = [];
  for (const draw of seal.draws) {
    let came;
    try {
      came = again(stream, draw, orders, machine);
    } catch (bad) {
      return `${draw.what}: ${bad.message}`;
    }
    if (draw.what === 'shuffle' && !came) return 'The order of the cards is not the one that was sealed.';
    if (!['shuffle', 'machine'].includes(draw.what) && said(came) !== said(draw.result)) {
      return `The ${draw.what} came to ${said(draw.result)}; sealed was ${said(came)}.`;
    }
  }
  return '';
}

/** The draws that are bound by their seal alone. A shuffle is bound by its own digest, and so are the cuts that the same seal makes after it. */
function direct(draws) {
  const first = draws.findIndex(({ what }) => what === 'shuffle');
  return draws.filter(({ what }, n) => what !== 'shuffle' && !(what === 'cut' && first >= 0 && n > first));
}

const drawnIn = ({ draws }, round) => direct(draws).some((draw) => draw.round === round);

const piecesOf = (pieces) => sha256(`pitboss pieces 1\n${inOrder(pieces).join('\n')}\n`);

/** Whether chance chose from what this page was shown before the bets: places, cards and cuts. */
function chosenFrom(draws, kept) {
  const findings = [];
  for (const { what, places, cards } of draws) {
    if (what === 'wheel' && !kept.wheel) findings.push(open('This page was not shown what places the wheel has.'));
    else if (what === 'wheel' && piecesOf(places) !== kept.wheel) findings.push(no('The places of the wheel are not those that this page was shown before the bets.'));
    else if (what === 'machine' && piecesOf(list(cards)) !== kept.pack) findings.push(open('The machine is told to hold other cards than this page was shown before the bets.'));
  }
  const cuts = direct(draws).filter(({ what }) => what === 'cut');
  if (cuts.length > 1) findings.push(no(`The pieces were cut ${cuts.length} times after the bets.`));
  else if (cuts.length && (cuts[0].least !== kept.cut?.[0] || cuts[0].most !== kept.cut?.[1])) {
    findings.push(open('The pieces were cut after the bets otherwise than this page was shown before.'));
  }
  return findings;
}

/** The first that was shown binds the round; any other is wrong. */
function bindingFinding(name, digest, shown, kept) {
  const [first] = shown;
  if (digest === first) {
    if (kept.bare.includes(name)) return open(`Wagers lay on the table before this page was shown the ${NAMES[name]}.`);
    return yes(`The ${NAMES[name]} that this page was shown before the bets is the one that is opened.`);
  }
  if (shown.includes(digest)) return no(`The ${NAMES[name]} was shown after another (${short(first)}): the first one binds the round.`);
  if (kept.late.includes(digest)) return no(`The ${NAMES[name]} was shown only after the bets were closed.`);
  return no(first ? `This is not the ${NAMES[name]} that this page was shown before the bets (${short(first)}).`
    : `No ${NAMES[name]} was shown before the bets.`);
}

/** The number that a page was shown with a seal, or added to it. */
function numberFindings(digest, number, kept) {
  const shown = kept.numbers[digest] ?? kept.shown[digest] ?? '';
  if ((number ?? '') === shown || kept.numbers[digest]) return [];
  return [open(`This page was not shown that ${number ? `the number ${number} was` : 'no number was'} added to the seal.`)];
}

/** A shuffle in the middle of the round: under a clause that was shown then, by the seal that binds the round. */
function reshuffleFindings(draw, seal, proof, kept) {
  if (seal.digest !== kept.seals[0]) {
    return [no('The cards were shuffled in the middle of the round, and not by the seal that this page was shown before the bets.')];
  }
  const clause = kept.reshuffled[draw.digest];
  if (!draw.clause) return [no('The cards were shuffled in the middle of the round, and it is not told under which clause.')];
  if (clause === undefined) {
    const missing = kept.over || [...kept.late, ...kept.shuffles].includes(draw.digest);
    return [missing ? no('The cards were shuffled in the middle of the round, and this page was not shown under which clause.')
      : open('The cards were shuffled in the middle of the round, while this page was not connected.')];
  }
  if (clause !== draw.clause) return [no(`The cards were shuffled in the middle of the round under ${clause}; it is told as ${draw.clause}.`)];
  if (!ranOut(proof, draw.digest)) {
    return [open(`The cards were shuffled in the middle of the round under ${clause}: whether that was due, this page cannot work out.`)];
  }
  return [yes(`The cards ran out and were shuffled under ${clause}, by the seal that this page was shown before the bets.`),
    ...numberFindings(seal.digest, seal.number, kept)];
}

/** Whether the cards before a shuffle did not suffice for what was dealt next, and those after it were cut likewise: as many from either end. */
function ranOut(proof, digest) {
  const used = usedShuffles(proof);
  const at = used.findIndex((shuffle) => shuffle.digest === digest);
  const before = used[at - 1];
  if (!before) return false;
  const came = before.rounds.reduce((sum, [round, count]) => sum + (round <= proof.round ? count : 0), 0);
  const [was, now] = [before, used[at]].map((shuffle) => endsLeft(proof, shuffle));
  const alike = now.every(([least, left]) => least === left && was.some((ends) => ends[0] === least && ends[1] === left));
  return alike && list(before.order).length - came < proof.dealt.find(({ of }) => of === digest).cards.length;
}

/** How many cards each cut after a shuffle had to leave at either end. */
function endsLeft(proof, { digest, order }) {
  const { draws } = proof.seals.find((seal) => seal.draws.some((draw) => draw.digest === digest)) ?? { draws: [] };
  const cuts = cutDraws(draws, draws.findIndex((draw) => draw.digest === digest));
  return cuts.map(({ least, most }) => [least, list(order).length - most]);
}

/** Whether everything that decided the round was bound before the bets. */
function shownBefore(proof, kept) {
  if (!kept.open) return [open(NOT_OPEN), ...(proof.ruled ? [open(RULED)] : [])];
  const findings = [];
  for (const seal of proof.seals) {
    const ofRound = seal.draws.filter(({ round }) => round === proof.round);
    if (drawnIn(seal, proof.round)) {
      findings.push(bindingFinding('seal', seal.digest, kept.seals, kept), ...numberFindings(seal.digest, seal.number, kept));
      if (seal.draws[0] !== ofRound[0]) findings.push(no('Something was drawn from the seal before the bets of the round.'));
      findings.push(...chosenFrom(ofRound, kept));
    }
    const bound = drawnIn(seal, proof.round) || kept.seals[0] === seal.digest;
    const again = ofRound.filter(({ what, clause, digest }) => what === 'shuffle' && (clause || bound) && digest !== kept.shuffles[0]);
    findings.push(...again.flatMap((draw) => reshuffleFindings(draw, seal, proof, kept)));
  }
  const again = proof.seals.flatMap(({ draws }) => draws).filter(({ clause, round }) => clause && round === proof.round).map(({ digest }) => digest);
  const cut = proof.seals.some(({ draws }) => draws.some(({ what, round }) => what === 'cut' && round === proof.round));
  if (cut && !proof.shuffles.length) findings.push(no('Something was cut, and nothing was shuffled.'));
  for (const { digest } of usedShuffles(proof)) {
    if (digest === kept.shuffles[0] || !again.includes(digest)) findings.push(bindingFinding('cards', digest, kept.shuffles, kept));
  }
  if (!findings.length) findings.push(open('Nothing that was opened decided this round.'));
  if (proof.ruled) findings.push(open(RULED));
  const opened = proof.seals.map(({ digest }) => digest);
  const lost = kept.expects.filter((digest) => !opened.includes(digest));
  return [...findings, ...lost.map(() => no('The seal that your number was added to was not used.'))];
}

const unprovedFirst = (findings) => [...findings.filter(({ holds }) => holds === null), ...findings.filter(({ holds }) => holds !== null)];

/** Shuffles of which cards of the round came. */
const usedShuffles = (proof) => proof.shuffles.filter(({ digest }) => proof.dealt.some(({ of }) => of === digest));

function sealFindings(seal, orders, kept) {
  const ownNumber = kept.numbers[seal.digest];
  const findings = ownNumber && ownNumber !== seal.number
    ? [no(`You added ${ownNumber}, and that was not mixed in.`)] : [];
  const wrong = sha256(`pitboss seal 1\n${seal.secret}\n`) !== seal.digest ? 'The secret does not belong to its seal.' : follow(seal, orders);
  if (wrong) return [...findings, no(wrong)];
  const mixed = seal.number ? [yes(`The number ${seal.number} of ${seal.by} was mixed in after the house had sealed its secret.`)] : [];
  return [...findings, yes('The secret belongs to its seal, and everything drawn follows from it.'), ...mixed];
}

/** An order as it lies after cuts, each so many cards from the back. */
function cutOrder(order, cuts) {
  return cuts.reduce((lying, fromBack) => [...lying.slice(lying.length - fromBack), ...lying.slice(0, lying.length - fromBack)], order);
}

function shuffleFindings(shuffle, proof) {
  const order = list(shuffle.order);
  const belongs = sha256(`pitboss shuffle 1\n${shuffle.nonce}\n${shuffle.order}\n`) === shuffle.digest;
  const findings = [belongs ? yes('Order and nonce belong to the seal of the cards.') : no('The order does not belong to the seal of the cards.')];
  const draws = proof.seals.flatMap((seal) => seal.draws);
  const at = draws.findIndex(({ digest }) => digest === shuffle.digest);
  if (at < 0) return [...findings, open('How the order came about is not told: it was fixed before the first card, that is all.')];
  const cuts = cutsAfter(draws, at);
  if (cuts.join() !== shuffle.cuts.join()) findings.push(no('The cards were cut otherwise than sealed.'));
  const counts = new Map();
  for (const card of order) counts.set(card, (counts.get(card) ?? 0) + 1);
  const [card, most] = [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), ['', 0]);
  const { decks } = draws[at];
  if (decks && order.every((piece) => CARD.test(piece)) && most > decks) {
    findings.push(no(`${card} is among the cards ${most} times, of ${decks} deck${decks > 1 ? 's' : ''}.`));
  }
  return findings;
}

const cutDraws = (draws, at) => {
  const next = draws.findIndex(({ what }, n) => n > at && what === 'shuffle');
  return draws.slice(at + 1, next < 0 ? undefined : next).filter(({ what }) => what === 'cut');
};

const cutsAfter = (draws, at) => cutDraws(draws, at).map(({ result }) => result);

/** Whether the cards of the round lay where this page was shown, while bets were taken, that the next card lies. Cuts by another seal than
    the shuffle's came after the bets, and so can those of a shuffle in the middle of the round, which is not checked here. */
function inPlace({ digest, cuts }, size, before, proof, kept) {
  if (!kept.places[digest]) return true;
  const [place, out] = kept.places[digest];
  const { draws } = proof.seals.find((seal) => seal.draws.some((draw) => draw.digest === digest)) ?? {};
  const made = draws?.findIndex((draw) => draw.digest === digest);
  if (draws?.[made].clause) return true;
  const cutThen = draws ? cutsAfter(draws, made) : cuts;
  return cutOrder(Array.from({ length: size }, (_, n) => n), cutThen)[(before + out) % size] === place;
}

function dealtFindings(proof, kept) {
  const findings = [];
  for (const shuffle of proof.shuffles) {
    const came = proof.dealt.filter(({ of }) => of === shuffle.digest).flatMap(({ cards }) => cards);
    const before = shuffle.rounds.reduce((sum, [round, count]) => sum + (round < proof.round ? count : 0), 0);
    const order = list(shuffle.order);
    const lying = cutOrder(order, shuffle.cuts).slice(before, before + came.length);
    if (!inPlace(shuffle, order.length, before, proof, kept)) {
      findings.push(no('The cards are told to have come from another place of the shoe than this page was shown before the bets.'));
    }
    const at = came.findIndex((card, n) => card !== lying[n]);
    if (at >= 0) findings.push(no(`Card ${at + 1} of the round was ${came[at]}; ${lying[at] ?? 'none'} was sealed there.`));
    const statedCount = shuffle.rounds.find(([round]) => round === proof.round)?.[1] ?? 0;
    if (statedCount !== came.length) {
      findings.push(no('The number of cards of this round is not the one that is told of it.'));
    }
    for (const [round, count] of shuffle.rounds) {
      const seen = kept.counts[round];
      if (seen !== undefined && round < proof.round && seen !== count) findings.push(no(`This page saw ${seen} cards in round ${round}, and is told of ${count}.`));
    }
  }
  const sources = new Set(['', ...proof.shuffles.map(({ digest }) => digest)]);
  if (proof.dealt.some(({ of }) => !sources.has(of ?? ''))) findings.push(no('Cards are told to have come of a shuffle that is not opened.'));
  const mixed = proof.seals.flatMap(({ draws }) => draws).filter(({ round, what }) => round === proof.round && what === 'cards').flatMap(({ result }) => result);
  if (mixed.join() !== proof.dealt.filter(({ of }) => !of).flatMap(({ cards }) => cards).join()) {
    findings.push(no('The cards that are told to have come of the machine are not those that were drawn.'));
  }
  const count = proof.dealt.reduce((sum, { cards }) => sum + cards.length, 0);
  if (count && !findings.length) findings.push(yes(`The ${count} cards of the round came one after another in the sealed order.`));
  return [...findings, ...(count || kept.dealt.length ? seenFindings(proof, kept) : [])];
}

function seenFindings(proof, kept) {
  if (!kept.dealt.length) return [open('This page did not see the cards of this round come.')];
  if (proof.ruled) return [];
  const flat = (dealt) => dealt.flatMap(({ to, cards }) => cards.map((card) => [to, card]));
  const [now, then] = [flat(proof.dealt), flat(kept.dealt)];
  const at = then.findIndex(([to, card], n) => now[n]?.[0] !== to || ![BACK, now[n][1]].includes(card));
  if (at >= 0) {
    const statedCard = now[at] ? `${now[at][1]} to ${now[at][0]}` : 'none';
    return [no(`Card ${at + 1} was seen as ${then[at][1]} to ${then[at][0]}; it is told as ${statedCard}.`)];
  }
  let count = then.filter(([, card]) => card !== BACK).length;
  for (const [hand, cards] of Object.entries(kept.hands)) {
    const there = now.filter(([to]) => to === hand).map(([, card]) => card);
    for (const card of cards.filter((code) => code !== BACK)) {
      const place = there.indexOf(card);
      if (place < 0) return [no(`${card} was seen in hand ${hand}, and is not told to have come there.`)];
      there.splice(place, 1);
      count += 1;
    }
  }
  return [yes(`This page saw ${count} of them, each where the proof says it went.`)];
}

function cameFindings(proof, kept) {
  const drawn = proof.seals.flatMap(({ draws }) => draws).filter(({ round, what }) => round === proof.round && ['dice', 'wheel'].includes(what))
    .map(({ result }) => said(result));
  const findings = [];
  if (proof.came.join() !== drawn.join()) findings.push(no(`${proof.came.join('; ') || 'Nothing'} is told to have come; ${drawn.join('; ') || 'nothing'} was sealed.`));
  else if (drawn.length) findings.push(yes(`What came is what was sealed: ${drawn.join('; ')}.`));
  if (kept.came.length) {
    let from = 0;
    const among = kept.came.every((result) => {
      from = drawn.indexOf(result, from) + 1;
      return from > 0;
    });
    if (among && kept.came.length < drawn.length) findings.push(open(`This page saw only ${kept.came.join('; ')} of what was drawn.`));
    else findings.push(among ? yes('It is what this page saw.') : no(`This page saw ${kept.came.join('; ')}; ${drawn.join('; ') || 'nothing'} was sealed.`));
  }
  return findings;
}

// -- decks that were sealed card by card ---------------------------------------------------------------------------------------

/** For each place of the deck that is dealt, the place in the sealed one: a player's number has moved the cards. */
export function placesBy(digest, number, size) {
  const places = Array.from({ length: size }, (_, n) => n);
  return number ? new Stream(digest, number).shuffled(places) : places;
}

/** The first deck that was shown for the hand binds it. */
function deckShown(digest, shown) {
  if (digest === shown[0]) return yes('The seal of the deck that this page was shown is the one that is opened.');
  if (shown.includes(digest)) return no(`The deck was sealed after another was shown for this hand (${short(shown[0])}).`);
  return no(shown.length ? `This is not the deck that was sealed before the cards (${short(shown[0])}).` : 'No seal was shown before the cards.');
}

function deckFindings({ deck }, kept) {
  const findings = [];
  const shown = [...kept.shuffles, ...kept.seals].filter((digest) => (kept.sizes[digest] ?? deck.seals.length) === deck.seals.length);
  findings.push(...(kept.open ? numberFindings(deck.digest, deck.number, kept) : [open(NOT_OPEN)]));
  if (deck.ruled) findings.push(open(RULED_DECK));
  if (kept.open) findings.push(deckShown(deck.digest, shown));
  if (sha256(`pitboss deck 1\n${deck.seals.join('\n')}\n`) !== deck.digest) return [...findings, no('The seals of the cards do not belong to the deck.')];
  const opened = Object.entries(deck.opened);
  const wrong = opened.find(([place, [card, salt]]) => sha256(`pitboss card 1\n${place}\n${card}\n${salt}\n`) !== deck.seals[place]);
  if (wrong) return [...findings, no(`${wrong[1][0]} does not belong to its seal.`)];
  const cards = opened.map(([, [card]]) => card);
  if (new Set(cards).size !== cards.length || !cards.every((card) => CARD.test(card))) return [...findings, no('A card was opened twice, or is none.')];
  findings.push(yes(`Each of the ${cards.length} cards that were opened lay in the sealed deck.`));
  const ownNumber = kept.numbers[deck.digest];
  if (ownNumber && ownNumber !== deck.number) findings.push(no(`You added ${ownNumber}, and that was not mixed in.`));
  else if (deck.number) findings.push(yes(`The number ${deck.number} of ${deck.by} moved the cards after they were sealed.`));
  if (kept.expects.some((digest) => digest !== deck.digest)) findings.push(no('The deck that your number was added to was not used.'));
  return [...findings, ...inTurn(deck, kept, opened), open('Cards that nobody showed stay closed.')];
}

function inTurn(deck, kept, opened) {
  const dealtAt = new Map(placesBy(deck.digest, deck.number, deck.seals.length).map((place, n) => [place, n]));
  const lies = new Map(opened.map(([place, [card]]) => [card, dealtAt.get(Number(place))]));
  const seen = kept.dealt.map(({ cards }) => cards.filter((card) => card !== BACK)).filter((cards) => cards.length);
  const missing = seen.flat().find((card) => !lies.has(card));
  if (missing) return [no(`${missing} was seen in the hand, and is not among the cards that were opened.`)];
  if (!seen.length) return [open('This page did not see the cards come.')];
  if (deck.ruled) return [];
  let depth = -1;
  for (const cards of seen) {
    const places = cards.map((card) => lies.get(card));
    if (Math.min(...places) < depth) return [no(`${cards.join(' ')} came later than cards that lay deeper in the deck.`)];
    depth = Math.max(depth, ...places);
  }
  return [yes('The cards that this page saw came in the order in which they lay.')];
}

export const NOTHING_KEPT = Object.freeze({
  open: false, over: false, seals: [], shuffles: [], late: [], bare: [], reshuffled: {}, shown: {}, places: {}, sizes: {},
  wheel: '', pack: '', cut: null, numbers: {}, expects: [], dealt: [], hands: {}, came: [], counts: {},
});

/** Everything that follows from a proof and from what this page stored of the round; the first finding decides the verdict if none is wrong. */
export function check(proof, seen) {
  const kept = { ...NOTHING_KEPT, ...seen };
  try {
    if (proof.deck) return deckFindings(proof, kept);
    const orders = new Map(proof.shuffles.map((shuffle) => [shuffle.digest, shuffle]));
    return [...unprovedFirst([...shownBefore(proof, kept), ...cameFindings(proof, kept)]),
      ...proof.seals.flatMap((seal) => sealFindings(seal, orders, kept)),
      ...proof.shuffles.flatMap((shuffle) => shuffleFindings(shuffle, proof)), ...dealtFindings(proof, kept)];
  } catch (bad) {
    return [no(`The proof cannot be read: ${bad.message}`)];
  }
}
