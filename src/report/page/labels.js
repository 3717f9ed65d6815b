/* Texts that fit: of a message what tells it from others, of a name its beginning and its end. */

/* TEXT, shortened in the middle: names that are long differ at either end. */
function fitMiddle(text, room, font) {
  if (width(text, font) <= room) return text;
  if (text.length > 400) text = `${text.slice(0, 200)}${text.slice(-200)}`;
  const letters = [...text];
  for (let kept = letters.length - 1; kept > 1; kept--) {
    const tail = Math.floor(kept / 2);
    const cut = `${letters.slice(0, kept - tail).join('')}…${letters.slice(letters.length - tail).join('')}`;
    if (width(cut, font) <= room) return cut;
  }
  return '…';
}

/* NAME in one line or two, broken where a word in it begins, if that helps. */
function wrapName(name, room, font) {
  if (width(name, font) <= room) return [name];
  const words = name.slice(0, 200).split(/(?<=[a-z0-9])(?=[A-Z])|(?<=_)/);
  let first = '';
  while (words.length > 1 && width(first + words[0], font) <= room) first += words.shift();
  for (const letter of first === '' ? name : '') {
    if (width(first + letter, font) > room) break;
    first += letter;
  }
  return [first, fitMiddle(name.slice(first.length), room, font)];
}

/* ---- Payloads ---- */

const LONGEST_PARSED = 50000; /* of more only the beginning is shown */

/* The parts of TEXT between commas that stand in no brackets and no string. */
function splitFields(text) {
  const parts = [];
  let depth = 0, isString = false, from = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (isString && c === '\\') i++;
    else if (c === '"') isString = !isString;
    else if (isString) continue;
    else if ('([{'.includes(c)) depth++;
    else if (')]}'.includes(c)) depth--;
    else if (c === ',' && depth === 0) {
      parts.push(text.slice(from, i).trim());
      from = i + 1;
    }
  }
  return [...parts, text.slice(from).trim()];
}

const MACHINE = /^\w+\(1(\.\d+)*\)$/;

/* What can be left out goes by this, the greatest first: the arrow shows who sends and who gets it. */
function fieldRank(t, m, text) {
  const value = text.replace(/^[A-Za-z_]\w*=/, '');
  if (value === machineName(t, m.from) || value === machineName(t, m.to)) return 3;
  if (MACHINE.test(value)) return 1;
  return /^([\w.+-]+|".{0,24}")$/s.test(value) ? 0 : 2;
}

function fieldsOf(t, m) {
  if (m.fields === undefined) {
    const text = m.payload ?? '';
    const inner = text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1) : text;
    m.fields = text.length > LONGEST_PARSED ? [] : splitFields(inner).map(x => ({text: x, rank: fieldRank(t, m, x)}));
  }
  return m.fields;
}

/* Fields that are left out become an ellipsis. */
function joinFields(event, fields, kept) {
  const parts = [];
  for (const f of fields)
    if (kept.has(f)) parts.push(f.text);
    else if (parts[parts.length - 1] !== '…') parts.push('…');
  return `${event}(${parts.reduce((a, b) => a + (a.endsWith('…') || b === '…' ? ' ' : ', ') + b)})`;
}

/* BEFORE, and of the payload of message M what fits into ROOM behind it; null: nothing does. */
function fitFields(t, m, before, room, font) {
  const fields = fieldsOf(t, m);
  const order = [...fields].sort((a, b) => a.rank - b.rank || a.text.length - b.text.length);
  for (const kept = new Set(fields); order.length > 0; kept.delete(order.pop())) {
    const text = joinFields(before, fields, kept);
    if (width(text, font) <= room) return text;
  }
  const nothing = `${before}(…)`;
  return width(nothing, font) <= room ? nothing : null;
}

/* The event of message M, and of its payload what fits into ROOM. */
function messageLabel(t, m, room, font) {
  if (m.text.length < 400 && width(m.text, font) <= room) return m.text;
  if (fieldsOf(t, m).length < 2) return fit(m.text, room, font);
  return fitFields(t, m, m.event, room, font) ?? fit(m.event, room, font);
}

/* The same in two lines. */
function messageLines(t, m, room, font) {
  return [fit(m.event, room, font), fitFields(t, m, '', room, font) ?? ''];
}

/* The same with all scalars, however wide. */
function wantedLabel(t, m) {
  const fields = fieldsOf(t, m);
  return fields.length < 2 ? m.text : joinFields(m.event, fields, new Set(fields.filter(f => f.rank === 0)));
}
