/** Closes the audit entry of an execution: with its counters and what is kept of it, or with why it never ran. */
import { Refusal } from '@synapse/contract';
import type { ExecutionAdmission } from '../../admission/execution-admission.ts';
import type { Ending } from '../../audit/audit.ts';
import type { KeptRefusals } from '../../outputs/kept-refusals.ts';
import type { RedactedResult } from '../answer/redacted-result.ts';
import type { Ended, OpenExecution } from '../execution.ts';
import type { Collected } from './output.ts';
import type { Closed, Recorder, Write } from './recorder.ts';
import type { RetryUntilWritten } from './retry-until-written.ts';

export interface CloseServices {
  readonly record: Pick<Recorder, 'close'>;
  readonly refusals: KeptRefusals;
  readonly admission: Pick<ExecutionAdmission, 'giveBack'>;
  readonly retryUntilWritten: RetryUntilWritten;
}

/** The result of a command that ran. */
export interface Finished {
  readonly ended: Ended;
  readonly printed: Collected;
  readonly result: RedactedResult;
  readonly mended: boolean;
  /** Writes the output. Null when none is kept. */
  readonly keepOutput: Write | null;
}

/** Whatever fails here, the command has run, and its entry is closed now or later. */
export async function closeFinished(
  { record, refusals }: CloseServices,
  execution: OpenExecution,
  { ended, printed, result, mended, keepOutput }: Finished,
): Promise<Closed> {
  const refusal = lostRefusal(ended) ?? ended.why ?? null;
  const ending: Ending = {
    status: ended.status,
    exitCode: ended.exitCode,
    durationMs: ended.durationMs,
    refusal: refusal?.code ?? null,
    stdoutBytes: printed.stdout.bytes,
    returnedBytes: Buffer.byteLength(result.stdout),
    filter: result.filter,
    savedTokens: result.saved_tokens,
    mended,
  };
  const keepWhy = refusal === null ? null : refusals.keep(execution.userId, execution.id, refusal);
  return record.close(execution, { ending, refusal, keep: both(keepOutput, keepWhy) });
}

/** The command never ran: the entry says why, and its place is given back. Returns the refusal. */
export async function closeUnstarted(
  { record, refusals, admission, retryUntilWritten }: CloseServices,
  execution: OpenExecution,
  refusal: Refusal,
): Promise<Refusal> {
  // After a defect of ours nobody knows whether the command ran, so its place stays taken.
  const isDefect = refusal.code === 'internal';
  const status = isDefect ? 'interrupted' : 'refused';
  const ending: Ending = { status, exitCode: null, durationMs: 0, refusal: refusal.code };
  const keep = refusals.keep(execution.userId, execution.id, refusal);
  await record.close(execution, { ending, refusal, keep });
  if (!isDefect) await retryUntilWritten('place of a command', () => admission.giveBack(execution.place));
  return refusal;
}

/** Set if the target vanished in the middle. Null for a command whose end was received. */
export function lostRefusal({ lost }: Ended): Refusal | null {
  return lost === undefined ? null : new Refusal('execution_lost', { reason: lost });
}

function both(first: Write | null, second: Write | null): Write | null {
  if (first === null || second === null) return first ?? second;
  return async (tx) => {
    await first(tx);
    await second(tx);
  };
}
