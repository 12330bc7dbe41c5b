/** Looking at executions after the order was given: the result so far, the output, stopping one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type AuditEntry, EXECUTION_LIMITS, type OutputQuery, Refusal } from '@synapse/contract';
import type { Audit } from '../audit/audit.ts';
import type { Ended, FinalStatus } from '../exec/execution.ts';
import { redactRefusal } from '../exec/redact-refusal.ts';
import { type RedactedPage, redactPage } from '../exec/redacted-page.ts';
import { type RedactedResult, redactResult } from '../exec/redacted-result.ts';
import { partialResult, resultOf } from '../exec/result.ts';
import type { RunningCommands } from '../exec/running-commands.ts';
import type { OwnFilters } from '../filters/filters.ts';
import type { KeptRefusals } from '../outputs/kept-refusals.ts';
import type { Outputs } from '../outputs/outputs.ts';
import type { TextWork } from '../text-work/text-work.ts';
import { followFar, followHere, type Listener } from './follow-output.ts';
import { type LateRedaction, redactKept } from './late-redaction.ts';
import { type OtherInstances, pageSoFar } from './other-instances.ts';

export interface ExecutionServices {
  readonly audit: Audit;
  readonly outputs: Outputs;
  readonly refusals: KeptRefusals;
  readonly filters: OwnFilters;
  readonly textWork: Pick<TextWork, 'compact' | 'page'>;
  readonly lateRedaction: LateRedaction;
  readonly running: RunningCommands;
  readonly otherInstances: OtherInstances;
  readonly maxReturnChars: number;
}

export interface Executions {
  /** The result so far; waits up to `waitSeconds` for the end. */
  get(userId: string, executionId: string, waitSeconds: number, signal: AbortSignal): Promise<RedactedResult>;
  cancel(userId: string, executionId: string): Promise<RedactedResult>;
  output(userId: string, executionId: string, query: OutputQuery): Promise<RedactedPage>;
  /** The output as it comes, from its start; resolves with the result when the command has ended or nobody listens. */
  follow(userId: string, executionId: string, listener: Listener, signal: AbortSignal): Promise<RedactedResult>;
}

/** How long a cancelled command is waited for: its tree is dead within 2 s. */
const CANCEL_WAIT_SECONDS = 5;
/** How often the log is asked about a command of another instance. */
const POLL_MS = 250;

export function createExecutions(services: ExecutionServices): Executions {
  const { audit, outputs, running, otherInstances, textWork, maxReturnChars } = services;

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

  /** Asks the instance that runs it. */
  const askOwner = async <T>(
    userId: string,
    executionId: string,
    ask: (owner: string, userId: string, executionId: string) => Promise<T | null>,
  ): Promise<T | null> => {
    const owner = await audit.instanceOf(userId, executionId);
    return owner === null ? null : ask(owner, userId, executionId);
  };

  const get: Executions['get'] = async (userId, executionId, waitSeconds, signal) => {
    const entry = await entryOf(userId, executionId);
    if (entry.status !== 'running') return fromLog(services, userId, entry);
    const live = await ending(userId, executionId, waitSeconds, signal);
    if (live !== null) return live;
    const now = await entryOf(userId, executionId);
    if (now.status !== 'running') return fromLog(services, userId, now);
    const soFar = await askOwner(userId, executionId, otherInstances.result);
    // Without an answer it may have ended just now.
    if (soFar === null) return fromLog(services, userId, await entryOf(userId, executionId));
    return redactResult(soFar, (await redactLate(services, userId, now)).last);
  };

  const output: Executions['output'] = async (userId, executionId, query) => {
    const entry = await entryOf(userId, executionId);
    // Closed is closed, though the last of it is still being put away here.
    if (entry.status === 'running') {
      const execution = running.find(userId, executionId);
      if (execution !== undefined) return pageSoFar(execution, query, textWork.page);
      const page = await askOwner(userId, executionId, (...whose) => otherInstances.output(...whose, query));
      if (page !== null) return redactPage(page, (await redactLate(services, userId, entry)).last);
      // It has ended just now, or the instance that runs it does not answer.
      if ((await entryOf(userId, executionId)).status === 'running') throw new Refusal('not_ready', { retry_after: 2 });
    }
    const ended = await entryOf(userId, executionId);
    // It has printed nothing; why, is what is asked for.
    if (ended.status === 'refused') throw await refusalOf(services, userId, ended);
    const { kept, last } = await redactLate(services, userId, ended);
    if (kept === null) return redactPage(await outputs.page(userId, executionId, query), last);
    const text = await outputs.read(userId, executionId, query.stream);
    if (text === null) throw new Refusal('execution_not_found');
    return redactPage(await textWork.page(userId, executionId, kept(text), query), last);
  };

  return {
    get,

    cancel: async (userId, executionId) => {
      const entry = await entryOf(userId, executionId);
      if (entry.status === 'running') {
        const execution = running.find(userId, executionId);
        if (execution === undefined) otherInstances.stop(userId, executionId);
        else execution.stopper.stop('cancelled');
      }
      return get(userId, executionId, CANCEL_WAIT_SECONDS, new AbortController().signal);
    },

    output,

    follow: async (userId, executionId, listener, signal) => {
      const execution = running.find(userId, executionId);
      const result = (waitSeconds: number) => get(userId, executionId, waitSeconds, signal);
      const page = (query: OutputQuery) => output(userId, executionId, query).catch(nothingKept);
      if (execution !== undefined) await followHere(execution, listener, signal);
      // Of what has ended before anybody listened there is nothing to come.
      else if ((await result(0)).status === 'running') await followFar({ page, result }, listener, signal);
      return result(0);
    },
  };
}

