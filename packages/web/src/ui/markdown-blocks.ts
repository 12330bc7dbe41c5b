/** The few blocks of Markdown that the page can show. */

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] }
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'rule' }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'paragraph'; readonly text: string };

const BULLET = /^ {0,3}[-*+] (.*)$/;
const QUOTE = /^ {0,3}> ?(.*)$/;
const RULE = /^ {0,3}(?:-{3,}|\*{3,}|_{3,}) *$/;
const ROW = /^ {0,3}\|(.*)\| *$/;
/** Below the head of a table. */
const DASHES = /^ {0,3}\|[ :|-]*-[ :|-]*\| *$/;
const NUMBER = /^ {0,3}\d{1,9}[.)] (.*)$/;

export function parseBlocks(text: string): readonly Block[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const blocks: Block[] = [];
  let at = 0;
  /** The following lines, as long as they match. */
  const take = (fits: (line: string) => boolean): string[] => {
    const start = at;
    while (at < lines.length && fits(lines[at] ?? '')) at++;
    return lines.slice(start, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const heading = /^(#{1,6}) (.*)$/.exec(line);
    if (line.trim() === '') at++;
    else if (line.startsWith('```')) {
      at++;
      blocks.push({ kind: 'code', text: take((each) => !each.startsWith('```')).join('\n') });
      at++;
    } else if (heading !== null) {
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' });
      at++;
    } else if (RULE.test(line)) {
      blocks.push({ kind: 'rule' });
      at++;
    } else if (QUOTE.test(line)) {
      const quoted = take((each) => QUOTE.test(each)).map((each) => QUOTE.exec(each)?.[1] ?? '');
      blocks.push({ kind: 'quote', text: quoted.join('\n') });
    } else if (isTable(lines, at)) {
      const [head = '', , ...rows] = take((each) => ROW.test(each));
      blocks.push({ kind: 'table', head: cells(head), rows: rows.map(cells) });
    } else if (BULLET.test(line) || NUMBER.test(line)) {
      const shape = BULLET.test(line) ? BULLET : NUMBER;
      const items = take((each) => shape.test(each)).map((each) => shape.exec(each)?.[1] ?? '');
      blocks.push({ kind: 'list', ordered: shape === NUMBER, items });
    } else {
      const from = at;
      const plain = take((each) => isPlain(each) && !(at > from && isTable(lines, at)));
      blocks.push({ kind: 'paragraph', text: plain.join('\n') });
    }
  }
  return blocks;
}

const isTable = (lines: readonly string[], at: number): boolean =>
  ROW.test(lines[at] ?? '') && DASHES.test(lines[at + 1] ?? '');

const cells = (row: string): string[] => (ROW.exec(row)?.[1] ?? '').split('|').map((cell) => cell.trim());

function isPlain(line: string): boolean {
  const begins = [/^(?:#{1,6} |```)/, BULLET, NUMBER, QUOTE, RULE];
  return line.trim() !== '' && !begins.some((shape) => shape.test(line));
}

export interface Link {
  /** What was written in place of the address; it is shown beside it, for it may say anything. */
  readonly words: string | null;
  readonly address: string;
}

/** `[words](https://…)`, and an address by itself behind a space; not that of a picture. */
const LINK = /(?<!!)\[([^[\]\n]{1,500})\]\((https?:\/\/[^\s()<>"]{1,2000})\)|(?<=^|\s)https?:\/\/[^\s()<>"]{1,2000}/g;
/** The end of a sentence is not part of an address. */
const ENDS = /[.,;:!?'’*_]+$/;

export function linksIn(text: string): readonly (string | Link)[] {
  const parts: (string | Link)[] = [];
  let from = 0;
  for (const found of text.matchAll(LINK)) {
    const [whole, words = null] = found;
    const address = found[2] ?? whole.replace(ENDS, '');
    if (!URL.canParse(address)) continue;
    parts.push(text.slice(from, found.index), { words: words === address ? null : words, address });
    from = found.index + (found[2] === undefined ? address.length : whole.length);
  }
  return [...parts, text.slice(from)].filter((part) => part !== '');
}
