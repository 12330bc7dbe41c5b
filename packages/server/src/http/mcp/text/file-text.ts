/** Answers about files as text: one line about the file, then its text or a short diff. */
import type { EditFileAnswer, FileAnswer, ReadFileAnswer, SearchFilesAnswer, WriteFileAnswer } from '@synapse/contract';
import { agreed, firstLine } from './result-text.ts';

const DIGEST_CHARS = 12;
const DIFF_LINES = 20;

export function readFileText(answer: ReadFileAnswer, offset: number): string {
  const waiting = waitingText(answer);
  if (waiting !== null) return waiting;
  const { path, size = 0, sha256, lines, next_offset: next, binary, text = '' } = answer;
  const head = [path, bytes(size), digest(sha256)];
  if (binary) return [...head, 'binary, no text'].filter((part) => part !== null).join(' · ');
  if (lines !== undefined) head.push(range(offset, next, lines ?? 0));
  const first = [...head, ...agreed(answer)].filter((part) => part !== null).join(' · ');
  const more = next == null ? [] : [`… more lines: next_offset ${next}`];
  return [first, ...(text === '' ? [] : [text.replace(/\n$/, '')]), ...more].join('\n');
}

function range(offset: number, next: number | null | undefined, lines: number): string {
  return `lines ${Math.min(offset, lines)}–${next == null ? lines : next - 1} of ${lines}`;
}

export function writeFileText(answer: WriteFileAnswer): string {
  const waiting = waitingText(answer);
  if (waiting !== null) return waiting;
  const { path, created, size = 0, sha256 } = answer;
  return [path, created ? 'created' : 'written', bytes(size), digest(sha256), ...agreed(answer)]
    .filter((part) => part !== null)
    .join(' · ');
}

export function editFileText(answer: EditFileAnswer): string {
  const waiting = waitingText(answer);
  if (waiting !== null) return waiting;
  const first = [answer.path, 'edited', digest(answer.sha256), ...agreed(answer)]
    .filter((part) => part !== null)
    .join(' · ');
  const diff = (answer.diff ?? '').replace(/\n$/, '').split('\n');
  const shown =
    diff.length <= DIFF_LINES
      ? diff
      : [...diff.slice(0, DIFF_LINES - 1), `… ${diff.length - DIFF_LINES + 1} more lines of diff`];
  return [first, ...shown].join('\n').replace(/\n$/, '');
}

/** `file:line: text` would repeat the name of the file for each line. */
export function searchFilesText(answer: SearchFilesAnswer): string {
  const waiting = waitingText(answer);
  if (waiting !== null) return waiting;
  const found = (answer.files ?? []).flatMap(({ file, lines = [] }) => [
    file,
    ...lines.map(({ line, text }) => `  ${line}: ${text}`),
  ]);
  if (found.length === 0) return 'nothing found';
  return [...found, ...(answer.more ? ['… there is more: narrow path, glob or pattern'] : [])].join('\n');
}

function waitingText({ status, execution_id, approval }: FileAnswer): string | null {
  if (status === undefined || execution_id === undefined) return null;
  return firstLine({ status, execution_id, exit_code: null, duration_ms: 0, ...(approval && { approval }) });
}

const bytes = (size: number): string => `${size.toLocaleString('en-US')} bytes`;
const digest = (sha256: string | undefined): string | null =>
  sha256 === undefined ? null : `sha ${sha256.slice(0, DIGEST_CHARS)}`;
