/* Making elements.  Text goes in as text nodes only: nothing of a model becomes markup. */

const SVG = 'http://www.w3.org/2000/svg';

/* Characters that would reorder or hide what stands around them are shown by their number. */
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const visible = text => text.replace(UNSEEN, c => `\\u{${c.charCodeAt(0).toString(16)}}`);

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  for (const child of children.flat(3))
    if (child !== null && child !== undefined && child !== false)
      node.append(typeof child === 'string' ? visible(child) : child);
  return node;
}

function el(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

function svg(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function replace(node, ...children) {
  node.replaceChildren(...children.flat(3).filter(c => c !== null && c !== undefined && c !== false));
}

/* ---- Texts ---- */

const many = (n, one, more) => `${count(n)} ${n === 1 ? one : more || one + 's'}`;

function count(n) {
  return typeof n === 'number' ? n.toLocaleString('en-US') : String(n);
}

/* A number as text: it may be larger than numbers are exact. */
const digits = text => /^\d+$/.test(text) ? text.replace(/\B(?=(\d{3})+$)/g, ',') : text;

function bytes(n) {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  let unit = 0;
  for (; n >= 1000 && unit + 1 < units.length; unit++) n /= 1000;
  return `${unit > 0 && n < 100 ? n.toFixed(1) : Math.round(n)} ${units[unit]}`;
}

function seconds(s) {
  if (s < 60) return `${s.toFixed(2)} s`;
  const minutes = Math.floor(s / 60);
  return minutes < 60 ? `${minutes} min ${Math.floor(s % 60)} s`
                      : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/* How wide a text will be is asked often: of a canvas, which needs no layout. */
const ruler = document.createElement('canvas').getContext('2d');
const SANS = 'system-ui, "Segoe UI", "Helvetica Neue", Arial, "DejaVu Sans", sans-serif';

let rulerFont = '';

function width(text, font) {
  if (font !== rulerFont) {
    ruler.font = `${font} ${SANS}`;
    rulerFont = font;
  }
  return ruler.measureText(text).width;
}

/* TEXT, shortened to fit into ROOM. */
function fit(text, room, font) {
  if (text.length > 400) text = text.slice(0, 400);
  if (room <= 8) return '';
  const whole = width(text, font);
  if (whole <= room) return text;
  let length = Math.floor(text.length * room / whole);
  while (length > 0 && width(text.slice(0, length) + '…', font) > room) length--;
  const cut = text.slice(0, length).replace(/[\ud800-\udbff]$/, ''); /* no half characters */
  return cut === '' ? '' : cut + '…';
}
