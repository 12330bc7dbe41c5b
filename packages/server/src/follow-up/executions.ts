/** Questions about a command after its order: the result so far, its output, stopping it. */
import { type AuditEntry, EXECUTION_LIMITS, type OutputOrder, type OutputQuery, Refusal } from '@synapse/contract';
import type { Audit } from '../audit/audit.ts';
import { waitUntil, within } from '../background/wait.ts';
import { redactRefusal } from '../exec/answer/redact-refusal.ts';
import { type RedactedPage, redactPage } from '../exec/answer/redacted-page.ts';
import { type RedactedResult, redactResult } from '../exec/answer/redacted-result.ts';
import { partialResult, resultOf } from '../exec/answer/result.ts';
import { stepsOf } from '../exec/answer/steps/kept-steps.ts';
import type { Ended, FinalStatus } from '../exec/execution.ts';
import type { RunningCommands } from '../exec/run/running-commands.ts';
import type { OwnFilters } from '../filters/filters.ts';
import type { WorkspaceId } from '../ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { mayUse } from '../machines/machines.ts';
import type { KeptRefusals } from '../outputs/kept-refusals.ts';
import type { Outputs } from '../outputs/outputs.ts';
import type { ReadPositions } from '../outputs/read-positions.ts';
import type { Redactor } from '../redaction/index.ts';
import type { TextWork } from '../text-work/text-work.ts';
import { followFar, followHere } from './follow-output.ts';
import { type LateRedaction, redactKept } from './late-redaction.ts';
import type { HeldListener, Listener } from './live-output.ts';
import { type OtherInstances, pageSoFar } from './other-instances.ts';
import type { PendingExecutions } from './pending-executions.ts';
import { createNews, type News } from './read-news.ts';
import type { StopCommands } from './stop-commands.ts';

export interface ExecutionServices {
  readonly audit: Audit;
  readonly jobs: Pick<Jobs<unknown>, 'ownerOf'>;
  readonly outputs: Outputs;
  readonly refusals: KeptRefusals;
  readonly filters: OwnFilters;
  readonly textWork: Pick<TextWork, 'compact' | 'page'>;
  readonly lateRedaction: LateRedaction;
  readonly running: RunningCommands;
  readonly otherInstances: OtherInstances;
  readonly stopCommands: Pick<StopCommands, 'request'>;
  readonly pending: PendingExecutions;
  readonly maxReturnChars: number;
  readonly positions: ReadPositions;
  readonly redactorOf: (workspaceId: WorkspaceId) => Promise<Redactor>;
}

export interface Executions {
  /** The whole id for the beginning of one; what is no beginning of any is returned as it is. */
  wholeId(workspaceId: WorkspaceId, given: string): Promise<string>;
  /** Whether there is any trace of it in this workspace. */
  isKnown(workspaceId: WorkspaceId, executionId: string): Promise<boolean>;
  /** Whether this user gave the order: the owner of the workspace, or a member of the crew. Throws execution_not_found. */
  isOf(workspaceId: WorkspaceId, executionId: string, actorId: string): Promise<boolean>;
  /** Waits until it is no longer pending, at most so long; false: it still is. */
  decided(workspaceId: WorkspaceId, executionId: string, waitSeconds: number, signal: AbortSignal): Promise<boolean>;
  /** What is new of an execution, for the caller. */
  readonly news: News;
  /** The result so far. Waits up to `waitSeconds` for the end. */
  get(
    workspaceId: WorkspaceId,
    executionId: string,
    waitSeconds: number,
    signal: AbortSignal,
    reader?: WorkspaceId,
  ): Promise<RedactedResult>;
  cancel(workspaceId: WorkspaceId, executionId: string): Promise<RedactedResult>;
  /** `reader`: the personal workspace of a reader from another workspace. Its secrets are redacted, too. */
  output(
    workspaceId: WorkspaceId,
    executionId: string,
    query: OutputQuery,
    reader?: WorkspaceId,
  ): Promise<RedactedPage>;
  /** In which order both streams came. */
  outputOrder(workspaceId: WorkspaceId, executionId: string): Promise<OutputOrder>;
  /** Refuses an execution of which there is no trace, or none on these machines. */
  assertKnown(workspaceId: WorkspaceId, executionId: string, machines?: readonly string[]): Promise<void>;
  /** The output as it comes, from its start. Resolves with how the command ended, or when the listener is gone. */
  follow(
    workspaceId: WorkspaceId,
    executionId: string,
    listener: Listener,
    signal: AbortSignal,
    onHeld: HeldListener,
  ): Promise<ExecutionEnd>;
}

