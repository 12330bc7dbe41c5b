/** Fetches a file from a machine. A partial file stays beside it, and the next try resumes there. */
import { createHash } from 'node:crypto';
import { createReadStream, writeSync } from 'node:fs';
import { chmod, open, readdir, rename, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Api } from '../api.ts';
import { CliError } from '../cli-error.ts';
import type { Terminal } from '../terminal.ts';
import { tell } from '../words/tell.ts';
import { untilDone } from './again.ts';
import { type BodyTap, lengthOf, tapBody } from './body-tap.ts';
import { fileAddress } from './place.ts';
import { createProgressBar } from './progress-bar.ts';
import { callStream, LineCut, readAnswer } from './request.ts';

export interface Download {
  readonly machine: string;
  readonly path: string;
  readonly container: string | undefined;
  readonly to: string;
}

export interface Fetched {
  readonly path: string;
  readonly size: number;
}

export async function download(api: Api, terminal: Terminal, wanted: Download): Promise<Fetched> {
  const { machine, path, container, to } = wanted;
  const address = fileAddress(machine, { path, container });
  return untilDone(terminal, async (_tries, moved) => {
    const part = await partOf(to);
    const have = part === null ? 0 : (await stat(part)).size;
    const headers: Record<string, string> = have > 0 ? { range: `bytes=${have}-` } : {};
    const tap = tapBody();
    const response = await callStream(api, { method: 'GET', path: address, headers, tap });
    // All of it had come, or it is another file now.
    if (response.statusCode === 416 && part !== null) return startAgain(response, part);
    if ((response.statusCode ?? 0) >= 400) await readAnswer(response);
    const file = partName(to, response);
    const goesOn = response.statusCode === 206 && part === file;
    if (part !== null && !goesOn) {
      await rm(part, { force: true });
      if (response.statusCode === 206) return startAgain(response, part);
    }
    const total = totalOf(response);
    const bar = createProgressBar(terminal, path, total);
    const size = await receive({ response, tap, file, from: goesOn ? have : 0 }, (bytes) => {
      bar.at(bytes);
      moved();
    });
    if (total !== null && size !== total) throw new LineCut(tell('cp_short'));
    await check(file, response.headers.etag);
    const mode = Number.parseInt(String(response.headers['x-synapse-mode'] ?? ''), 8);
    if (Number.isInteger(mode)) await chmod(file, mode & 0o777 & ~process.umask());
    await rename(file, to);
    return { path: to, size };
  });
}

async function startAgain(response: IncomingMessage, part: string): Promise<never> {
  response.destroy();
  await rm(part, { force: true });
  throw new LineCut(tell('cp_changed'));
}

/** Names which version it is a part of. */
function partName(to: string, { headers }: IncomingMessage): string {
  const version = [headers['last-modified'], totalOf({ headers } as IncomingMessage)].join(' ');
  const mark = createHash('sha256').update(version).digest('hex').slice(0, 12);
  return join(dirname(to), `.${basename(to).slice(0, 200)}.${mark}.synapse-part`);
}

async function partOf(to: string): Promise<string | null> {
  const start = `.${basename(to).slice(0, 200)}.`;
  const names = await readdir(dirname(to)).catch(() => []);
  const parts = names.filter(
    (name) => name.startsWith(start) && /^[0-9a-f]{12}\.synapse-part$/.test(name.slice(start.length)),
  );
  return parts.length === 1 ? join(dirname(to), parts[0]!) : null;
}

function totalOf({ headers }: Pick<IncomingMessage, 'headers'>): number | null {
  const [, ranged] = /\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
  const length = ranged ?? headers['content-length'];
  return length === undefined ? null : Number(length);
}

interface Receiving {
  readonly response: IncomingMessage;
  readonly tap: BodyTap;
  readonly file: string;
  readonly from: number;
}

async function receive({ response, tap, file, from }: Receiving, at: (bytes: number) => void): Promise<number> {
  let size = from;
  // Private until it is whole.
  const target = await open(file, from > 0 ? 'a' : 'w', 0o600).catch((error: Error) => {
    // The body is not read, and this program must not wait for its end.
    response.destroy();
    return here(error);
  });
  const take = (bytes: Uint8Array) => {
    try {
      // At once: there is nothing else to do meanwhile, and afterwards the buffer is filled again.
      for (let done = 0; done < bytes.length; ) done += writeSync(target.fd, bytes, done);
    } catch (error) {
      here(error as Error);
    }
    size += bytes.length;
    at(size);
  };
  try {
    const length = lengthOf(response);
    if (length !== null) await tap.drain(response, length, take);
    else for await (const piece of response) take(piece as Buffer);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw error instanceof CliError ? error : new LineCut(code ?? message);
  } finally {
    await target.close();
  }
  return size;
}

/** This computer cannot keep it. */
function here({ message }: Error): never {
  throw new CliError(message);
}

/** Where the service knows the hash, what came must have it. */
async function check(file: string, etag: string | undefined): Promise<void> {
  const [, wanted] = /^"([0-9a-f]{64})"$/.exec(etag ?? '') ?? [];
  if (wanted === undefined) return;
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  if (hash.digest('hex') === wanted) return;
  await rm(file, { force: true });
  throw new LineCut(tell('cp_changed'));
}
