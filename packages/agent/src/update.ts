/** Fetches the service's own version of this program, holds it against its checksum, and puts it in this one's place. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { AGENT_PROGRAM_PATH } from '@synapse/contract';

const FETCH_MS = 60_000;
const PROGRAM_BYTES_MAX = 20 * 1024 * 1024;

/** False when nothing is newer. Throws with the reason, and leaves everything as it was, when something is wrong. */
export async function update(server: string, program: string): Promise<boolean> {
  const [wanted] = (await fetchBytes(`${server}${AGENT_PROGRAM_PATH}.sha256`)).toString().split(/\s/);
  if (sha256(readFileSync(program)) === wanted) return false;
  const bytes = await fetchBytes(`${server}${AGENT_PROGRAM_PATH}`);
  if (sha256(bytes) !== wanted) throw new Error('the program does not match its checksum; nothing was changed');
  const fresh = `${program}.new.mjs`;
  try {
    writeFileSync(fresh, bytes, { mode: 0o755 });
    // One that cannot even say its version must not take over.
    execFileSync(process.execPath, [fresh, '--version'], { timeout: 10_000, stdio: 'ignore' });
    renameSync(fresh, program);
  } finally {
    rmSync(fresh, { force: true });
  }
  return true;
}

async function fetchBytes(url: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS), redirect: 'error' });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  if (Number(response.headers.get('content-length') ?? 0) > PROGRAM_BYTES_MAX) throw new Error(`${url} is too large`);
  return Buffer.from(await response.arrayBuffer());
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