export type ExecutionEnd = Pick<RedactedResult, 'status' | 'exit_code' | 'refusal'>;

/** How long to wait for a cancelled command: its tree is dead within 2 s. */
const CANCEL_WAIT_SECONDS = 5;
/** So many characters of an id are enough, as long as they mean one. */
const BEGINNING = /^[0-9a-z]{10,25}$/;
/** How often the log is asked about a command of another instance. */
const POLL_MS = 250;

export function createExecutions(services: ExecutionServices): Executions {
  const { audit, jobs, outputs, running, otherInstances, pending, textWork, maxReturnChars } = services;

  const entryOf = async (workspaceId: WorkspaceId, executionId: string): Promise<AuditEntry> => {
    const entry = await audit.find(workspaceId, executionId);
    if (entry === null) throw new Refusal('execution_not_found');
    return entry;
  };

  const ownOf = async (reader: WorkspaceId | undefined): Promise<Redactor | null> =>
    reader === undefined ? null : services.redactorOf(reader);

  /** As the log says, wherever it runs. */
  const hasEnded = async (workspaceId: WorkspaceId, executionId: string, waitSeconds: number, signal: AbortSignal) => {
    const ended = async () => !isOpen(await entryOf(workspaceId, executionId));
    return waitUntil(ended, { everyMs: POLL_MS, withinMs: waitSeconds * 1000, signal });
  };

  /** A refusal at its start is no result. What is known of it is in the log. */
  const ending = async (
    workspaceId: WorkspaceId,
    executionId: string,
    waitSeconds: number,
    signal: AbortSignal,
    reader: WorkspaceId | undefined,
  ) => {
    const execution = running.find(workspaceId, executionId);
    if (execution !== undefined) {
      const result = await within(
        execution.finished.catch(() => null),
        waitSeconds * 1000,
        signal,
      );
      if (result !== null || running.find(workspaceId, executionId) === undefined) return result;
      return partialResult(execution, maxReturnChars, await ownOf(reader));
    }
    await hasEnded(workspaceId, executionId, waitSeconds, signal);
    return null;
  };

  /** Asks the instance that runs it. */
  const askOwner = async <T>(
    workspaceId: WorkspaceId,
    executionId: string,
    ask: (owner: string, workspaceId: WorkspaceId, executionId: string) => Promise<T | null>,
  ): Promise<T | null> => {
    const owner = (await jobs.ownerOf(executionId)) ?? (await audit.instanceOf(workspaceId, executionId));
    return owner === null ? null : ask(owner, workspaceId, executionId);
  };

  const get: Executions['get'] = async (workspaceId, executionId, waitSeconds, signal, reader) => {
    const entry = await entryOf(workspaceId, executionId);
    const result = await resultSince(entry, workspaceId, waitSeconds, signal, reader);
    if (entry.approval_id === null || result.status === 'pending') return result;
    const comment = await pending.comment(workspaceId, executionId);
    if (comment === null) return result;
    // Its writer and its reader may have other vaults: this one is that of the machine.
    const { redactText } = await services.redactorOf(workspaceId);
    return { ...result, comment: redactText(comment) };
  };

  const resultSince = async (
    first: AuditEntry,
    workspaceId: WorkspaceId,
    waitSeconds: number,
    signal: AbortSignal,
    reader?: WorkspaceId,
  ) => {
    const begun = Date.now();
    const { execution_id: executionId } = first;
    if (first.status === 'pending' && !(await pending.decided(workspaceId, executionId, waitSeconds, signal))) {
      return pending.result(workspaceId, first, (await redactLate(services, workspaceId, first)).last.redactText(''));
    }
    const entry = first.status === 'pending' ? await entryOf(workspaceId, executionId) : first;
    if (entry.status !== 'running') return fromLog(services, workspaceId, entry, reader);
    const left = Math.max(0, waitSeconds - (Date.now() - begun) / 1000);
    const live = await ending(workspaceId, executionId, left, signal, reader);
    // The result was cut for its actor. For another reader it is made anew from the stored output, redacted before it is cut.
    if (live !== null && (reader === undefined || live.status === 'running')) return live;
    const now = await entryOf(workspaceId, executionId);
    if (now.status !== 'running') return fromLog(services, workspaceId, now, reader);
    const soFar = await askOwner(workspaceId, executionId, (...whose) => otherInstances.result(...whose, reader));
    // If there is no answer, it may have ended just now.
    if (soFar === null) return fromLog(services, workspaceId, await entryOf(workspaceId, executionId), reader);
    return redactResult(soFar, (await redactLate(services, workspaceId, now)).last.redactText);
  };

  const output: Executions['output'] = async (workspaceId, executionId, query, reader) => {
    const entry = await entryOf(workspaceId, executionId);
    // Closed is closed, even if the last part of it is still being stored here.
    if (entry.status === 'running') {
      const execution = running.find(workspaceId, executionId);
      if (execution !== undefined) {
        return pageSoFar(execution, query, textWork.page, await ownOf(reader));
      }
      const page = await askOwner(workspaceId, executionId, (...whose) =>
        otherInstances.output(...whose, query, reader),
      );
      if (page !== null) return redactPage(page, (await redactLate(services, workspaceId, entry)).last.redactText);
      // It has ended just now, or the instance that runs it does not answer.
      if ((await entryOf(workspaceId, executionId)).status === 'running')
        throw new Refusal('not_ready', { retry_after: 2 });
    }
    const ended = await entryOf(workspaceId, executionId);
    // It has printed nothing; the question is why.
    if (ended.status === 'refused') throw await refusalOf(services, workspaceId, ended);
    const { kept, last } = await redactLate(services, workspaceId, ended, reader);
    if (kept === null) return redactPage(await outputs.page(workspaceId, executionId, query), last.redactText);
    const found = await outputs.find(workspaceId, executionId, query.stream);
    if (found === null) throw new Refusal('execution_not_found');
    const text = { chars: found.chars, read: async () => redactKept({ kept }, await found.read()) };
    return redactPage(await textWork.page(workspaceId, executionId, text, query), last.redactText);
  };

  return {
    wholeId: async (workspaceId, given) =>
      BEGINNING.test(given) ? ((await audit.wholeId(workspaceId, given)) ?? given) : given,
    isKnown: async (workspaceId, executionId) => (await audit.find(workspaceId, executionId)) !== null,
    isOf: async (workspaceId, executionId, actorId) => {
      await entryOf(workspaceId, executionId);
      return ((await audit.actorOf(workspaceId, executionId)) ?? workspaceId) === actorId;
    },
    decided: pending.decided,
    get,
    news: createNews({
      positions: services.positions,
      get: ({ workspaceId, executionId, waitSeconds, signal, reader }) =>
        get(workspaceId, executionId, waitSeconds, signal, reader),
      output,
      compact: textWork.compact,
      rulesOf: services.filters.rulesOf,
      redactorOf: services.redactorOf,
    }),

    cancel: async (workspaceId, executionId) => {
      if ((await entryOf(workspaceId, executionId)).status === 'pending')
        await pending.withdraw(workspaceId, executionId);
      // It may have been let through in that moment.
      if ((await entryOf(workspaceId, executionId)).status === 'running') {
        const execution = running.find(workspaceId, executionId);
        if (execution !== undefined) execution.stopper.stop('cancelled');
        // Also for a job without a follower at this moment: the next follower finds it.
        else await services.stopCommands.request({ executionId });
      }
      return get(workspaceId, executionId, CANCEL_WAIT_SECONDS, new AbortController().signal);
    },

    output,

    outputOrder: async (workspaceId, executionId) => {
      if (!isOpen(await entryOf(workspaceId, executionId))) {
        return { live: false, order: await outputs.order(workspaceId, executionId) };
      }
      // Of a command on another instance, one stream is asked for after the other.
      const here = running.find(workspaceId, executionId);
      return { live: here !== undefined && here.output.orderSoFar() !== null, order: null };
    },

    assertKnown: async (workspaceId, executionId, machines) => {
      const { machine } = await entryOf(workspaceId, executionId);
      if (!mayUse({ machines }, machine)) throw new Refusal('execution_not_found');
    },

    follow: async (workspaceId, executionId, listener, signal, onHeld) => {
      const execution = running.find(workspaceId, executionId);
      const ended = (waitSeconds: number) => hasEnded(workspaceId, executionId, waitSeconds, signal);
      const page = (query: OutputQuery) => output(workspaceId, executionId, query).catch(nothingKept);
      if (execution !== undefined) await followHere(execution, listener, signal, onHeld);
      // A command that ended before anybody listened has nothing more to send.
      else if (!(await ended(0))) await followFar({ page, hasEnded: ended }, listener, signal);
      return endOf(services, workspaceId, await entryOf(workspaceId, executionId));
    },
  };
}

