// Commands that were made and not yet answered, kept where a crash of the tab does not reach them.
// Each has a key of its own, so that tabs writing at once cannot overwrite each other.

const BEAT = 4000;
const GONE = 15000;
const A_DAY = 86_400_000;

export function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  // Browsers offer randomUUID only to secure pages; a casino's own network may be plain http.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
}

/** This tab's name: it survives a reload, and a closed tab takes it along. */
function ownTab() {
  const tab = sessionStorage.getItem('pitboss.tab');
  const beat = tab ? Number(localStorage.getItem(`pitboss.tab.${tab}`) ?? 0) : 0;
  // A duplicated tab starts with a copy of the name while the first one still beats.
  if (tab && Date.now() - beat > BEAT * 2) return tab;
  const newTab = newId();
  sessionStorage.setItem('pitboss.tab', newTab);
  return newTab;
}

/** Tabs that crashed never took their mark away. */
function forgetTabs() {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith('pitboss.tab.') && Date.now() - Number(localStorage.getItem(key)) > A_DAY) localStorage.removeItem(key);
  }
}

export class Kept {
  constructor(user) {
    this.prefix = `pitboss.kept.${user}.`;
    // A password is kept by nothing but this page.
    this.secret = new Map();
    this.tab = ownTab();
    forgetTabs();
    this.beat();
    setInterval(() => this.beat(), BEAT);
    window.addEventListener('pagehide', () => localStorage.removeItem(`pitboss.tab.${this.tab}`));
    window.addEventListener('pageshow', () => this.beat());
  }

  beat() {
    localStorage.setItem(`pitboss.tab.${this.tab}`, String(Date.now()));
  }

  alive(tab) {
    return Date.now() - Number(localStorage.getItem(`pitboss.tab.${tab}`) ?? 0) < GONE;
  }

  add(id, command) {
    this.count = (this.count ?? 0) + 1;
    const entry = { command, tab: this.tab, at: Date.now(), n: this.count };
    if ('password' in command) this.secret.set(id, entry);
    else localStorage.setItem(this.prefix + id, JSON.stringify(entry));
  }

  remove(id) {
    this.secret.delete(id);
    localStorage.removeItem(this.prefix + id);
  }

  /** What this tab has to send again, oldest first: its own, and those of tabs that are gone. */
  mine() {
    const entries = [...this.secret].map(([id, entry]) => ({ id, ...entry }));
    for (let n = 0; n < localStorage.length; n += 1) {
      const key = localStorage.key(n);
      if (!key.startsWith(this.prefix)) continue;
      const entry = JSON.parse(localStorage.getItem(key));
      if (entry.tab === this.tab || !this.alive(entry.tab)) {
        entries.push({ id: key.slice(this.prefix.length), ...entry });
      }
    }
    return entries.sort((a, b) => a.at - b.at || a.n - b.n);
  }
}
