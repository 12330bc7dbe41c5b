/** Sends a file to a machine. A large file resumes where it was cut, also when the command is repeated. */
import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import type { ClientRequest } from 'node:http';
import type { WriteFileAnswer } from '@synapse/contract';
import type { Api } from '../api.ts';
import type { Terminal } from '../terminal.ts';
import { untilDone } from './again.ts';
import { fileAddress } from './place.ts';
import { createProgressBar } from './progress-bar.ts';
import { callStream, Refused, readAnswer } from './request.ts';
import { sendStretch } from './send-stretch.ts';

export interface Upload {
  readonly from: string;
  readonly machine: string;
  readonly path: string;
  readonly container: string | undefined;
}

/** Smaller ones are sent whole, in one call. */
const PIECES_FROM = 8 * 1024 * 1024;

export async function upload(api: Api, terminal: Terminal, wanted: Upload): Promise<WriteFileAnswer> {
  const { from, machine, path, container } = wanted;
  const { size, mode, mtimeMs } = await stat(from);
  const octal = (mode & 0o777).toString(8).padStart(4, '0');
  const bar = createProgressBar(terminal, path, size);
  if (size < PIECES_FROM) {
    const address = fileAddress(machine, { path, container, mode: octal });
    return untilDone(terminal, async (_tries, moved) =>
      readAnswer(await callStream(api, sending(address, from, { start: 0, size }, {}, bar.at, moved))),
    );
  }
  const id = createHash('sha256').update([await realpath(from), size, mtimeMs, machine, container, path].join('\0'));
  const address = fileAddress(machine, { path, container, mode: octal, upload: id.digest('hex').slice(0, 32) });
  return untilDone(terminal, async (_tries, moved) => {
    const start = await arrived(api, address, size);
    if (typeof start !== 'number') return start;
    const headers = { 'content-range': `bytes ${start}-${size - 1}/${size}` };
    return readAnswer(await callStream(api, sending(address, from, { start, size }, headers, bar.at, moved)));
  });
}

/** How much is there; or the answer, if that was all. */
async function arrived(api: Api, address: string, size: number): Promise<number | WriteFileAnswer> {
  const call = {
    method: 'PUT' as const,
    path: address,
    headers: { 'content-range': `bytes */${size}`, 'content-length': 0 },
  };
  try {
    const answer = await readAnswer<WriteFileAnswer & { received?: number }>(await callStream(api, call));
    return answer.received ?? answer;
  } catch (error) {
    if (error instanceof Refused && error.received !== null) return error.received;
    throw error;
  }
}

function sending(
  address: string,
  from: string,
  { start, size }: { start: number; size: number },
  headers: Readonly<Record<string, string>>,
  at: (bytes: number) => void,
  moved: () => void,
) {
  return {
    method: 'PUT' as const,
    path: address,
    headers: { 'content-type': 'application/octet-stream', 'content-length': size - start, ...headers },
    send: (to: ClientRequest): void => {
      sendStretch(to, from, { start, size }, (sent) => {
        at(sent);
        moved();
      });
    },
  };
}
