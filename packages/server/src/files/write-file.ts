/** Writes a file whole, where what is there is still what was expected. */
import { randomBytes } from 'node:crypto';
import { because, type EditFileAnswer, type EditFileRequest, FILE_LIMITS, Refusal } from '@synapse/contract';
import type { Redactor } from '../redaction/index.ts';
import { finishInTurns } from '../vault/finish-in-turns.ts';
import { editSteps, realText, shownText } from './edit-text.ts';
import { posixCksum } from './posix-cksum.ts';
import { fetchFile, sha256, tooLarge } from './read-file.ts';
import { notWritable, type RunScript, type ScriptEnd } from './run-script.ts';
import { shownDiff } from './shown-diff.ts';
import { type ShownText, type Stretch, showText, textOf } from './shown-text.ts';
import { type Expected, writeScript } from './write-script.ts';

export interface WantedFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly expect: string | undefined;
  readonly mode: string | null;
  /** Makes the folders that are missing. */
  readonly parents?: boolean;
}

export interface Written {
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
  readonly created: boolean;
}

const SHA256_CHARS = 64;
const EDIT_CONTEXT = 1;

export async function writeFile(run: RunScript, wanted: WantedFile): Promise<Written> {
  const { path, bytes, expect } = wanted;
  if (bytes.length > FILE_LIMITS.bytes) throw tooLarge(path);
  const send = (expected: Expected) =>
    run(scriptFor(wanted, expected), { input: once(bytes), inputBytes: bytes.length });
  // The target compares whole hashes. The beginning of one is compared here.
  const isPart = expect !== undefined && expect !== 'absent' && expect.length < SHA256_CHARS;
  let end = isPart ? await send(await expectedHere(run, path, expect)) : await send(expectedOf(expect));
  // It has no program for SHA-256. What is there is hashed here, and must still be the same a moment later.
  if (end.words[1] === 'hash') end = await send(await expectedHere(run, path, expect!));
  if (end.words[0] !== 'ok') throw await notWritten(run, path, end);
  return { path, sha256: sha256(bytes), size: bytes.length, created: end.words[1] === 'created' };
}

function scriptFor({ path, bytes, mode, parents = false }: WantedFile, expected: Expected): string {
  return writeScript({ path, bytes: bytes.length, mode, parents, expected, token: randomBytes(8).toString('hex') });
}

/** `now`: the hash of what is there, or `absent`. */
export const changed = (path: string, now: string): Refusal =>
  new Refusal('file_changed', { path, now }).with({ sha256: now });

export function expectedOf(expect: string | undefined): Expected {
  if (expect === undefined) return { kind: 'anything' };
  return expect === 'absent' ? { kind: 'absent' } : { kind: 'sha256', value: expect };
}

async function expectedHere(run: RunScript, path: string, expect: string): Promise<Expected> {
  const { bytes } = await fetchFile(run, path).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'file_not_found' ? changed(path, 'absent') : error;
  });
  const now = sha256(bytes);
  if (!now.startsWith(expect)) throw changed(path, now);
  return { kind: 'cksum', value: posixCksum(bytes) };
}

async function notWritten(run: RunScript, path: string, end: ScriptEnd): Promise<Refusal> {
  if (end.words[1] !== 'changed') return notWritable(path, end, 'path', 'file_folder_missing');
  const found = end.words[2];
  if (found === 'absent' || /^[0-9a-f]{64}$/.test(found ?? '')) return changed(path, found!);
  const now = await fetchFile(run, path).then(
    ({ bytes }) => sha256(bytes),
    (error: unknown) => {
      if (error instanceof Refusal) return error.code === 'file_not_found' ? 'absent' : '?';
      throw error;
    },
  );
  return changed(path, now);
}

interface Edited {
  readonly bytes: Buffer;
  /** The hash of what is there. */
  readonly now: string;
  readonly before: ShownText;
  readonly after: readonly Stretch[];
}

/** What is there, as it is shown, and what the edits make of it. Throws where they cannot be made. */
export async function editedText(
  run: RunScript,
  { path, expect, edits }: EditFileRequest,
  redactor: Redactor,
): Promise<Edited> {
  const { bytes } = await fetchFile(run, path);
  const now = sha256(bytes);
  if (expect !== undefined && !now.startsWith(expect)) throw changed(path, now);
  const real = textOf(bytes);
  if (real === null) throw new Refusal('file_not_text', { path, reason: because('file_is_binary') });
  const before = await showText(real, redactor);
  return { bytes, now, before, after: await finishInTurns(editSteps(path, before.stretches, edits)) };
}

/** Edits what is there as it is shown; what the names stand for stays. */
export async function editFile(run: RunScript, request: EditFileRequest, redactor: Redactor): Promise<EditFileAnswer> {
  const { path } = request;
  const { before, after, now } = await editedText(run, request, redactor);
  // Whatever was expected: nothing but what the edits were made on is replaced.
  const written = await writeFile(run, { path, bytes: Buffer.from(realText(after)), expect: now, mode: null });
  // The answer names the file, and who edits it knows what is around.
  const diff = await shownDiff(before.text, shownText(after), null, redactor, EDIT_CONTEXT);
  return { path, sha256: written.sha256, diff };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
