// A proof of a round, checked from what is in it and from what this page saw by itself; docs/proofs.md says what it is made of.
// What is found is a list of { holds, words }: true what is proved, false what is wrong, null what is not proved and why.

import { bytesOf, hexOf, sha256 } from './sha256.js';

const BACK = '??';
const CARD = /^[2-9TJQKA][cdhs]$/;
const NOT_OPEN = 'This page was not open when this was sealed, so it can only show that order and digest belong together.';
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

const drawnIn = (seal, round) => seal.draws.some((draw) => draw.round === round && !['shuffle', 'cut'].includes(draw.what));

function shownBefore(proof, kept) {
  if (!kept.open) return [open(NOT_OPEN)];
  const sealFinding = (name, digest, shown) => {
    if (shown.includes(digest)) return yes(`The ${name} that this page was shown before the bets is the one that is opened.`);
    if (kept.late.includes(digest)) return no(`The ${name} was shown only after the bets were closed.`);
    return no(shown.length ? `This is not the ${name} that this page was shown before the bets (${short(shown[0])}).`
      : `No ${name} was shown before the bets.`);
  };
  const findings = [...proof.seals.filter((seal) => drawnIn(seal, proof.round)).map(({ digest }) => sealFinding('seal', digest, kept.seals)),
    ...proof.shuffles.map(({ digest }) => sealFinding('seal of the cards', digest, kept.shuffles))];
  const opened = proof.seals.map(({ digest }) => digest);
  const lost = kept.expects.filter((digest) => !opened.includes(digest));
  return [...findings, ...lost.map(() => no('The seal that your number was added to was not used.'))];
}

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
  const next = draws.findIndex(({ what }, n) => n > at && what === 'shuffle');
  const cuts = draws.slice(at + 1, next < 0 ? undefined : next).filter(({ what }) => what === 'cut').map(({ result }) => result);
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

function dealtFindings(proof, kept) {
  const findings = [];
  for (const shuffle of proof.shuffles) {
    const came = proof.dealt.filter(({ of }) => of === shuffle.digest).flatMap(({ cards }) => cards);
    const before = shuffle.rounds.reduce((sum, [round, count]) => sum + (round < proof.round ? count : 0), 0);
    const lying = cutOrder(list(shuffle.order), shuffle.cuts).slice(before, before + came.length);
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
  const count = proof.dealt.reduce((sum, { cards }) => sum + cards.length, 0);
  if (count && !findings.length) findings.push(yes(`The ${count} cards of the round came one after another in the sealed order.`));
  return [...findings, ...(count ? seenFindings(proof, kept) : [])];
}

function seenFindings(proof, kept) {
  if (!kept.dealt.length) return [open('This page did not see the cards of this round come.')];
  if (proof.ruled) return [open('A ruling moved cards: which of them went where is not checked.')];
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
    const same = kept.came.every((result) => {
      from = drawn.indexOf(result, from) + 1;
      return from > 0;
    });
    findings.push(same ? yes('It is what this page saw.') : no(`This page saw ${kept.came.join('; ')}; ${drawn.join('; ') || 'nothing'} was sealed.`));
  }
  return findings;
}

// -- decks that were sealed card by card ---------------------------------------------------------------------------------------

/** For each place of the deck that is dealt, the place in the sealed one: a player's number has moved the cards. */
export function placesBy(digest, number, size) {
  const places = Array.from({ length: size }, (_, n) => n);
  return number ? new Stream(digest, number).shuffled(places) : places;
}

function deckFindings({ deck }, kept) {
  const findings = [];
  const shown = [...kept.shuffles, ...kept.seals];
  if (!kept.open) findings.push(open(NOT_OPEN));
  else if (shown.includes(deck.digest)) findings.push(yes('The seal of the deck that this page was shown is the one that is opened.'));
  else findings.push(no(shown.length ? `This is not the deck that was sealed before the cards (${short(shown[0])}).` : 'No seal was shown before the cards.'));
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
  if (deck.ruled) return [open('A ruling took cards back or mixed them again: their order is not checked.')];
  let depth = -1;
  for (const cards of seen) {
    const places = cards.map((card) => lies.get(card));
    if (Math.min(...places) < depth) return [no(`${cards.join(' ')} came later than cards that lay deeper in the deck.`)];
    depth = Math.max(depth, ...places);
  }
  return [yes('The cards that this page saw came in the order in which they lay.')];
}

export const NOTHING_KEPT = Object.freeze({
  open: false, seals: [], shuffles: [], late: [], numbers: {}, expects: [], dealt: [], hands: {}, came: [], counts: {},
});

/** Everything that follows from a proof and from what this page kept of the round. */
export function check(proof, seen) {
  const kept = { ...NOTHING_KEPT, ...seen };
  try {
    if (proof.deck) return deckFindings(proof, kept);
    const orders = new Map(proof.shuffles.map((shuffle) => [shuffle.digest, shuffle]));
    return [...shownBefore(proof, kept), ...proof.seals.flatMap((seal) => sealFindings(seal, orders, kept)),
      ...proof.shuffles.flatMap((shuffle) => shuffleFindings(shuffle, proof)), ...dealtFindings(proof, kept), ...cameFindings(proof, kept)];
  } catch (bad) {
    return [no(`The proof cannot be read: ${bad.message}`)];
  }
}
