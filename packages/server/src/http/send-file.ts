/** Sends the bytes of a file as they come from the machine: never faster than the reader takes them. */
import type { ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { FILE_LIMITS, Refusal } from '@synapse/contract';
import type { FastifyReply } from 'fastify';
import { aboutOf, type FileWork, packScript, readScript, refusalOf } from '../files/index.ts';
import type { ByteRange } from './byte-range.ts';
import { whenStalled } from './when-stalled.ts';

export interface Wanted {
  readonly path: string;
  readonly range: ByteRange | null;
  /** The caller has this already. */
  readonly ifNoneMatch: string | undefined;
  readonly headOnly: boolean;
}

/** `onStalled`: the reader takes nothing any more. */
export function sendFile(reply: FastifyReply, wanted: Wanted, onStalled: () => void): FileWork {
  const { path, range } = wanted;
  return async (run) => {
    let raw: ServerResponse | null = null;
    let give: Give = () => undefined;
    /** How many bytes are still to be sent; null where that is not known. */
    let left: number | null = null;
    let outside: Refusal | null = null;
    const stalled = whenStalled(FILE_LIMITS.stalledMs, onStalled);
    const body = (chunk: Buffer): void | Promise<void> => {
      stalled.moved();
      // A file that grows meanwhile is sent as long as it was.
      const part = left === null ? chunk : chunk.subarray(0, left);
      if (left !== null) left -= part.length;
      return give(part)?.then(stalled.moved);
    };
    try {
      const end = await run(readScript({ path, ...bytesOf(wanted), hashUpTo: FILE_LIMITS.hashUpTo }), {
        body,
        onReport: ({ words }) => {
          if (words[0] !== 'ok') return;
          outside = outsideOf(range, words);
          if (outside !== null) return;
          [raw, left] = begin(reply, wanted, words);
          give = giveTo(raw);
        },
      });
      if (end.words[0] !== 'ok') throw refusalOf(path, end);
      if (outside !== null) throw outside;
      // One that was cut short must not look whole.
      if (left === null ? end.exitCode !== 0 : left > 0) raw!.destroy();
      else raw!.end();
      return null;
    } finally {
      stalled.stop();
      // The reader must not take a part for the whole.
      const sent = raw as ServerResponse | null;
      if (sent !== null && !sent.writableEnded) sent.destroy();
    }
  };

  function bytesOf({ headOnly }: Wanted) {
    if (headOnly) return { bytes: 0 };
    if (range === null) return {};
    if ('last' in range) return { last: range.last };
    return { from: range.from, ...(range.to === null ? {} : { bytes: range.to - range.from + 1 }) };
  }
}

/** Sends a folder as an archive. How long it will be is not known. */
export function sendFolder(reply: FastifyReply, path: string, onStalled: () => void): FileWork {
  return async (run) => {
    const stalled = whenStalled(FILE_LIMITS.stalledMs, onStalled);
    let raw: ServerResponse | null = null;
    let give: Give = () => undefined;
    try {
      const end = await run(packScript(path), {
        onReport: ({ words }) => {
          if (words[0] !== 'ok') return;
          raw = answer(reply);
          raw.writeHead(200, { ...BYTES, 'content-type': 'application/x-tar' });
          give = giveTo(raw);
        },
        body: (chunk) => {
          stalled.moved();
          return give(chunk)?.then(stalled.moved);
        },
      });
      if (end.words[0] !== 'ok') throw refusalOf(path, end);
      // An archive that was cut short must not look whole.
      if (end.exitCode === 0) raw!.end();
      else raw!.destroy();
      return null;
    } finally {
      stalled.stop();
      const sent = raw as ServerResponse | null;
      if (sent !== null && !sent.writableEnded) sent.destroy();
    }
  };
}

/** Never shown as a page of ours, whatever it holds. */
const BYTES = {
  'content-type': 'application/octet-stream',
  'content-security-policy': 'sandbox',
  'cache-control': 'no-store, no-transform',
};

/** From here on the answer is written by hand. */
function answer(reply: FastifyReply): ServerResponse {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  return raw;
}

/** Files of /proc have bytes, though they say that they have none. */
const sizeOf = (words: readonly string[]): number | null => aboutOf(words).size || null;

function outsideOf(range: ByteRange | null, words: readonly string[]): Refusal | null {
  const size = sizeOf(words);
  const outside = range !== null && 'from' in range && size !== null && range.from >= size;
  return outside ? new Refusal('range_invalid', { size }) : null;
}

/** Status and headers, and how much will follow. */
function begin(
  reply: FastifyReply,
  { path, range, ifNoneMatch, headOnly }: Wanted,
  words: readonly string[],
): [ServerResponse, number | null] {
  const { mode, modifiedAt, sha256 } = aboutOf(words);
  const known = sizeOf(words);
  const etag = sha256 === null ? null : `"${sha256}"`;
  const same = etag !== null && ifNoneMatch === etag;
  const [from, to] = stretchOf(range, known);
  const raw = answer(reply);
  const length = known === null ? null : to - from;
  const partial = range !== null && known !== null;
  raw.writeHead(same ? 304 : partial ? 206 : 200, {
    ...BYTES,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(basename(path))}`,
    'accept-ranges': 'bytes',
    ...(mode === null ? {} : { 'x-synapse-mode': mode }),
    ...(etag === null ? {} : { etag }),
    ...(modifiedAt === null ? {} : { 'last-modified': new Date(modifiedAt).toUTCString() }),
    ...(length === null || same ? {} : { 'content-length': length }),
    ...(partial ? { 'content-range': `bytes ${from}-${to - 1}/${known}` } : {}),
  });
  return [raw, same || headOnly ? 0 : length];
}

function stretchOf(range: ByteRange | null, size: number | null): [number, number] {
  if (range === null || size === null) return [0, size ?? 0];
  if ('last' in range) return [Math.max(0, size - range.last), size];
  return [range.from, range.to === null ? size : Math.min(range.to + 1, size)];
}

/** So much may wait for the reader. Each wait costs a turn of the event loop, so it is more than fits into one write. */
const MOST_WAITING = 512 * 1024;

/** Called with each piece. What it returns is to be awaited before the next one. */
type Give = (bytes: Buffer) => undefined | Promise<void>;

function giveTo(raw: ServerResponse): Give {
  let corked = false;
  const uncork = () => {
    corked = false;
    raw.uncork();
  };
  return (bytes) => {
    if (raw.destroyed || bytes.length === 0) return undefined;
    if (!corked) {
      // What comes in one turn of the event loop leaves in one write.
      corked = true;
      raw.cork();
      process.nextTick(uncork);
    }
    return !raw.write(bytes) && raw.writableLength >= MOST_WAITING ? room(raw) : undefined;
  };
}

/** Resolves when the reader has taken what was written, or is gone. */
function room(raw: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      raw.off('drain', done).off('close', done);
      resolve();
    };
    raw.on('drain', done).on('close', done);
  });
}
