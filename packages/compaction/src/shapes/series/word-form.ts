// What a line looks like without its values: words stay, and everything that may vary becomes a sign.

export interface LineForm {
  readonly indent: string;
  readonly words: readonly string[];
  /** Equal for lines that differ only in numbers, names with digits, quoted strings and paths. */
  readonly key: string;
}

/** Longer lines are not compared. */
const LONGEST = 400;
const VALUE = /\d|^\([\w.-]+\)[.,;:]?$|^["'`‘“(<[]{0,2}["'`‘“]|\/|^\w+\.\w+[.\w]*[,;:]?$/;
const EDGE = /[\w\u0080-\uffff]/;

/** The signs around a value belong to the form: `(3)` is not `[3]`. */
function valueSign(word: string): string {
  const first = word[0] as string;
  const last = word.at(-1) as string;
  return `\u0000${EDGE.test(first) ? '' : first}${EDGE.test(last) ? '' : last}`;
}

/** Null for a line that is too long, or that is no text. */
export function formOf(line: string): LineForm | null {
  if (line.length > LONGEST) return null;
  const indent = line.slice(0, depthOf(line));
  const words = line.slice(indent.length).split(/[ \t]+/);
  let key = indent;
  for (const word of words) key += VALUE.test(word) ? ` ${valueSign(word)}` : ` ${word}`;
  return { indent, words, key };
}

/** A line that says where or when it belongs: `a.c:3`, `line 3`, `12:03:04`. */
export const hasPlace = (line: string): boolean => /[\w)]:\d+|\bline \d+|\(\d+,\d+\)|\b\d\d:\d\d:\d\d/.test(line);

/** How deep a line stands: blanks, and the bars and signs of a tree. */
export const depthOf = (line: string): number => /^[\s|│├└─+`*-]*/.exec(line)?.[0].length ?? 0;
