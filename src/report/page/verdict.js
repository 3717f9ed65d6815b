/* The list of tests, and the verdict of the one that is looked at. */

function badge(r) {
  const v = verdictOf(r);
  return el('span', {class: `badge ${v.tone}`}, el('span', {class: 'sign', 'aria-hidden': 'true'}, v.icon), v.word);
}

/* How many of each, what is wrong first. */
function verdictCounts() {
  const found = new Map();
  for (const r of RESULTS) {
    const word = verdictOf(r).word.toLowerCase();
    found.set(word, (found.get(word) || 0) + 1);
  }
  const order = ['violated', ...found.keys()].filter((word, i, all) => all.indexOf(word) === i && found.has(word));
  return `${many(RESULTS.length, 'test')}: ${order.map(word => `${found.get(word)} ${word}`).join('; ')}`;
}

function makeTests() {
  if (RESULTS.length < 2) return null;
  return el('nav', {class: 'tests', 'aria-label': 'Tests'}, el('table', {}, el('thead', {}, el('tr', {},
    ['verdict', 'test', RESULTS.some(countsExecutions) ? 'executions' : 'states', 'steps', 'time'].map(x => el('th', {scope: 'col'}, x)))), el('tbody', {}, RESULTS.map(r =>
    el('tr', {'data-test': r.test, onclick: () => showResult(r, null)}, el('td', {}, badge(r)),
      el('td', {}, el('button', {type: 'button', class: 'link'}, r.test)),
      el('td', {class: 'n'}, countsExecutions(r) ? count(r.executions) : statesOf(r) || ''), el('td', {class: 'n'}, r.trace ? count((r.trace.steps || []).length) : ''),
      el('td', {class: 'n'}, typeof r.seconds === 'number' ? seconds(r.seconds) : ''))))));
}

function verdictText(r) {
  const v = verdictOf(r);
  if (r.violation) return el('p', {class: 'message-text'}, shortened([r.violation.message || r.violation.kind]));
  return [el('p', {class: 'message-text'}, r.reason ? `${v.means} Reason: ${r.reason}.` : v.means),
    v.notes.length > 0 ? el('ul', {class: 'notes'}, v.notes.map(x => el('li', {}, x))) : null];
}

/* As asked for: where crashes need not be explored, the trace has none. */
const budgetOf = (r, f) => (f === 'crash' && r.options && r.options.crash_model === 'implicit' ? r.options : r.trace)[f];

function verdictFacts(r) {
  const v = r.violation || {};
  const steps = r.trace ? (r.trace.steps || []).length : 0;
  const from = r.trace && r.trace.shrunk_from > steps ? `, shrunk from ${count(r.trace.shrunk_from)}` : '';
  const faults = r.trace ? ['crash', 'loss', 'dup'].map(f => [f, budgetOf(r, f)]).filter(([, b]) => b && b.budget > 0).map(([f, b]) => `${f} ${b.budget}`) : [];
  return [v.kind, v.machine && `in ${v.machine}`, placeText(v), r.trace && `${many(steps, 'step')}${from}`,
    r.trace && r.trace.loop !== null && r.trace.loop !== undefined && `loop of ${many(steps - r.trace.loop, 'step')}`,
    r.trace && r.trace.tail && `hot in ${many(r.trace.tail.steps, 'random step')} after step ${count(r.trace.tail.from)}`,
    r.trace && r.trace.network && `network ${r.trace.network}`, ...faults].filter(Boolean);
}

function makeVerdict(r) {
  const v = verdictOf(r);
  return el('section', {class: `verdict ${v.tone}`, id: 'verdict', 'aria-label': 'Verdict'},
    el('div', {class: 'line'}, badge(r), el('h1', {}, r.test)), verdictText(r),
    el('p', {class: 'facts-line'}, verdictFacts(r).map(x => el('span', {}, x))));
}
