/* What Synod says of the model itself: errors, because of which nothing was checked, and warnings. */

const MESSAGES = REPORT.messages || [];
const ERRORS = MESSAGES.filter(m => m.kind === 'error');

function messagePlace(m) {
  if (!m.file) return null;
  if (m.line && SOURCES.has(m.file)) return snippet(m, new Set(), m.kind === 'error');
  return el('p', {class: 'quiet'}, m.line ? placeText(m) : m.file);
}

function messageItem(m) {
  const details = m.details || [];
  return el('li', {class: `said ${m.kind}`},
    el('p', {class: 'said-text'}, el('span', {class: `badge ${m.kind === 'error' ? 'bad' : 'warn'}`},
      el('span', {class: 'sign', 'aria-hidden': 'true'}, m.kind === 'error' ? '✗' : '!'), m.kind), el('span', {}, m.text),
    m.code ? el('span', {class: 'quiet'}, m.code) : null),
    messagePlace(m),
    details.map(d => [el('p', {class: 'said-detail'}, el('b', {}, `${d.kind}: `), d.text), messagePlace(d)]));
}

function messageCounts() {
  const warnings = MESSAGES.length - ERRORS.length;
  return [ERRORS.length > 0 ? many(ERRORS.length, 'error') : null, warnings > 0 ? many(warnings, 'warning') : null].filter(Boolean).join(', ');
}

/* Below the results, or instead of them. */
function messages() {
  if (MESSAGES.length === 0) return null;
  return section('messages', 'Messages about the model', el('ul', {class: 'said-list'}, MESSAGES.map(messageItem)));
}

/* Nothing was checked: that must not look like a result. */
function showErrors() {
  document.title = `${many(ERRORS.length, 'error')} in the model`;
  replace(document.getElementById('main'),
    el('section', {class: 'verdict bad', id: 'verdict', 'aria-label': 'Verdict'},
      el('div', {class: 'line'}, el('span', {class: 'badge bad'}, el('span', {class: 'sign', 'aria-hidden': 'true'}, '✗'), 'Not checked'),
        el('h1', {}, 'The model has errors')),
      el('p', {class: 'message-text'}, `${messageCounts()}. No test was run.`)),
    messages());
}
