/** Runs scripts about files on an executor, as the service does. */
import { randomUUID } from 'node:crypto';
import type { Executor } from '@synapse/runner';
import { doFileJob } from '../../packages/server/src/exec/run/file-job.ts';
import type { RunScript, ScriptEnd } from '../../packages/server/src/files/run-script.ts';

export function runScripts(executor: Executor, container: string | null, signal?: AbortSignal): RunScript {
  return async (script, options) => {
    let end: ScriptEnd | null = null;
    const job = {
      order: { verb: 'read-file', path: '?', stream: async () => null } as const,
      work: async (run: RunScript) => {
        end = await run(script, options);
        return null;
      },
      answer: null,
    };
    const command = { script: '', secrets: new Map(), cwd: null, container, tag: `test-${randomUUID()}` };
    const { outcome, refusal } = await doFileJob(job, executor, command, {
      output: { stdout: () => {}, stderr: () => {} },
      signal: signal ?? new AbortController().signal,
      mayStart: () => Promise.resolve(),
      onStarted: () => {},
    });
    if (refusal) throw refusal;
    if (end === null) throw new Error(outcome.kind);
    return end;
  };
}
