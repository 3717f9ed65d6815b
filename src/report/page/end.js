/* What has not happened: of a run that ends too early, or that never ends, and so has no step that fails. */

const END_KINDS = new Set(['liveness', 'deadlock', 'quiescence']);

const endsEarly = t => END_KINDS.has(t.violation.kind) && t.machines.some(m => m.changes.length > 0);

/* By machine: the step that ended it, or the last one in which it took part; or null. */
function lastSteps(t) {
  const last = t.machines.map(() => null);
  for (const s of t.steps) {
    const changed = s.changes.filter(c => c.before !== null && c.before !== undefined); /* what is new takes no part yet */
    const arrived = s.message !== null && t.messages[s.message].arrived === s.number ? t.messages[s.message].to : null;
    for (const who of [s.who, arrived, ...s.actions.map(a => a.who), ...changed.map(c => c.who)])
      if (isIndex(t.machines, who) && s.number > 0) last[who] = t.machines[who].ended ?? s.number;
  }
  return last;
}

/* In a loop, what was sent or has arrived in this round is dealt with in the next; in a tail, later. */
const isOfRound = (t, n) => t.beforeEnd !== null && n > t.beforeEnd;

const isUnhandled = (t, m) => m.fate === 'queued' && !isOfRound(t, m.arrived);
const isDropped = m => ['ignored', 'void', 'lost'].includes(m.fate);

/* What has become of a message that was not handled, in words; null: it was. */
function openWord(t, m) {
  if (m.fate === 'pending' && isOfRound(t, m.sent)) return t.tail ? 'arrives later' : 'arrives in the next round';
  return OPEN_WORDS[m.fate] || null;
}

const endWord = t => (t.tail ? 'tail' : 'loop');

function waitingText(t) {
  const v = t.violation;
  if (!Number.isInteger(v.hot_since)) return null;
  const names = v.waits_for || [];
  const since = v.hot_since > 0 ? ['Hot since ', stepLink(v.hot_since)] : ['Hot from the beginning'];
  if (names.length > 0) return el('p', {class: 'waits'}, since, ', waits for ', el('b', {}, names.join(' or ')), '.');
  return el('p', {class: 'waits'}, since, t.beforeEnd !== null ? `, never cold in the ${endWord(t)}.` : ', and no event leads out of its state.');
}

function messageList(t, title, found) {
  const MOST = 20;
  if (found.length === 0) return null;
  return [el('h4', {}, title), el('ul', {class: 'messages'}, found.slice(0, MOST).map(m => el('li', {}, messageButton(t, m)))),
    found.length > MOST ? el('p', {class: 'quiet'}, `and ${count(found.length - MOST)} more`) : null];
}

function lastRow(t, m, n) {
  const state = localState(t, m.index, t.last).find(e => e.what === 'state');
  const title = n === null ? 'nothing' : t.steps[n].title;
  const deed = title.startsWith(`${m.name} `) && !title.startsWith(`${m.name} -`) ? title.slice(m.name.length + 1) : title;
  return el('li', {}, el('span', {class: `dot c${m.colour}`}), el('b', {}, m.name),
    el('span', {class: 'quiet'}, m.ended !== null ? ' halted' : state ? ` in ${state.value}` : ''),
    el('div', {}, n === null ? null : [stepLink(n), ': '], deed));
}

const lastRows = (t, machines, last) => el('ul', {class: 'last'}, machines.map(m => lastRow(t, m, last[m.index])));

/* In a loop or a tail, only those that take no part in it have a last step. */
function lastList(t) {
  const MOST = 12;
  const last = lastSteps(t);
  const found = t.machines.filter(m => m.kind !== 'spec' && !isOfRound(t, last[m.index] ?? 0));
  if (found.length === 0) return null;
  return [el('h4', {}, t.beforeEnd === null ? 'What each machine did last' : `What the machines outside the ${endWord(t)} did last`),
    lastRows(t, found.slice(0, MOST), last), found.length > MOST
      ? el('details', {}, el('summary', {}, `${many(found.length - MOST, 'more machine')}`), lastRows(t, found.slice(MOST), last)) : null];
}

function endSection(t) {
  if (!endsEarly(t)) return null;
  return el('section', {class: 'end'}, el('h3', {}, 'What has not happened'),
    messageList(t, 'Never handled', t.messages.filter(m => isUnhandled(t, m))),
    messageList(t, 'Dropped', t.messages.filter(isDropped)), lastList(t));
}
