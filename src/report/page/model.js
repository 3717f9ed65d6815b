/* The report as data: tests, steps, messages, and what depends on what.  No elements in
 * here.  A report of an older Synod lacks fields; whatever is missing is worked out or left out. */

function readData() {
  try {
    return JSON.parse(document.getElementById('data').textContent) || {};
  } catch (e) {
    return {isDamaged: true}; /* cut short, or edited */
  }
}

const DATA = readData();
const REPORT = DATA.report || {};
const RESULTS = REPORT.results || [];
const SOURCES = new Map((DATA.sources || []).map(s => [s.file, s.text.split(/\r\n|\r|\n/)]));

/* ---- A run ---- */

/* RESULT has a trace; and a violation, or a scenario that the run covers, or neither. */

function makeTrace(result) {
  const raw = result.trace;
  const begin = raw.begin || {};
  const t = {
    raw,
    machines: (raw.machines || []).map((m, index) => ({...m, index})),
    messages: (raw.messages || []).map((m, index) => ({...m, index})),
    steps: [{...begin, number: 0, title: 'Before the first step', move: 'begin'}],
    loop: typeof raw.loop === 'number' ? raw.loop : null,
    tail: raw.tail || null,
    violation: result.violation || {}, covers: result.covers || null,
  };
  t.beforeEnd = t.loop ?? (t.tail && t.tail.from);
  (raw.steps || []).forEach((s, i) => t.steps.push({...s, number: i + 1}));
  for (const s of t.steps) tidyStep(t, s);
  if (isOfC(result)) for (const s of t.steps) s.enabled = null;
  t.last = t.steps.length - 1;
  t.failing = result.violation ? t.last : -1;
  t.covered = t.covers !== null ? t.last : -1;
  t.culprit = findCulprit(t);
  addLives(t);
  addColours(t);
  addMessages(t);
  addCauses(t);
  return t;
}

/* Nothing is known of what else the threads of a model in C or IceT could do. */
const isOfC = result => Boolean(result.options) && ('lose' in result.options || 'sizes' in result.options);

/* ... and IceT has no coverage. */
const isOfIcet = result => Boolean(result.options) && 'sizes' in result.options;

const isIndex = (list, i) => Number.isInteger(i) && i >= 0 && i < list.length;

const machineName = (t, m) => isIndex(t.machines, m) ? t.machines[m].name : '?';

function tidyStep(t, s) {
  s.title = s.title || `${s.move || 'step'} ${s.machine || ''}`;
  s.actions = s.actions || [];
  s.changes = (s.changes || []).filter(c => isIndex(t.machines, c.who));
  s.enabled = s.enabled || null; /* null: not known */
  s.who = isIndex(t.machines, s.who) ? s.who : null;
  s.message = isIndex(t.messages, s.message) ? s.message : null;
  s.specs = [...new Set(s.actions.map(a => a.who).concat(s.changes.map(c => c.who)))].filter(
    m => isIndex(t.machines, m) && m !== s.who && t.machines[m].kind === 'spec');
}

const isOutcome = (t, n) => n === t.failing || n === t.covered;

function outcomeText(t) {
  return t.covers !== null ? `covers ${t.covers}` : t.violation.message || t.violation.kind || 'fails here';
}

/* The machine that fails, or null: a deadlock is nobody's.  Or the scenario that is covered. */
function findCulprit(t) {
  const name = t.covers ?? t.violation.machine;
  const found = t.machines.find(m => m.name === name) || t.machines.find(m => m.type === name);
  return found ? found.index : null;
}

/* What becomes of each machine, in order, and the step in which it ends, or null. */
function addLives(t) {
  for (const m of t.machines) Object.assign(m, {changes: [], ended: null});
  for (const s of t.steps) {
    for (const change of s.changes) t.machines[change.who].changes.push({step: s.number, change});
    const halts = s.actions.filter(a => a.kind === 'halt').map(a => a.who ?? s.who);
    for (const who of s.move === 'crash' ? [s.who] : halts)
      if (isIndex(t.machines, who)) t.machines[who].ended = s.number;
  }
}

/* Machines of one type share a colour. */
function addColours(t) {
  const types = [...new Set(t.machines.filter(m => m.kind !== 'spec').map(m => m.type))];
  for (const m of t.machines) m.colour = m.kind === 'spec' ? 's' : types.indexOf(m.type) % 8;
}

