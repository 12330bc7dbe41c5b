/** Searches files for a tool: matching lines by file, or the files themselves. */
import {
  argumentsInvalid,
  FILE_LIMITS,
  type FoundFile,
  type SearchFilesAnswer,
  type SearchFilesRequest,
} from '@synapse/contract';
import type { Redactor } from '../redaction/index.ts';
import { finishInTurns } from '../vault/finish-in-turns.ts';
import { type RunScript, refusalOf } from './run-script.ts';
import { searchScript } from './search-script.ts';

const { bytes } = FILE_LIMITS.search;
const LINE_CHARS = 400;
/** `path NUL line : text`. Git writes a second NUL, and a simple grep none. */
const LINE = /^([^\0]*?)(?:\0(\d+)[:\0]|:(\d+):)([^\0]*)$/;

export async function searchFiles(
  run: RunScript,
  { path, pattern, glob, limit }: SearchFilesRequest,
  redactor: Redactor,
  maxChars: number,
): Promise<SearchFilesAnswer> {
  const end = await run(searchScript({ path, pattern, glob, bytes }));
  const [said, program, ...rest] = end.words;
  if (said !== 'ok') {
    if (program !== 'pattern') throw refusalOf(path, end);
    throw argumentsInvalid([{ field: 'pattern', problem: redactor.redactText(rest.join(' ').slice(0, 300)) }]);
  }
  // Values that span several lines are found only while the lines are still together.
  const body = await finishInTurns(redactor.redactSteps(end.body.toString('utf8')));
  const cut = end.body.length >= bytes;
  const prefix = rest.join(' ');
  const found = pattern === undefined ? names(body, cut) : matches(body, cut);
  const page = firstOf(
    found.map((file) => ({ ...file, file: nameOf(file.file, prefix, path) })),
    limit,
    maxChars,
  );
  return { path, ...page, more: page.more || cut };
}

/** What was cut off in the middle is left out. */
const whole = (parts: string[], cut: boolean): string[] => parts.slice(0, cut ? -1 : undefined).filter(Boolean);

const names = (body: string, cut: boolean): FoundFile[] => whole(body.split('\0'), cut).map((file) => ({ file }));

function matches(body: string, cut: boolean): FoundFile[] {
  const files = new Map<string, { line: number; text: string }[]>();
  for (const each of whole(body.split('\n'), cut)) {
    const [, file, before, after, text] = LINE.exec(each) ?? [];
    if (file === undefined || text === undefined) continue;
    const lines = files.get(file) ?? [];
    lines.push({ line: Number(before ?? after), text: shortened(text) });
    files.set(file, lines);
  }
  return [...files].map(([file, lines]) => ({ file, lines }));
}

const shortened = (text: string): string =>
  text.length <= LINE_CHARS ? text.replace(/\r$/, '') : `${text.slice(0, LINE_CHARS).toWellFormed()} …`;

/** Below the folder; a file that was searched itself keeps its own name. */
function nameOf(file: string, prefix: string, path: string): string {
  if (prefix !== '' && file.startsWith(prefix)) return file.slice(prefix.length);
  return file.startsWith('./') ? file.slice(2) : file || path;
}

/** By path, as many lines (or names) as are wanted and fit. */
function firstOf(files: FoundFile[], limit: number, maxChars: number): { files: FoundFile[]; more: boolean } {
  const sorted = files.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
  const page: FoundFile[] = [];
  let [count, chars] = [0, 0];
  for (const { file, lines } of sorted) {
    const kept: NonNullable<FoundFile['lines']> = [];
    for (const line of lines ?? [{ line: 0, text: '' }]) {
      count += 1;
      chars += line.text.length + (kept.length === 0 ? file.length : 0) + 8;
      if (count > limit || chars > maxChars) {
        if (kept.length > 0) page.push({ file, lines: kept });
        return { files: page, more: true };
      }
      kept.push(line);
    }
    page.push(lines === undefined ? { file } : { file, lines: kept });
  }
  return { files: page, more: false };
}
