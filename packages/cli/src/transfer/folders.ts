/** Whole folders, one stream each: packed and unpacked by `tar` on both sides. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import type { ClientRequest } from 'node:http';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { startChild } from '@synapse/runner/start-child';
import type { Api } from '../api.ts';
import { CliError } from '../cli-error.ts';
import type { Terminal } from '../terminal.ts';
import { tell } from '../words/tell.ts';
import { fileAddress } from './place.ts';
import { createProgressBar } from './progress-bar.ts';
import { callStream, readAnswer } from './request.ts';

export interface FolderCopy {
  readonly local: string;
  readonly machine: string;
  readonly path: string;
  readonly container: string | undefined;
}

const addressOf = ({ machine, path, container }: FolderCopy): string =>
  fileAddress(machine, { path, container, folder: 'true' });

/** Packed twice: a machine has to be told beforehand how much will come. */
export async function uploadFolder(
  api: Api,
  terminal: Terminal,
  copy: FolderCopy,
): Promise<{ path: string; size: number }> {
  const size = await packedSize(copy.local);
  const bar = createProgressBar(terminal, copy.path, size);
  const answer = await callStream(api, {
    method: 'PUT',
    path: addressOf(copy),
    headers: { 'content-type': 'application/x-tar', 'content-length': size },
    send: (to: ClientRequest): void => {
      const packing = pack(copy.local);
      pipeline(packing.stdout!, counting(bar.at), to).catch((error: Error) => to.destroy(error));
    },
  });
  await readAnswer(answer);
  return { path: copy.path, size };
}

export async function downloadFolder(
  api: Api,
  terminal: Terminal,
  copy: FolderCopy,
): Promise<{ path: string; size: number }> {
  const response = await callStream(api, { method: 'GET', path: addressOf(copy) });
  if ((response.statusCode ?? 0) >= 400) await readAnswer(response);
  await mkdir(copy.local, { recursive: true });
  const bar = createProgressBar(terminal, copy.path, null);
  const unpacking = startChild('tar', ['-xf', '-', '-C', copy.local], { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = exitOf(unpacking);
  let size = 0;
  const count = counting((bytes) => {
    size = bytes;
    bar.at(bytes);
  });
  await pipeline(response, count, unpacking.stdin!).catch((error: Error) => {
    throw new CliError(tell('cp_cut', { reason: error.message }));
  });
  await ended;
  return { path: copy.local, size };
}

const pack = (folder: string): ChildProcess =>
  startChild('tar', ['-cf', '-', '-C', folder, '.'], { stdio: ['ignore', 'pipe', 'inherit'] });

async function packedSize(folder: string): Promise<number> {
  let size = 0;
  const packing = pack(folder);
  const ended = exitOf(packing);
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      size += chunk.length;
      done();
    },
  });
  await pipeline(packing.stdout!, sink);
  await ended;
  return size;
}

async function exitOf(child: ChildProcess): Promise<void> {
  const [code] = (await once(child, 'exit').catch((error: Error) => {
    throw new CliError(tell('cp_tar', { reason: error.message }));
  })) as [number | null];
  if (code !== 0) throw new CliError(tell('cp_tar', { reason: String(code) }));
}

function counting(at: (bytes: number) => void): Transform {
  let bytes = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      at(bytes);
      done(null, chunk);
    },
  });
}