function addMessages(t) {
  const lost = new Map(t.steps.filter(s => s.move === 'lose').map(s => [s.message, s.number]));
  for (const m of t.messages) {
    m.text = m.payload === null || m.payload === undefined ? m.event : payloadText(m);
    m.lostAt = m.fate === 'lost' ? lost.get(m.index) ?? m.handled ?? null : null;
    m.late = Number.isInteger(m.arrived) && Number.isInteger(m.handled) && m.handled !== m.arrived; /* it has waited */
    m.end = m.arrived ?? m.lostAt;
  }
  t.sentBy = t.steps.map(() => []);
  for (const m of t.messages) {
    if (!isIndex(t.steps, m.sent)) continue;
    const isAlike = o => o.end === m.end && (o.to >= o.from) === (m.to >= m.from);
    m.rank = Number.isInteger(m.end) ? 0 : t.sentBy[m.sent].filter(isAlike).length; /* among those that end in the open */
    t.sentBy[m.sent].push(m);
  }
}

function payloadText(m) {
  return m.payload.startsWith('(') ? m.event + m.payload : `${m.event}(${m.payload})`;
}

/* ---- Causes ---- */

/* Without causes in the report: the step before of the same machine, and the sending. */
function guessCauses(t) {
  const latest = new Map();
  for (const s of t.steps) {
    if (s.number === 0) continue;
    const found = new Set();
    for (const m of [s.who, ...s.specs])
      if (m !== null && latest.has(m)) found.add(latest.get(m));
    const message = s.message === null ? null : t.messages[s.message];
    if (message && message.sent > 0) found.add(message.sent);
    if (s.who !== null && !latest.has(s.who) && t.machines[s.who].born > 0)
      found.add(t.machines[s.who].born);
    for (const m of [s.who, ...s.specs]) if (m !== null) latest.set(m, s.number);
    found.delete(s.number);
    s.causes = [...found];
  }
}

function addCauses(t) {
  t.hasCauses = t.steps.some(s => s.causes) || t.machines.length > 0;
  if (!t.steps.some(s => s.causes)) guessCauses(t);
  for (const s of t.steps) {
    s.causes = (s.causes || []).filter(c => c >= 0 && c < s.number).sort((a, b) => a - b);
    s.effects = [];
  }
  for (const s of t.steps) for (const c of s.causes) t.steps[c].effects.push(s.number);
}

function closure(t, from, next) {
  const seen = new Set(from);
  const todo = [...from];
  while (todo.length > 0)
    for (const n of t.steps[todo.pop()][next])
      if (!seen.has(n)) {
        seen.add(n);
        todo.push(n);
      }
  return seen;
}

const pastOf = (t, step) => closure(t, [step], 'causes');
const futureOf = (t, step) => closure(t, [step], 'effects');

/* What led to the failure or to what is covered: as Synod has worked it out, or else the past of its step and, of a
 * lasso or a tail, of the whole loop or tail. */
function pastOfFailure(t) {
  if (t.steps.some(s => s.is_why)) return new Set(t.steps.filter(s => s.is_why).map(s => s.number));
  const from = [t.last];
  if (t.beforeEnd !== null) for (let n = t.beforeEnd + 1; n <= t.last; n++) from.push(n);
  return closure(t, from, 'causes');
}

/* Machines that take part in STEPS. */
function involved(t, steps) {
  const who = new Set(t.culprit === null ? [] : [t.culprit]);
  for (const n of steps) {
    const s = t.steps[n];
    if (s.who !== null) who.add(s.who);
    for (const m of s.specs) who.add(m);
    if (s.message !== null && t.messages[s.message].from !== null) who.add(t.messages[s.message].from);
  }
  return who;
}

/* What a focus on a message or step lights up: its past and its future. */
function focusOn(t, message, step) {
  const past = message ? pastOf(t, message.sent) : pastOf(t, step);
  const until = message ? message.handled ?? message.end : step;
  const future = until === null || until === undefined ? new Set() : futureOf(t, until);
  if (message && message.arrived !== null && message.arrived !== undefined) future.add(message.arrived);
  return {message, step, past, future};
}

/* ---- Local states ---- */

