/** Closes the audit entry of an execution: with its counters and its output, or with the reason why it never ran. */
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
  readonly admission: Pick<ExecutionAdmission, 'release'>;
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
  const keepWhy = refusal === null ? null : refusals.keep(execution.workspaceId, execution.id, refusal);
  return record.close(execution, { ending, refusal, keep: both(keepOutput, keepWhy) });
}

/** The command never ran: closes its entry with the reason and releases its rate limit hit. Returns the refusal. */
export async function closeUnstarted(
  { record, refusals, admission, retryUntilWritten }: CloseServices,
  execution: OpenExecution,
  refusal: Refusal,
): Promise<Refusal> {
  // After an internal error it is unknown whether the command ran, so the hit still counts.
  const isDefect = refusal.code === 'internal';
  const status = isDefect ? 'interrupted' : 'refused';
  const ending: Ending = { status, exitCode: null, durationMs: 0, refusal: refusal.code };
  const keep = refusals.keep(execution.workspaceId, execution.id, refusal);
  await record.close(execution, { ending, refusal, keep });
  if (!isDefect) await retryUntilWritten('release of a rate limit hit', () => admission.release(execution.rateHit));
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