function nothingKept(error: unknown): null {
  if (error instanceof Refusal && error.code === 'execution_not_found') return null;
  throw error;
}

function redactLate({ lateRedaction }: ExecutionServices, userId: string, entry: AuditEntry) {
  return lateRedaction(userId, Date.parse(entry.created_at));
}

/** What kept it from running, or from being heard to its end, without what has become a secret since. */
async function refusalOf(services: ExecutionServices, userId: string, entry: AuditEntry): Promise<Refusal> {
  const refusal = await services.refusals.find(userId, entry.execution_id, entry.refusal ?? 'internal');
  const { kept } = await redactLate(services, userId, entry);
  return kept === null ? refusal : redactRefusal(refusal, { redactText: kept });
}

/** The result of a command that has ended, made again from what was kept of it. */
async function fromLog(services: ExecutionServices, userId: string, entry: AuditEntry): Promise<RedactedResult> {
  const { outputs, filters, textWork, maxReturnChars } = services;
  const id = entry.execution_id;
  const redactions = await redactLate(services, userId, entry);
  const [stdout, stderr] = [await outputs.read(userId, id, 'stdout'), await outputs.read(userId, id, 'stderr')];
  const kept = (text: typeof stdout, cut = false) => ({ text: redactKept(redactions, text ?? ''), bytes: 0, cut });
  const order = {
    ...{ id, userId, machine: entry.machine, container: entry.container },
    commandTemplate: entry.command_template,
  };
  const source = {
    ended: endedOf(entry),
    durationMs: entry.duration_ms ?? 0,
    stdout: kept(stdout, (entry.stdout_bytes ?? 0) > EXECUTION_LIMITS.stdoutBytes),
    stderr: kept(stderr),
    redact: redactions.last,
    raw: entry.filter === null,
    ownFilters: await filters.rulesOf(userId),
    recoverable: stdout !== null,
  };
  const result = await resultOf(order, source, { compact: textWork.compact, maxReturnChars });
  const refusal = entry.refusal === null ? null : await refusalOf(services, userId, entry);
  const told = refusal === null ? {} : { refusal: refusal.worded };
  return { ...result, status: entry.status, filter: entry.filter, saved_tokens: entry.saved_tokens ?? 0, ...told };
}

function endedOf(entry: AuditEntry): Ended | null {
  if (entry.status === 'running') return null;
  const status = entry.status === 'refused' ? 'interrupted' : (entry.status as FinalStatus);
  return { status, exitCode: entry.exit_code, durationMs: entry.duration_ms ?? 0 };
}