/** It runs, or waits for a person. */
const isOpen = ({ status }: AuditEntry): boolean => status === 'running' || status === 'pending';

/** How it ended, without what it printed. */
async function endOf(services: ExecutionServices, workspaceId: WorkspaceId, entry: AuditEntry): Promise<ExecutionEnd> {
  const { status, exit_code } = entry;
  const refusal = entry.refusal === null ? null : await refusalOf(services, workspaceId, entry);
  return { status, exit_code, ...(refusal === null ? {} : { refusal: refusal.worded }) };
}

function nothingKept(error: unknown): null {
  if (error instanceof Refusal && error.code === 'execution_not_found') return null;
  throw error;
}

function redactLate(
  { lateRedaction }: ExecutionServices,
  workspaceId: WorkspaceId,
  entry: AuditEntry,
  reader?: WorkspaceId,
) {
  return lateRedaction(workspaceId, Date.parse(entry.created_at), reader);
}

/** What kept it from running, or its end from being heard; without secrets that were added since. */
async function refusalOf(services: ExecutionServices, workspaceId: WorkspaceId, entry: AuditEntry): Promise<Refusal> {
  const refusal = await services.refusals.find(workspaceId, entry.execution_id, entry.refusal ?? 'internal');
  const { kept } = await redactLate(services, workspaceId, entry);
  return kept === null ? refusal : redactRefusal(refusal, kept);
}

