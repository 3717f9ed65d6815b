/* Lines of the model, with keywords, comments and strings told apart. */

const KEYWORDS = new Set(('announce any as assert assume bool break case choose cold continue data default defer do else ' +
  'entry enum event eventset exit extends false float foreach format fun goto halt hot if ignore in int interface keys ' +
  'machine map module new null observes on param print raise receive return scenario send seq set sizeof spec start state ' +
  'string test this true type union values var void while with').split(' '));
const TOKEN = /\/\/.*|\/\*.*?(?:\*\/|$)|"(?:\\.|[^"\\])*"?|[A-Za-z_]\w*|\d+|./gu;

function codeLine(text) {
  if (text.length > 2000) return [text]; /* no person wrote that */
  const parts = [];
  let plain = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const kind = token.startsWith('//') || token.startsWith('/*') ? 'comment'
      : token.startsWith('"') ? 'string' : KEYWORDS.has(token) ? 'keyword' : null;
    if (kind === null) {
      plain += token;
      continue;
    }
    if (plain) parts.push(plain);
    parts.push(el('span', {class: kind}, token));
    plain = '';
  }
  return plain ? [...parts, plain] : parts;
}

/* A few lines around PLACE; MARKED: lines that matter too. */
function snippet(at, marked, isFault) {
  const lines = at && at.file ? SOURCES.get(at.file) : undefined;
  if (!lines) return at && at.file ? el('p', {class: 'quiet'}, `${placeText(at)} (its text is not in the report)`) : null;
  const first = Math.max(1, at.line - 4);
  const last = Math.min(lines.length, at.line + 4);
  const rows = [];
  for (let n = first; n <= last; n++)
    rows.push(el('div', {
      class: `code-line ${n === at.line ? (isFault ? 'at fault' : 'at') : marked.has(n) ? 'also' : ''}`,
      'aria-current': n === at.line ? 'location' : null,
    }, el('span', {class: 'line-number'}, n), el('code', {}, codeLine(lines[n - 1]))));
  return el('figure', {class: 'snippet'},
    el('figcaption', {}, `${at.file}:${at.line}${at.column ? ':' + at.column : ''}`), el('div', {class: 'code'}, rows));
}
