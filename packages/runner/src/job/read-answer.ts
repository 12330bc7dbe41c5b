/** Reads what the text of `readJob` printed: how the job is, and the next bytes of each stream. Pure. */
import type { JobOffset } from './job-text.ts';

export type JobState =
  /** `starting`: it is about to begin. */
  | { readonly kind: 'running' | 'starting' }
  /** `gone`: there is no trace of it. `rebooted`, `dead`: its system, or its supervisor, ended without a last word. */
  | { readonly kind: 'gone' | 'rebooted' | 'dead' }
  | {
      readonly kind: 'ended';
      readonly why: 'done' | 'timeout' | 'cancelled';
      readonly exitCode: number;
      readonly durationMs: number;
    };

export interface JobPiece {
  readonly bytes: Buffer;
  /** Where the next read starts. */
  readonly next: JobOffset;
  /** The position in the stream at which the bytes begin, if something was dropped in front of them. */
  readonly after?: number;
  /** There was more than comes with one answer. */
  readonly more: boolean;
}

export interface JobAnswer {
  readonly state: JobState;
  readonly stdout: JobPiece;
  readonly stderr: JobPiece;
}

/** Null for an answer that did not arrive whole. `places`: what was asked for. */
export function readAnswer(
  printed: Buffer,
  places: { readonly stdout: JobOffset; readonly stderr: JobOffset },
  most: number,
): JobAnswer | null {
  let at = 0;
  const line = (): string[] => {
    const end = printed.indexOf(0x0a, at);
    const text = end < 0 ? '' : printed.toString('latin1', at, end);
    at = end < 0 ? printed.length : end + 1;
    return text.split(' ');
  };
  const [word, ...rest] = line();
  const state = word === 'state' ? stateOf(rest) : null;
  if (state === null) return null;
  const nothing = (next: JobOffset): JobPiece => ({ bytes: Buffer.alloc(0), next, more: false });
  if (state.kind === 'gone') return { state, stdout: nothing(places.stdout), stderr: nothing(places.stderr) };
  const piece = (key: string, { file, read }: JobOffset): JobPiece | null => {
    let words = line();
    const gap = words[0] === 'gap' ? { file: Number(words[2]), after: Number(words[3]) } : null;
    if (gap !== null) words = line();
    const [name, number, length, whole] = [words[0], ...words.slice(1).map(Number)] as [string, number, number, number];
    if (name !== key || number !== (gap?.file ?? file) || !(length >= 0) || at + length > printed.length) return null;
    const bytes = printed.subarray(at, at + length);
    at += length;
    const done = whole === 1;
    const next = done ? { file: number + 1, read: 0 } : { file: number, read: (gap === null ? read : 0) + length };
    return { bytes, next, more: done || length === most, ...(gap === null ? {} : { after: gap.after }) };
  };
  const stdout = piece('o', places.stdout);
  const stderr = stdout === null ? null : piece('e', places.stderr);
  return stdout === null || stderr === null ? null : { state, stdout, stderr };
}

function stateOf([word, code, begun, ended]: readonly string[]): JobState | null {
  switch (word) {
    case 'running':
    case 'starting':
    case 'gone':
    case 'rebooted':
    case 'dead':
      return { kind: word };
    case 'done':
    case 'timeout':
    case 'cancelled': {
      const durationMs = Math.max(0, Math.round((Number(ended) - Number(begun)) * 1000));
      const exitCode = Number(code);
      if (!Number.isInteger(exitCode) || Number.isNaN(durationMs)) return null;
      return { kind: 'ended', why: word, exitCode, durationMs };
    }
    default:
      return null;
  }
}
