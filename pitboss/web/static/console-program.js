// Which program runs the floor: its signature at each start, for those who inspect it.

import {ask, clock, fill, h} from './console-kit.js';

export class Program {
  constructor() {
    this.now = h('div', {});
    this.alarm = h('p', {class: 'refused', role: 'alert', hidden: true});
    this.root = h('section', {}, this.alarm, h('details', {id: 'program', ontoggle: (event) => event.target.open && this.read()}, h('summary', {}, 'Program'), this.now));
    this.read();
  }

  async read() {
    const program = await ask({t: 'program'});
    if (!program) return;
    this.alarm.hidden = !program.chance;
    this.alarm.textContent = program.chance ? `The source of chance failed a test (${program.chance}). No new rounds are started; what is under way is played out.` : '';
    fill(this.now, [program.starts], () => this.shown(program.starts));
  }

  shown([latest, ...before]) {
    if (!latest) return h('p', {class: 'muted'}, 'No start of this floor is written down.');
    const packages = Object.entries(latest.packages).map(([name, version]) => `${name} ${version}`).join(', ');
    const row = (start, n) => h('tr', {}, h('td', {}, clock(start.at)), h('td', {}, h('code', {title: start.whole}, start.whole.slice(0, 16))),
      h('td', {}, start.changed ? h('b', {}, 'another program than before') : n || !before.length ? '' : 'the same as before'));
    return [h('p', {}, 'Signature: ', h('code', {class: 'signature'}, latest.whole)),
      h('p', {class: 'muted'}, `One hash over ${latest.count} files of the program, Python ${latest.python} and its packages: ${packages}. `, h('code', {}, 'pitboss signature'), ' says the same of the program that lies on the machine.'),
      h('table', {}, h('thead', {}, h('tr', {}, h('th', {}, 'started'), h('th', {}, 'signature'), h('th', {}))), h('tbody', {}, [latest, ...before].map(row)))];
  }
}
