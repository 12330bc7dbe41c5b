/** How a script of ours reports: one line, then bytes. */
import { posix } from 'node:path';
import { because, Refusal } from '@synapse/contract';

export interface ScriptOptions {
  readonly input?: AsyncIterable<Buffer>;
  /** How much that is, where it is known. */
  readonly inputBytes?: number;
  /** Where the bytes after the report go; without it they are collected, up to a bound. */
  readonly body?: (chunk: Buffer) => void | Promise<void>;
  /** Called with the report as soon as it is there, before the first byte of the body. Throws to refuse it. */
  readonly onReport?: (report: Report) => void;
}

/** `words[0]` is `ok` or `no`. */
export interface Report {
  readonly words: readonly string[];
  readonly line: string;
}

export interface ScriptEnd extends Report {
  readonly body: Buffer;
  readonly exitCode: number;
}

/** Runs one on the target. Rejects where it did not come to its own end. */
export type RunScript = (script: string, options?: ScriptOptions) => Promise<ScriptEnd>;

const LONGEST_REPORT = 4096;
const NOTHING = Buffer.alloc(0);

/** Splits what a script prints. */
export class ReportReader {
  readonly #options: ScriptOptions;
  readonly #limit: number;
  #head: Buffer = NOTHING;
  #body: Buffer[] = [];
  #size = 0;
  report: Report | null = null;

  /** `limit`: how much of a body is collected. */
  constructor(options: ScriptOptions, limit: number) {
    this.#options = options;
    this.#limit = limit;
  }

  push(chunk: Buffer): void | Promise<void> {
    if (this.report !== null) return this.#take(chunk);
    this.#head = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
    const end = this.#head.indexOf(0x0a);
    if (end < 0) {
      if (this.#head.length > LONGEST_REPORT) this.#head = this.#head.subarray(0, LONGEST_REPORT);
      return;
    }
    const line = this.#head.toString('utf8', 0, end);
    const rest = this.#head.subarray(end + 1);
    this.#head = NOTHING;
    this.report = { line, words: line.split(' ') };
    this.#options.onReport?.(this.report);
    if (rest.length > 0) return this.#take(rest);
  }

  get body(): Buffer {
    return Buffer.concat(this.#body);
  }

  #take(chunk: Buffer): void | Promise<void> {
    if (this.#options.body) return this.#options.body(chunk);
    const room = this.#limit - this.#size;
    if (room <= 0) return;
    this.#body.push(chunk.subarray(0, room));
    this.#size += Math.min(room, chunk.length);
  }
}

/** The same where something is written: what can be missing there is its folder. */
export function notWritable(
  path: string,
  end: Report,
  field: 'path' | 'to',
  missing: 'file_folder_missing' | 'file_folder_first',
): Refusal {
  if (end.words[1] !== 'missing') return refusalOf(path, end);
  const problem = because(missing, { folder: posix.dirname(path) });
  return new Refusal('file_not_found', { path }, [{ field, problem }]);
}

/** The refusal that stands for a report of `no …`. */
export function refusalOf(path: string, { words }: Report): Refusal {
  const detail = words.slice(2).join(' ').slice(0, 300);
  const forbidden = (reason: Parameters<typeof because>[0]) =>
    new Refusal('file_forbidden', { path, reason: because(reason) });
  switch (words[1]) {
    case 'missing':
      return new Refusal('file_not_found', { path });
    case 'folder':
      return forbidden('file_is_folder').with({ kind: 'folder' });
    case 'special':
      return forbidden('file_is_special');
    case 'notfolder':
      return forbidden('file_no_folder');
    case 'denied':
      return forbidden('file_denied');
    case 'readonly':
      return forbidden('file_read_only');
    case 'owner':
      return forbidden('file_owner');
    case 'loop':
      return forbidden('file_loop');
    case 'space':
    case 'short':
      return new Refusal('file_no_space', { path });
    default:
      return new Refusal('file_unusable', { path, reason: detail || words.join(' ') || '?' });
  }
}
