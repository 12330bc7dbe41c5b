// A unified diff with its headers once per file. Every changed line stays, except in big deletions and generated files,
// whose lines are counted.
import type { FilterInput } from '../../filter.ts';
import { capLines } from '../../stages/cap-lines.ts';
import { trimContext } from './diff-context.ts';

interface DiffFile {
  readonly title: string;
  readonly generated: boolean;
  readonly deleted: boolean;
  /** A merge compared with both parents: two columns of signs, and its own line numbers. */
  readonly combined: boolean;
  readonly body: string[];
  added: number;
  removed: number;
}

const GENERATED =
  /(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|Cargo\.lock|poetry\.lock|uv\.lock|composer\.lock|Gemfile\.lock|go\.sum|bun\.lock)$|\.min\.(?:js|css)$|\.(?:map|snap)$/;
const LONG_DIFF = 2_000;
const MOST_DIFF_CHARS = 45_000;
const SMALLEST_SHARE = 300;
const SMALL_DELETION = 6;
const LONGEST_LINE = 2_000;

/** Where the first diff begins, or -1. */
export function findDiff(lines: readonly string[]): number {
  return lines.findIndex((line) => line.startsWith('diff -') || line.startsWith('Only in '));
}

export function compactDiff(
  lines: readonly string[],
  { cut, tick }: Pick<FilterInput, 'cut' | 'tick'>,
): string[] | null {
  const files = readFiles(lines, tick);
  if (files === null) return null;
  let size = 0;
  for (const line of lines) size += line.length + 1;
  const context = size > LONG_DIFF ? 1 : 2;
  let leftOut = 0;
  let room = MOST_DIFF_CHARS;
  const result: string[] = [];
  for (const [index, file] of files.entries()) {
    tick();
    const counted = `${file.title} (+${file.added} -${file.removed})`;
    if ((file.generated && file.body.length > 20) || (file.deleted && file.removed > SMALL_DELETION)) {
      result.push(counted);
      leftOut += file.body.length;
      continue;
    }
    const body = file.combined ? file.body : trimContext(file.body, context);
    // each file gets its share, so that the last one is as visible as the first
    const share = room > 0 ? Math.max(SMALLEST_SHARE, room / (files.length - index)) : 0;
    let used = 0;
    let shown = 0;
    while (shown < body.length && used + (body[shown] as string).length < share)
      used += (body[shown++] as string).length + 1;
    room -= used;
    result.push(shown < body.length ? counted : file.title);
    for (let i = 0; i < shown; i++) result.push(body[i] as string);
    if (shown < body.length) {
      result.push(`… ${body.length - shown} more lines of this file`);
      leftOut += body.length - shown;
    }
  }
  const capped = capLines(result, cut, MOST_DIFF_CHARS + 10_000);
  return leftOut > 0 ? [...capped, cut(leftOut)] : capped;
}

function readFiles(lines: readonly string[], tick: () => void): DiffFile[] | null {
  const files: DiffFile[] = [];
  let i = 0;
  while (i < lines.length) {
    if ((files.length & 15) === 0) tick();
    const start = lines[i] as string;
    if (start === '') {
      i++;
      continue;
    }
    if (/^(?:Only in |Binary files |Files ).{1,1000}$/.test(start)) {
      files.push({ title: start, generated: false, deleted: false, combined: false, body: [], added: 0, removed: 0 });
      i++;
      continue;
    }
    if (!start.startsWith('diff -')) return null;
    const combined = !/^diff -(?!-c)/.test(start);
    i++;
    let from = '';
    let to = '';
    const notes: string[] = [];
    while (i < lines.length && !(lines[i] as string).startsWith('@@') && !(lines[i] as string).startsWith('diff -')) {
      const line = lines[i] as string;
      if (line.startsWith('--- ')) from = line.slice(4);
      else if (line.startsWith('+++ ')) to = line.slice(4);
      else if (line !== '' && !line.startsWith('index ') && !line.startsWith('similarity index')) notes.push(line);
      i++;
    }
    const body: string[] = [];
    let added = 0;
    let removed = 0;
    while (
      i < lines.length &&
      !(lines[i] as string).startsWith('diff -') &&
      !(lines[i] as string).startsWith('Only in ')
    ) {
      const line = lines[i] as string;
      const first = line.charCodeAt(0);
      if (first === 43) added++;
      else if (first === 45) removed++;
      body.push(
        line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}… (+${line.length - LONGEST_LINE} chars)` : line,
      );
      i++;
    }
    const deleted = to === '/dev/null';
    const title = titleOf(start, from, to, notes);
    files.push({
      title,
      generated: GENERATED.test(title.split(' ').pop() ?? ''),
      deleted,
      combined,
      body,
      added,
      removed,
    });
  }
  return files;
}

function titleOf(start: string, from: string, to: string, notes: readonly string[]): string {
  const bare = (path: string) => path.replace(/\t.*$/, '').replace(/^[abciw]\//, '');
  const paths = /^diff --(?:git|cc|combined) (.*)$/.exec(start.slice(0, 1_000))?.[1] ?? start;
  const half = / b\/(.*)$/.exec(paths)?.[1];
  const path =
    to !== '' && to !== '/dev/null' ? bare(to) : from !== '' && from !== '/dev/null' ? bare(from) : (half ?? paths);
  const said: string[] = [];
  let renamed = '';
  for (const note of notes) {
    if (note.startsWith('new file')) said.push(`new${note.endsWith('100755') ? ' 755' : ''}`);
    else if (note.startsWith('deleted file')) said.push('deleted');
    else if (note.startsWith('rename from ') || note.startsWith('copy from '))
      renamed = note.slice(note.indexOf(' from ') + 6);
    else if (note.startsWith('rename to ') || note.startsWith('copy to ')) continue;
    else if (note.startsWith('old mode') || note.startsWith('new mode')) said.push(note);
    else if (note.startsWith('Binary files')) said.push('binary');
    else said.push(note);
  }
  const other = start.startsWith('diff --') ? renamed : bare(from);
  const name = other && other !== path ? `${other} -> ${path}` : path;
  return said.length > 0 ? `${said.join(', ')} ${name}` : name;
}
