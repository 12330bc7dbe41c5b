/** The lines of a text that were asked for, no more than an answer holds. Pure. */

export interface TextQuery {
  /** The first line, from 1. */
  readonly offset: number;
  readonly limit: number;
  /** Only lines that contain it, each with its number. */
  readonly grep?: string | undefined;
}

export interface TextPage {
  readonly text: string;
  /** How many lines there are in all. */
  readonly lines: number;
  /** Null: there are no more. */
  readonly nextOffset: number | null;
}

/** Whole lines; only a line that is longer than the answer is cut. */
export function textPage(text: string, { offset, limit, grep }: TextQuery, maxChars: number): TextPage {
  const picked: string[] = [];
  let chars = 0;
  let line = 0;
  let nextOffset: number | null = null;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline + 1;
    line += 1;
    if (line >= offset && nextOffset === null) {
      const whole = text.slice(start, end);
      if (grep === undefined || whole.includes(grep)) {
        const shown = grep === undefined ? whole : `${line}:${whole}`;
        if (picked.length >= limit || (picked.length > 0 && chars + shown.length > maxChars)) nextOffset = line;
        else {
          picked.push(shown.length > maxChars ? cut(shown, maxChars) : shown);
          chars += shown.length;
        }
      }
    }
    start = end;
  }
  return { text: picked.join(''), lines: line, nextOffset };
}

const cut = (line: string, max: number): string =>
  `${line.slice(0, max).toWellFormed()} … [${line.length - max} characters left out]\n`;
