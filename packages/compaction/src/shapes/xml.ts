// XML with one element per line: an attribute that is as in the element before of the same name is said once.
import { head, type Shape } from '../filter.ts';

const ELEMENT = /^(\s*)<([A-Za-z_][\w:.-]*)((?:\s+[\w:.-]+="[^"]*")+)\s*(\/?>.*)$/;
const ATTRIBUTE = /([\w:.-]+)="([^"]*)"/g;
const FEWEST_LINES = 20;
const LEAST_SHARE = 0.6;
const LEAST_SAVED = 0.05;
/** Names and numbers of elements are what they are found by. */
const OWN = /^(?:id|name|key|ref|href|src|xml:id)$/i;

const isTag = (line: string): boolean => /^\s*<[A-Za-z/!?]/.test(line);

function writeElement(line: string, known: Map<string, Map<string, string>>): string {
  if (head(line).length < line.length) return line;
  const found = ELEMENT.exec(line);
  if (found === null) return line;
  const [, indent = '', name = '', attributes = '', end = ''] = found;
  const before = known.get(name);
  const now = new Map<string, string>();
  const shown: string[] = [];
  for (const [, key = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
    now.set(key, value);
    if (OWN.test(key) || before?.get(key) !== value) shown.push(`${key}="${value}"`);
  }
  // an attribute that is gone would look like one that stayed
  const gone = before !== undefined && [...before.keys()].some((key) => !now.has(key));
  known.set(name, now);
  return gone ? line : `${indent}<${[name, ...shown].join(' ')}${end}`;
}

export const xmlShape: Shape = {
  name: 'xml',
  apply: ({ lines, tick }) => {
    const first = lines.find((line) => line !== '');
    if (first === undefined || !isTag(head(first))) return null;
    const filled = lines.filter((line) => line !== '');
    const tags = filled.filter((line) => isTag(head(line))).length;
    if (tags < FEWEST_LINES || tags < filled.length * LEAST_SHARE) return null;
    tick();
    const known = new Map<string, Map<string, string>>();
    const chars = (some: readonly string[]) => some.reduce((sum, { length }) => sum + length + 1, 0);
    const result = filled.map((line) => writeElement(line, known)).map((line) => line.replace(/^\s{2,}/, shorter));
    if (chars(result) > chars(lines) * (1 - LEAST_SAVED)) return null;
    return ['(an attribute that is missing is as in the element before of the same name)', ...result];
  },
};

/** Half of an indent still shows what is inside what. */
const shorter = (indent: string): string => ' '.repeat(Math.ceil(indent.length / 2));
