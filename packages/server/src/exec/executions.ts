/** Looking at executions after the order was given: the result so far, the output, stopping one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type AuditEntry, type ExecResult, type OutputPage, type OutputQuery, Refusal } from '@synapse/contract';
import type { Audit } from '../audit/audit.ts';
import type { OwnFilters } from '../filters/filters.ts';
import { matchingLines, type Outputs, pageOf } from '../outputs/outputs.ts';
import { redactedFromStore } from '../redaction/index.ts';
import type { Ended, FinalStatus } from './execution.ts';
import { partialResult, resultOf } from './result.ts';
import type { RunningExecutions } from './running-executions.ts';

export interface ExecutionServices {
  readonly audit: Audit;
  readonly outputs: Outputs;
  readonly filters: OwnFilters;
  readonly running: RunningExecutions;
  /** Asks the other instances to stop a command that is not running here. */
  readonly stopElsewhere: (userId: string, executionId: string) => Promise<void>;
  readonly maxReturnChars: number;
}

export interface Executions {
  /** The result so far; waits up to `waitSeconds` for the end. */
  get(userId: string, executionId: string, waitSeconds: number, signal: AbortSignal): Promise<ExecResult>;
  cancel(userId: string, executionId: string): Promise<ExecResult>;
  output(userId: string, executionId: string, query: OutputQuery): Promise<OutputPage>;
}

/** How long a cancelled command is waited for: its tree is dead within 2 s. */
const CANCEL_WAIT_SECONDS = 5;
/** How often the log is asked about a command of another instance. */
const POLL_MS = 250;

export function createExecutions(services: ExecutionServices): Executions {
  const { audit, outputs, running, maxReturnChars } = services;

  const entryOf = async (userId: string, executionId: string): Promise<AuditEntry> => {
    const entry = await audit.find(userId, executionId);
    if (entry === null) throw new Refusal('execution_not_found');
    return entry;
  };

  /** A refusal while it starts is no result; what is known of it is in the log. */
  const ending = async (userId: string, executionId: string, waitSeconds: number, signal: AbortSignal) => {
    const execution = running.find(userId, executionId);
    const enough = new AbortController();
    const limit = sleep(waitSeconds * 1000, null, { signal: AbortSignal.any([signal, enough.signal]) }).catch(
      () => null,
    );
    if (execution !== undefined) {
      const result = await Promise.race([execution.finished.catch(() => null), limit]).finally(() => enough.abort());
      return result ?? (running.find(userId, executionId) ? partialResult(execution, maxReturnChars) : null);
    }
    const deadline = Date.now() + waitSeconds * 1000;
    while ((await entryOf(userId, executionId)).status === 'running' && Date.now() < deadline && !signal.aborted) {
      await sleep(POLL_MS);
    }
    enough.abort();
    return null;
  };

  const get: Executions['get'] = async (userId, executionId, waitSeconds, signal) => {
    const entry = await entryOf(userId, executionId);
    const live = entry.status === 'running' ? await ending(userId, executionId, waitSeconds, signal) : null;
    return live ?? fromLog(services, userId, await entryOf(userId, executionId));
  };

  return {
    get,

    cancel: async (userId, executionId) => {
      const entry = await entryOf(userId, executionId);
      if (entry.status === 'running') {
        const execution = running.find(userId, executionId);
        if (execution === undefined) await services.stopElsewhere(userId, executionId);
        else execution.stop('cancelled');
      }
      return get(userId, executionId, CANCEL_WAIT_SECONDS, new AbortController().signal);
    },

    output: async (userId, executionId, query) => {
      const execution = running.find(userId, executionId);
      if (execution === undefined) return outputs.page(userId, executionId, query);
      const { text } = execution.output.read(query.stream);
      const wanted = query.grep;
      const shown = wanted === undefined ? text : matchingLines(text, wanted);
      return pageOf(executionId, query.stream, shown, query.offset, query.limit);
    },
  };
}

/** The result of a command that has ended, made again from what was kept of it. */
async function fromLog(services: ExecutionServices, userId: string, entry: AuditEntry): Promise<ExecResult> {
  const { outputs, filters, maxReturnChars } = services;
  const id = entry.execution_id;
  const [stdout, stderr] = [await outputs.read(userId, id, 'stdout'), await outputs.read(userId, id, 'stderr')];
  const whole = (text: typeof stdout) => ({ text: text ?? redactedFromStore(''), bytes: 0, cut: false });
  const result = resultOf({
    executionId: id,
    machine: entry.machine,
    container: entry.container,
    commandTemplate: entry.command_template,
    ended: endedOf(entry),
    durationMs: entry.duration_ms ?? 0,
    stdout: whole(stdout),
    stderr: whole(stderr),
    raw: entry.filter === null,
    ownFilters: await filters.of(userId),
    maxReturnChars,
    recoverable: stdout !== null,
  });
  return { ...result, status: entry.status, filter: entry.filter, saved_tokens: entry.saved_tokens ?? 0 };
}

function endedOf(entry: AuditEntry): Ended | null {
  if (entry.status === 'running') return null;
  const status = entry.status === 'refused' ? 'interrupted' : (entry.status as FinalStatus);
  return { status, exitCode: entry.exit_code, durationMs: entry.duration_ms ?? 0 };
}
