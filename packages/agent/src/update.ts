/** Downloads the service's version of this program, compares its checksum, and replaces this one with it. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { get as getPlain, type IncomingMessage } from 'node:http';
import { get as getSealed } from 'node:https';
import { AGENT_PROGRAM_PATH } from '@synapse/contract';
import { connectionText } from './connection-text.ts';
import type { Identity } from './home.ts';
import { tell } from './words.ts';

const FETCH_MS = 60_000;
const PROGRAM_BYTES_MAX = 20 * 1024 * 1024;

type Offer = Pick<Identity, 'server' | 'ca'>;

/**
 * False when there is nothing newer. When something is wrong, throws with the reason and leaves everything as it was.
 */
export async function update({ server, ca = null }: Offer, program: string): Promise<boolean> {
  const fetched = (path: string) => fetchBytes(server, path, ca);
  const [wanted] = (await fetched(`${AGENT_PROGRAM_PATH}.sha256`)).toString().split(/\s/);
  if (sha256(readFileSync(program)) === wanted) return false;
  const bytes = await fetched(AGENT_PROGRAM_PATH);
  if (sha256(bytes) !== wanted) throw new Error(tell('wrong_checksum'));
  const fresh = `${program}.new.mjs`;
  try {
    writeFileSync(fresh, bytes, { mode: 0o755 });
    // A program that cannot even print its version must not take over.
    execFileSync(process.execPath, [fresh, '--version'], { timeout: 10_000, stdio: 'ignore' });
    renameSync(fresh, program);
  } finally {
    rmSync(fresh, { force: true });
  }
  return true;
}

/** Redirects are not followed: what runs here comes from the service where this computer was enrolled. */
async function fetchBytes(server: string, path: string, ca: string | null): Promise<Buffer> {
  const url = `${server}${path}`;
  const signal = AbortSignal.timeout(FETCH_MS);
  const get = url.startsWith('https:') ? getSealed : getPlain;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { signal, ...(ca === null ? {} : { ca }) }, resolve).on('error', (error) =>
      reject(new Error(connectionText(server, error))),
    );
  });
  if (response.statusCode !== 200) {
    response.destroy();
    throw new Error(tell('answered', { url: String(url), status: response.statusCode ?? 0 }));
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > PROGRAM_BYTES_MAX) throw new Error(tell('too_large', { url: String(url) }));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
