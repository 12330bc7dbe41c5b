// Blocks of `key: value` lines between empty lines or rulers: what may be records of one kind.

export interface Field {
  /** Empty for a title: the line above the fields. */
  readonly key: string;
  readonly value: string;
  /** As it was printed, with the blanks around its sign shrunk. */
  readonly text: string;
}

export interface Block {
  readonly start: number;
  /** After its last line and whatever ends it. */
  readonly end: number;
  /** Null when it is no record. */
  readonly fields: readonly Field[] | null;
}

const FIELD = /^\s*([A-Za-z@][\w .()/@#%,-]{0,48}?)( *: +| *:$| *= *|\t+| {3,})(.*)$/;
const RULER = /^\s*(?:([-=*_#~])\1{2,}[^A-Za-z]*|\*{3,} \d+\. row \*{3,}|\[\/?[A-Z]+\])$/;
const LONGEST_LINE = 400;
const MOST_FIELDS = 40;
const FEWEST_FIELDS = 2;
/** A title is short. */
const LONGEST_TITLE = 120;

const isEnd = (line: string): boolean => line === '' || (line.length < LONGEST_LINE && RULER.test(line));

export function readBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  for (let start = 0; start < lines.length; ) {
    let last = start;
    while (last < lines.length && !isEnd(lines[last] as string)) last++;
    let end = last;
    while (end < lines.length && isEnd(lines[end] as string)) end++;
    blocks.push({ start, end, fields: last > start ? readFields(lines.slice(start, last)) : null });
    start = end;
  }
  return blocks;
}

function readFields(lines: readonly string[]): Field[] | null {
  if (lines.length < FEWEST_FIELDS || lines.length > MOST_FIELDS) return null;
  const counts = new Map<string, number>();
  const fields: Field[] = [];
  for (const [i, line] of lines.entries()) {
    if (line.length > LONGEST_LINE) return null;
    const found = FIELD.exec(line);
    if (found === null) {
      if (i > 0 || line.length > LONGEST_TITLE) return null;
      fields.push({ key: '', value: line.trim(), text: line.trim() });
      continue;
    }
    const name = (found[1] as string).trim();
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    // a key that comes again in one record has a column for each time
    const key = nth === 1 ? name : `${name} (${nth})`;
    const value = (found[3] as string).trim();
    fields.push({ key, value, text: name + (found[2] as string).replace(/\s+/g, ' ') + value });
  }
  return fields;
}
