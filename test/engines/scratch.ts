/**
 * Where tests write. They sync small files all the time, and nothing of it must outlast the run: in memory, where there
 * is plenty of it, no slow disk holds anybody up.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** More than twice what a whole run needs at once. */
const ENOUGH_BYTES = 8 * 1024 ** 3;

/** Sets TMPDIR for all that is started from now on, unless somebody chose one. The answer takes it away again. */
export function makeScratch(): () => void {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return () => {};
  const folder = mkdtempSync(join(MEMORY, 'synapse-'));
  // As /tmp is: some servers run as users without rights.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  return () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    } catch (error) {
      process.stderr.write(`${folder} could not be removed: ${error}\n`);
    }
  };
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .findLast((line) => line.split(' ')[1] === MEMORY);
    const mayRun = mount !== undefined && !/\bnoexec\b/.test(mount);
    return mayRun && Math.min(bavail * bsize, process.availableMemory()) >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
