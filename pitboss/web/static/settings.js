// What a player chose on this device: how fast things move, whether they are heard, and in which colours the pages are.
// The colours themselves are put on by theme.js, which is told of every choice by the event "settings".

const KEY = 'settings';
const USUAL = { pace: 'normal', sound: 'off', theme: 'dark', hints: 'off' };
// What every movement's time is multiplied by.
const PACES = { normal: 1, quick: 0.5, turbo: 0.2 };
let now;

function read() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return { ...USUAL };
  }
}
// Another tab's choice holds here too.
addEventListener('storage', () => { now = undefined; });

export function settings() {
  now ??= read();
  return now;
}

export function choose(name, value) {
  now = { ...settings(), [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch { /* It holds as long as this page is open. */ }
  dispatchEvent(new Event('settings'));
}

/** What every movement's time is multiplied by. */
export function pace() {
  return PACES[settings().pace] ?? 1;
}

/** Let something be heard, if that was chosen: so many milliseconds from now, and for so long, both at the normal speed. */
export function sound(name, wait = 0, lasts = 0) {
  if (settings().sound !== 'on') return;
  import('./sound.js').then(({ play }) => play(name, wait * pace(), lasts * pace()), () => { /* out of reach: silence */ });
}

/** Nothing more is heard of what was to come. */
export function silence() {
  if (settings().sound === 'on') import('./sound.js').then(({ hush }) => hush(), () => {});
}

/** Show what can be chosen; it is fetched when somebody wants to see it. */
export async function openSettings() {
  (await import('./settings_panel.js')).show();
}
