/** Reads a `.env` file as the usual tools do: names, quotes, comments. Nothing in it is expanded or run. Pure. */

export interface EnvLine {
  /** From 1. */
  readonly line: number;
  readonly name: string;
  readonly value: string;
}

export interface EnvFile {
  /** Each name once; of two, the last counts. */
  readonly entries: readonly EnvLine[];
  /** Lines that say nothing that could be stored: no name, a value without an end, an empty value. */
  readonly skipped: readonly { readonly line: number; readonly why: 'unreadable' | 'unended' | 'empty' }[];
}

const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_]{0,63})[ \t]*=[ \t]*/;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\', $: '$' };

export function readEnvFile(text: string): EnvFile {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const entries = new Map<string, EnvLine>();
  const skipped: EnvFile['skipped'][number][] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = at + 1;
    const text = lines[at]!;
    if (/^[ \t]*(?:#|$)/.test(text)) continue;
    const [whole, name] = ASSIGNMENT.exec(text) ?? [];
    if (whole === undefined || name === undefined) {
      skipped.push({ line, why: 'unreadable' });
      continue;
    }
    const rest = text.slice(whole.length);
    const quote = /^["'`]/.exec(rest)?.[0];
    let value: string;
    if (quote === undefined) {
      // One blank before it is enough: a longer gap is trimmed, and never tried from each of its blanks.
      const remark = /(?:^|[ \t])#/.exec(rest);
      value = (remark === null ? rest : rest.slice(0, remark.index)).trimEnd();
    } else {
      const quoted = readQuoted(lines, at, whole.length + 1, quote);
      if (quoted === null) {
        skipped.push({ line, why: 'unended' });
        continue;
      }
      value = quoted.value;
      at += quoted.further;
    }
    if (value === '') {
      skipped.push({ line, why: 'empty' });
      continue;
    }
    // Set anew, so that the order is that of the lines that count.
    entries.delete(name);
    entries.set(name, { line, name, value });
  }
  return { entries: [...entries.values()], skipped };
}

/** Up to the closing quote, over as many further lines as it takes. Null without one. */
function readQuoted(
  lines: readonly string[],
  first: number,
  start: number,
  quote: string,
): { value: string; further: number } | null {
  const read: string[] = [];
  for (let further = 0; first + further < lines.length; further += 1) {
    const line = lines[first + further]!;
    let part = '';
    for (let at = further === 0 ? start : 0; at < line.length; at += 1) {
      const letter = line[at]!;
      if (letter === quote) return { value: [...read, part].join('\n'), further };
      const next = line[at + 1];
      if (letter === '\\' && quote === '"' && next !== undefined && next in ESCAPES) {
        part += ESCAPES[next]!;
        at += 1;
      } else part += letter;
    }
    read.push(part);
  }
  return null;
}
