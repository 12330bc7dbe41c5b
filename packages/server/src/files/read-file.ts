/** Reads a file for a tool: its redacted text, and what is known about it. */
import { createHash } from 'node:crypto';
import { because, FILE_LIMITS, type ReadFileAnswer, type ReadFileRequest, Refusal } from '@synapse/contract';
import type { Redactor } from '../redaction/index.ts';
import { type About, aboutOf, readLinesScript, readScript } from './read-script.ts';
import { type RunScript, refusalOf } from './run-script.ts';
import { showText, textOf } from './shown-text.ts';
import { textPage } from './text-page.ts';

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** All of it. Throws file_too_large for more than a tool may read. */
export async function fetchFile(run: RunScript, path: string): Promise<{ bytes: Buffer; about: About }> {
  const end = await run(readScript({ path, bytes: FILE_LIMITS.bytes + 1 }));
  if (end.words[0] !== 'ok') throw unreadable(path, refusalOf(path, end), end.words[1]);
  if (end.body.length > FILE_LIMITS.bytes) throw tooLarge(path);
  return { bytes: end.body, about: aboutOf(end.words) };
}

export const tooLarge = (path: string): Refusal => new Refusal('file_too_large', { path, max: FILE_LIMITS.bytes });

/** For a reader, what is no file is no text. */
function unreadable(path: string, refusal: Refusal, said: string | undefined): Refusal {
  if (said === 'folder') return new Refusal('file_not_text', { path, reason: because('file_is_folder') });
  if (said === 'special') return new Refusal('file_not_text', { path, reason: because('file_is_special') });
  return refusal;
}

export async function readFile(
  run: RunScript,
  request: ReadFileRequest,
  redactor: Redactor,
  maxChars: number,
): Promise<ReadFileAnswer> {
  const { path } = request;
  let fetched: { bytes: Buffer; about: About };
  try {
    fetched = await fetchFile(run, path);
  } catch (error) {
    if (asksForPart(request) && error instanceof Refusal && error.code === 'file_too_large')
      return readPart(run, request, redactor, maxChars);
    throw error;
  }
  const { bytes, about } = fetched;
  const { mode, owner, modifiedAt: modified_at } = about;
  const known = { path, sha256: sha256(bytes), size: bytes.length, mode, owner, modified_at };
  const real = textOf(bytes);
  if (real === null) return { ...known, lines: null, next_offset: null, binary: true };
  const { text } = await showText(real, redactor);
  const page = textPage(text, request, maxChars);
  // Lines that were apart are next to each other now.
  const shown = request.grep === undefined ? page.text : redactor.redactText(page.text);
  return { ...known, text: shown, lines: page.lines, next_offset: page.nextOffset, binary: false };
}

const asksForPart = ({ offset, limit, grep }: ReadFileRequest): boolean =>
  grep !== undefined || offset !== 1 || limit !== FILE_LIMITS.lines.default;

/** A larger file would keep everybody waiting for its digest. */
const HASHED_BYTES = 1024 ** 3;

/** Who names no number of lines gets a first look; `next_offset` leads on. */
const FIRST_LOOK_CHARS = 3_500;

/** Some lines of a file that is too large to be fetched: its machine looks for them. */
async function readPart(
  run: RunScript,
  request: ReadFileRequest,
  redactor: Redactor,
  maxChars: number,
): Promise<ReadFileAnswer> {
  const { path, offset, limit, grep } = request;
  // One more than is shown tells where to continue.
  const wanted = { path, offset, count: limit + 1, grep, bytes: FILE_LIMITS.bytes, hashUpTo: HASHED_BYTES };
  const { words, body } = await run(readLinesScript(wanted));
  if (words[0] !== 'ok') throw unreadable(path, refusalOf(path, { words, line: '' }), words[1]);
  const { size, mode, owner, modifiedAt: modified_at, sha256: digest } = aboutOf(words);
  const known = {
    path,
    size: size ?? undefined,
    mode,
    owner,
    modified_at,
    ...(digest === null ? {} : { sha256: digest }),
  };
  const isCut = body.length >= FILE_LIMITS.bytes;
  const real = textOf(isCut ? body.subarray(0, body.lastIndexOf(0x0a) + 1 || body.length) : body);
  if (real === null) return { ...known, lines: null, next_offset: null, binary: true };
  const numbered = grep === undefined ? real : real.replace(/^\d+(?=:)/gm, (at) => String(Number(at) + offset - 1));
  const { text } = await showText(numbered, redactor);
  const room = limit === FILE_LIMITS.lines.default ? Math.min(maxChars, FIRST_LOOK_CHARS) : maxChars;
  const page = textPage(text, { offset: 1, limit }, room);
  const lineAt = (index: number): number =>
    grep === undefined ? offset + index - 1 : Number(/^\d+/.exec(numbered.split('\n')[index - 1] ?? '')?.[0] ?? 0);
  const next = page.nextOffset ?? (isCut ? page.lines + 1 : null);
  const nextOffset = next === null ? null : lineAt(next) || lineAt(next - 1) + 1;
  return { ...known, text: page.text, lines: Number(words[7]), next_offset: nextOffset, binary: false };
}
