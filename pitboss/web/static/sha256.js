// SHA-256 of a text (FIPS 180-4), as bytes or as hexadecimal digits. The browser's own is kept for secure pages, and a casino's own
// network may be plain http.

const first = (count) => {
  const primes = [];
  for (let n = 2; primes.length < count; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
  return primes;
};
const fraction = (number) => Math.floor((number % 1) * 2 ** 32) | 0;
const START = first(8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND = first(64).map((prime) => fraction(Math.cbrt(prime)));

const turned = (word, by) => (word >>> by) | (word << (32 - by));

function padded(text) {
  const bytes = new TextEncoder().encode(text);
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor((bytes.length * 8) / 2 ** 32));
  view.setUint32(whole.length - 4, (bytes.length * 8) >>> 0);
  return view;
}

function mixed(state, words) {
  let [a, b, c, d, e, f, g, k] = state;
  for (let n = 0; n < 64; n += 1) {
    const sigmaE = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const up = (k + sigmaE + ((e & f) ^ (~e & g)) + ROUND[n] + words[n]) | 0;
    const sigmaA = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const down = (sigmaA + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [k, g, f, e, d, c, b, a] = [g, f, e, (d + up) | 0, c, b, a, (up + down) | 0];
  }
  return [a, b, c, d, e, f, g, k].map((word, n) => (word + state[n]) | 0);
}

export function bytesOf(text) {
  const view = padded(text);
  let state = START;
  for (let at = 0; at < view.byteLength; at += 64) {
    const words = Array.from({ length: 16 }, (_, n) => view.getInt32(at + 4 * n));
    for (let n = 16; n < 64; n += 1) {
      const [low, high] = [words[n - 15], words[n - 2]];
      const sigmaLow = turned(low, 7) ^ turned(low, 18) ^ (low >>> 3);
      const sigmaHigh = turned(high, 17) ^ turned(high, 19) ^ (high >>> 10);
      words.push((words[n - 16] + sigmaLow + words[n - 7] + sigmaHigh) | 0);
    }
    state = mixed(state, words);
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, n) => out.setInt32(4 * n, word));
  return new Uint8Array(out.buffer);
}

export const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export const sha256 = (text) => hexOf(bytesOf(text));
