/** The answer to a command that has ended: its output compacted, with the owner's own filters first. */
import { savedByAnswer } from '@synapse/compaction/saved-tokens';
import type { OwnFilters } from '../../filters/filters.ts';
import type { AnsweredPosition, ReadPositions } from '../../outputs/read-positions.ts';
import type { Ended, OpenExecution } from '../execution.ts';
import type { BestEffort } from '../record/best-effort.ts';
import type { Collected } from '../record/output.ts';
import { roomFor } from './answer-room.ts';
import { answeredChars } from './answered-chars.ts';
import type { EarlierAnswers } from './earlier-answers.ts';
import type { RedactedResult } from './redacted-result.ts';
import { type CountedResult, type ResultServices, resultOf } from './result.ts';

export interface AnswerServices extends ResultServices {
  readonly filters: OwnFilters;
  readonly earlierAnswers: EarlierAnswers;
  readonly bestEffort: BestEffort;
  readonly positions: Pick<ReadPositions, 'find'>;
}

/** `recoverable`: whether the output is kept, so that the answer may say where all of it can be read. */
export type Answer = (recoverable: boolean) => Promise<CountedResult>;

export async function prepareAnswer(
  services: AnswerServices,
  execution: OpenExecution,
  ended: Ended,
  printed: Collected,
  /** The owner's own filters, where they were just read. */
  rules?: string,
): Promise<Answer> {
  const { workspaceId, order } = execution;
  const { raw, view } = order.request;
  // Without output there is nothing to filter.
  const unfiltered = raw || printed.stdout.text === '';
  const ownFilters = unfiltered
    ? ''
    : (rules ?? (await services.bestEffort(services.filters.rulesOf(workspaceId), '')));
  const room = roomFor(order, execution.commandTemplate, services.maxReturnChars);
  const answered = await services.bestEffort(answeredBefore(services, execution), NOTHING);
  const source = { ...printed, ended, durationMs: ended.durationMs, raw, ownFilters, view, room };
  return async (recoverable) => {
    const counted = await resultOf(execution, { ...source, recoverable }, services);
    // Output that is not stored cannot be fetched afterwards: the answer has all of it.
    const result = recoverable
      ? await services.earlierAnswers.shorten(execution, counted.result, printed.redactor)
      : counted.result;
    return { ...counted, result: { ...result, saved_tokens: savedBy(execution, printed, result, answered) } };
  };
}

const NOTHING: AnsweredPosition = { stdout: 0, stderr: 0, answered: 0 };

/** What was answered while it ran, where its caller did not wait for the end. */
async function answeredBefore(
  { positions }: AnswerServices,
  { id, order, job, decidedBy }: OpenExecution,
): Promise<AnsweredPosition> {
  const { tokenId, request } = order;
  const waited = job === null && request.wait_seconds === undefined && !decidedBy;
  return waited || tokenId === null ? NOTHING : positions.find(tokenId, id);
}

/**
 * What plain output would have cost, less the answers while the command ran and the last one: the result, or what was
 * not told yet if that is shorter. The text of a file is nothing that a command printed.
 */
function savedBy(
  { order }: OpenExecution,
  { stdout, stderr }: Collected,
  result: RedactedResult,
  answered: AnsweredPosition,
): number {
  if (order.file !== undefined) return 0;
  const plain = stdout.text.length + stderr.text.length;
  const envelope = answeredChars({ ...result, stdout: '', stderr: '' }, order);
  const rest = Math.max(0, plain - answered.stdout - answered.stderr) + envelope;
  return savedByAnswer(plain, answered.answered + Math.min(answeredChars(result, order), rest));
}