const keyOf = change => `${change.what} ${change.name || ''}`;
const RANK = {state: 0, status: 1, variable: 2, queue: 3, value: 4};

/* The local state of machine M after step NUMBER: a list of {what, name, value}. */
function localState(t, m, number) {
  const found = new Map();
  for (const {step, change} of t.machines[m].changes) {
    if (step > number) break;
    found.set(keyOf(change), {what: change.what, name: change.name, value: change.after});
  }
  return [...found.values()].sort((a, b) => (RANK[a.what] ?? 5) - (RANK[b.what] ?? 5));
}

/* The same before and after a step, with what changed marked. */
function localDiff(t, m, number) {
  const changed = new Map();
  for (const c of t.steps[number].changes)
    if (c.who === m) changed.set(keyOf(c), c);
  return localState(t, m, number).map(entry => {
    const change = changed.get(keyOf(entry));
    return {...entry, before: change ? change.before : entry.value, changed: change !== undefined};
  });
}

/* ---- Search ---- */

function searchText(t, s) {
  if (s.haystack === undefined) {
    const message = s.message === null ? null : t.messages[s.message];
    s.haystack = [s.title, message && message.text, s.who !== null && t.machines[s.who].name,
      ...s.actions.map(a => a.text), ...s.changes.map(c => `${t.machines[c.who].name} ${c.name} ${c.after}`),
      ...t.sentBy[s.number].map(m => m.text)].filter(Boolean).join('\n').toLowerCase();
  }
  return s.haystack;
}

function findSteps(t, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return t.steps.filter(s => words.every(w => searchText(t, s).includes(w))).map(s => s.number);
}

/* ---- Verdicts ---- */

const VERDICTS = {
  exhausted: {word: 'Holds', icon: '✓', tone: 'good', means: 'Every state that can be reached was visited.'},
  within: {word: 'Holds within bounds', icon: '✓', tone: 'calm', means: 'No run within the bounds fails. Others were not followed.'},
  violated: {word: 'Violated', icon: '✗', tone: 'bad', means: 'A run that fails was found, and replayed.'},
  unknown: {word: 'Unknown', icon: '?', tone: 'warn', means: 'The search ended before it was complete.'},
  sampled: {word: 'Sampled', icon: '~', tone: 'calm', means: 'Random runs found no violation. Others may fail.'},
  covered: {word: 'Covered', icon: '~', tone: 'calm', means: 'No violation was found. Some states may have been missed.'},
  proved: {word: 'Proved', icon: '✓', tone: 'good', means: 'It holds for any number of processes.'},
  refused: {word: 'Refused', icon: '!', tone: 'warn', means: 'The test was not begun.'},
};

const coverageOf = result =>
  result.coverage !== null && typeof result.coverage === 'object' ? result.coverage : null;

/* Or null. */
const statesOf = r => r.set && r.set.states ? digits(r.set.states) : r.states > 0 ? count(r.states) : null;
const countsExecutions = result => typeof result.executions === 'number';

/* A result that checked nothing is not shown as one that did. */
function verdictOf(result) {
  const known = {...VERDICTS[result.verdict] || {word: String(result.verdict), icon: '?', tone: 'warn', means: ''}};
  if (result.verdict === 'exhausted' && countsExecutions(result)) known.means = 'Every execution was explored.';
  if (result.verdict === 'exhausted' && result.reduction) known.means = 'The search visited enough states: the reductions preserve every violation.';
  if (result.verdict === 'proved' && result.reduction) known.means = 'It holds for any buffer size.';
  if (result.verdict === 'unknown' && result.proof) known.means = 'There is no proof, and no failure was found.';
  if (result.verdict === 'refused' && isOfC(result)) known.means = 'The model cannot be checked.';
  const coverage = coverageOf(result);
  const notes = result.verdict !== 'violated' && coverage && coverage.vacuous || [];
  const isHollow = notes.length > 0 && coverage.hollow !== false; /* else it is worth a note */
  if (!isHollow) return {...known, notes};
  return {...known, icon: '△', tone: 'hollow', word: `${known.word}, but checked little`, notes};
}

/* ---- Places in the source ---- */

const placeText = p => p && p.file ? `${p.file}:${p.line}` : '';

const baseName = file => file.slice(file.lastIndexOf('/') + 1);
