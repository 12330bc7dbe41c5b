/** Reads a file for a tool: its redacted text, and what is known about it. */
import { createHash } from 'node:crypto';
import { because, FILE_LIMITS, type ReadFileAnswer, type ReadFileRequest, Refusal } from '@synapse/contract';
import type { Redactor } from '../redaction/index.ts';
import { type About, aboutOf, readScript } from './read-script.ts';
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
  const { bytes, about } = await fetchFile(run, path);
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
