/** The Git hook of the current clone: in place, replaced by another program, or stopped by a refusal. */
import { HookError, hookStatus } from '../hook/index.ts';
import { type Finding, failed, ok, skipped, warning } from './finding.ts';

export async function checkHook(cwd: string, env: NodeJS.ProcessEnv): Promise<Finding> {
  try {
    const { installed, lost, stopped, waiting, refused } = await hookStatus(cwd, env);
    if (lost !== null) return failed('git hook', lost, 'synapse hook install');
    if (!installed) return skipped('git hook', 'not installed in this clone');
    if (stopped !== null) return failed('git hook', stopped, 'synapse hook install --project …');
    if (waiting + refused === 0) return ok('git hook', 'in place, nothing waits');
    return warning('git hook', `${waiting} commits wait, ${refused} were refused`, 'synapse hook flush');
  } catch (error) {
    if (error instanceof HookError) return skipped('git hook', 'this is not a Git working copy');
    throw error;
  }
}
