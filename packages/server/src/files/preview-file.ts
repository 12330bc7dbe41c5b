/** What a write or an edit would make of a file, for a person who is asked first: nothing is changed. */
import {
  APPROVAL_LIMITS,
  type ApprovalFile,
  type EditFileRequest,
  Refusal,
  type WriteFileRequest,
} from '@synapse/contract';
import type { Redactor } from '../redaction/index.ts';
import { realText, shownText } from './edit-text.ts';
import { bytesOf } from './file-order.ts';
import { fetchFile, sha256 } from './read-file.ts';
import type { RunScript } from './run-script.ts';
import { shownDiff } from './shown-diff.ts';
import { showText, textOf } from './shown-text.ts';
import { changed, editedText } from './write-file.ts';

export interface FilePreview {
  readonly shown: ApprovalFile;
  /** Its path without links. */
  readonly place: string;
  /** What is there, as a write expects it: a hash, or `absent`. Undefined: unknown. */
  readonly expect: string | undefined;
}

type Preview = Pick<FilePreview, 'expect'> & { readonly shown: Omit<ApprovalFile, 'place'> };

/** Throws what the edit itself would be refused with. */
export async function previewEdit(run: RunScript, request: EditFileRequest, redactor: Redactor): Promise<Preview> {
  const { before, after, bytes, now } = await editedText(run, request, redactor);
  const real = Buffer.from(realText(after));
  const diff = await shownDiff(before.text, shownText(after), request.path, redactor);
  return {
    shown: {
      size: real.length,
      sha256: sha256(real),
      mode: null,
      before: { exists: true, size: bytes.length, sha256: now },
      ...bounded(diff, APPROVAL_LIMITS.diffChars.kept),
    },
    expect: now,
  };
}

/** Of a file that may not be read before a person agrees: the edits themselves, or the new text against nothing. */
export async function previewUnread(
  order: { readonly edit: EditFileRequest } | { readonly write: WriteFileRequest; readonly encoding?: 'base64' },
  redactor: Redactor,
): Promise<Preview> {
  if ('write' in order) return previewWrite(unreadable, order.write, redactor, order.encoding);
  const { path, edits, expect } = order.edit;
  const [before, after] = [edits.map((edit) => edit.old), edits.map((edit) => edit.new)].map((texts) =>
    Buffer.from(texts.map((text) => (text.endsWith('\n') ? text : `${text}\n`)).join('')),
  ) as [Buffer, Buffer];
  const [shownOld, shownNew] = [
    await showText(before.toString(), redactor),
    await showText(after.toString(), redactor),
  ];
  const diff = await shownDiff(shownOld.text, shownNew.text, path, redactor);
  return {
    shown: {
      size: after.length,
      sha256: sha256(after),
      mode: null,
      before: { exists: null, size: null, sha256: null },
      ...bounded(diff, APPROVAL_LIMITS.diffChars.kept),
    },
    expect,
  };
}

const unreadable: RunScript = async () => ({
  words: ['no', 'denied'],
  line: 'no denied',
  body: Buffer.alloc(0),
  exitCode: 1,
});

/** Throws file_changed where what is there is not what the order expects. */
export async function previewWrite(
  run: RunScript,
  { path, text, expect, mode }: WriteFileRequest,
  redactor: Redactor,
  encoding?: 'base64',
): Promise<Preview> {
  const before = await thereNow(run, path);
  const now = before === 'absent' ? 'absent' : before === null ? undefined : sha256(before);
  if (expect !== undefined && now !== undefined && !now.startsWith(expect)) throw changed(path, now);
  const bytes = bytesOf(text, encoding);
  const old = before instanceof Buffer ? (textOf(before) ?? '') : '';
  const [shownOld, shownNew] = [await showText(old, redactor), await showText(textOf(bytes) ?? '', redactor)];
  const diff = await shownDiff(shownOld.text, shownNew.text, path, redactor);
  return {
    shown: {
      size: bytes.length,
      sha256: sha256(bytes),
      mode: mode ?? null,
      before: {
        exists: before === null ? null : before !== 'absent',
        size: before instanceof Buffer ? before.length : null,
        sha256: before instanceof Buffer ? now! : null,
      },
      ...bounded(diff, APPROVAL_LIMITS.diffChars.kept),
    },
    expect: now ?? expect,
  };
}

/** Null: it cannot be read, or not whole; it may be possible to write it all the same. */
async function thereNow(run: RunScript, path: string): Promise<Buffer | 'absent' | null> {
  try {
    return (await fetchFile(run, path)).bytes;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'file_not_found') return 'absent';
    if (error.code === 'file_forbidden' || error.code === 'file_too_large') return null;
    throw error;
  }
}

/** Whole lines, as far as they fit; a line that does not fit is cut, and counts as one that is missing. */
export function bounded(diff: string, chars: number): Pick<ApprovalFile, 'diff' | 'more_lines'> {
  if (diff.length <= chars) return { diff, more_lines: 0 };
  const end = diff.lastIndexOf('\n', chars);
  const kept = diff.slice(0, end <= 0 ? chars : end).toWellFormed();
  return { diff: kept, more_lines: newlinesFrom(diff, kept.length) + (end <= 0 ? 1 : 0) };
}

function newlinesFrom(text: string, start: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', start); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
