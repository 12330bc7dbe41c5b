/** Whether a file cannot be committed by accident: Git ignores it, or it is in no working copy. */
import { once } from 'node:events';
import { dirname } from 'node:path';
import { startChild } from '@synapse/runner/start-child';

/** As `git check-ignore` ends: it is ignored; it is not; there is no working copy. */
const NOT_IGNORED = 1;

export async function isIgnoredByGit(file: string): Promise<boolean> {
  const child = startChild('git', ['-C', dirname(file), 'check-ignore', '--quiet', '--', file], { stdio: 'ignore' });
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return code !== NOT_IGNORED;
  } catch {
    // There is no git here, so nothing is committed.
    return true;
  }
}
