/** The Git hook of the current clone: in place, replaced by another program, or stopped by a refusal. */
import { HookError, hookStatus } from '../hook/index.ts';
import { tell } from '../words/tell.ts';
import { type Finding, failed, ok, skipped, warning } from './finding.ts';

export async function checkHook(cwd: string, env: NodeJS.ProcessEnv): Promise<Finding> {
  const check = tell('check_git_hook');
  try {
    const { installed, lost, stopped, waiting, refused } = await hookStatus(cwd, env);
    if (lost !== null) return failed(check, lost, 'synapse hook install');
    if (!installed) return skipped(check, tell('hook_none_here'));
    if (stopped !== null) return failed(check, stopped, 'synapse hook install --project …');
    if (waiting + refused === 0) return ok(check, tell('hook_in_place'));
    return warning(check, tell('hook_waits', { waiting, refused }), 'synapse hook flush');
  } catch (error) {
    if (error instanceof HookError) return skipped(check, tell('hook_no_clone'));
    throw error;
  }
}
