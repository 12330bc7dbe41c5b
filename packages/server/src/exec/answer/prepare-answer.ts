/** The answer to a command that has ended: its output compacted, with the owner's own filters first. */
import type { OwnFilters } from '../../filters/filters.ts';
import type { Ended, OpenExecution } from '../execution.ts';
import type { BestEffort } from '../record/best-effort.ts';
import type { Collected } from '../record/output.ts';
import type { EarlierAnswers } from './earlier-answers.ts';
import { type CountedResult, type ResultServices, resultOf, roomFor } from './result.ts';

export interface AnswerServices extends ResultServices {
  readonly filters: OwnFilters;
  readonly earlierAnswers: EarlierAnswers;
  readonly bestEffort: BestEffort;
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
  const { userId, order } = execution;
  const { raw, view } = order.request;
  // Without output there is nothing to filter.
  const unfiltered = raw || printed.stdout.text === '';
  const ownFilters = unfiltered ? '' : (rules ?? (await services.bestEffort(services.filters.rulesOf(userId), '')));
  const maxChars = roomFor(order, services.maxReturnChars);
  const source = { ...printed, ended, durationMs: ended.durationMs, raw, ownFilters, view, maxChars };
  return async (recoverable) => {
    const counted = await resultOf(execution, { ...source, recoverable }, services);
    // What is not kept cannot be asked for afterwards: it is told whole.
    if (!recoverable) return counted;
    const result = await services.earlierAnswers.shorten(execution, counted.result, printed.redactor);
    return { ...counted, result };
  };
}