/** The result of a command that has ended, made again from what was kept of it. */
async function fromLog(
  services: ExecutionServices,
  workspaceId: WorkspaceId,
  entry: AuditEntry,
  reader?: WorkspaceId,
): Promise<RedactedResult> {
  const { outputs, filters, textWork, maxReturnChars } = services;
  const id = entry.execution_id;
  const redactions = await redactLate(services, workspaceId, entry, reader);
  const [stdout, stderr] = [
    await outputs.find(workspaceId, id, 'stdout'),
    await outputs.find(workspaceId, id, 'stderr'),
  ];
  const kept = async (found: typeof stdout, cut = false) => {
    return { text: await redactKept(redactions, (await found?.read()) ?? ''), bytes: 0, cut };
  };
  const printed = await kept(stdout, (entry.stdout_bytes ?? 0) > EXECUTION_LIMITS.stdoutBytes);
  const stored = entry.filter === null || redactions.kept !== null ? [] : await outputs.steps(workspaceId, id);
  const steps = stepsOf(stored, printed.text);
  const order = {
    id,
    workspaceId,
    machine: entry.machine,
    container: entry.container,
    commandTemplate: entry.command_template,
    sandbox: entry.sandbox,
    steps: steps?.steps ?? null,
  };
  const source = {
    ended: endedOf(entry),
    durationMs: entry.duration_ms ?? 0,
    stdout: { ...printed, steps: steps?.texts },
    stderr: await kept(stderr),
    redactor: redactions.last,
    raw: entry.filter === null,
    ownFilters: await filters.rulesOf(workspaceId),
    recoverable: stdout !== null,
  };
  const { result } = await resultOf(order, source, { compact: textWork.compact, maxReturnChars });
  const outcome = await endOf(services, workspaceId, entry);
  return { ...result, ...outcome, filter: entry.filter, saved_tokens: entry.saved_tokens ?? 0 };
}

function endedOf(entry: AuditEntry): Ended | null {
  if (isOpen(entry)) return null;
  const status = entry.status === 'refused' ? 'interrupted' : (entry.status as FinalStatus);
  return { status, exitCode: entry.exit_code, durationMs: entry.duration_ms ?? 0 };
}
