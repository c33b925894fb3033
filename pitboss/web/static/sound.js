// What is heard at a table, made by the browser: short and quiet. Fetched when somebody has chosen to hear it.

const LOUD = 0.16;
let context;
let out;

/** A grain of noise through a filter: paper, wood, bone. */
function rustle(at, { pitch, lasts, loud = 1, sharp = 1 }) {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * lasts), context.sampleRate);
  const grains = buffer.getChannelData(0);
  for (let n = 0; n < grains.length; n += 1) grains[n] = (Math.random() * 2 - 1) * (1 - n / grains.length) ** 2;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: 'bandpass', frequency: pitch, Q: sharp });
  source.connect(filter).connect(new GainNode(context, { gain: loud })).connect(out);
  source.start(at);
}

/** A note that dies away: clay on clay, or a bell. */
function note(at, { pitch, lasts, loud = 1, type = 'sine' }) {
  const source = new OscillatorNode(context, { type, frequency: pitch });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.001, at + lasts);
  source.connect(gain).connect(out);
  source.start(at);
  source.stop(at + lasts);
}

const SOUNDS = {
  card: (at) => rustle(at, { pitch: 3200, lasts: 0.07, loud: 1.4 }),
  turn: (at) => rustle(at, { pitch: 1900, lasts: 0.09, loud: 1.2 }),
  chip: (at) => [[2900, 0], [3700, 0.035]].forEach(([pitch, later]) => note(at + later, { pitch, lasts: 0.06, loud: 0.5 })),
  dice: (at, lasts) => [0, 0.3, 0.33, 0.6, 0.66].forEach((part) => rustle(at + part * lasts, { pitch: 850, lasts: 0.05, loud: 2, sharp: 3 })),
  // The ball passes fewer and fewer pockets, and falls into one.
  wheel: (at, lasts) => {
    for (let n = 0; n < 26; n += 1) note(at + lasts * (1 - Math.sqrt(1 - n / 26)), { pitch: 1500, lasts: 0.02, loud: 0.3, type: 'triangle' });
    rustle(at + lasts, { pitch: 700, lasts: 0.08, loud: 2, sharp: 4 });
  },
  win: (at) => [[659, 0], [880, 0.1], [1109, 0.2]].forEach(([pitch, later]) => note(at + later, { pitch, lasts: 0.3, loud: 0.5, type: 'triangle' })),
};

/** Let something be heard so many milliseconds from now, for as long as what is seen moves. */
export function play(name, wait, lasts) {
  context ??= new AudioContext();
  if (!out) {
    out = new GainNode(context, { gain: LOUD });
    out.connect(context.destination);
  }
  // Until the page is touched a browser keeps it silent; what was to be heard by then is over.
  if (context.state === 'suspended') context.resume();
  else SOUNDS[name](context.currentTime + wait / 1000, lasts / 1000);
}

/** What was hurried on by a tap is over for the ear as well. */
export function hush() {
  out?.disconnect();
  out = undefined;
}
