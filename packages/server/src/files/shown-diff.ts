/** The diff of two shown texts, in turns: a file may have a million lines. */
import { fileDiffSteps } from '@synapse/contract/file-diff';
import type { RedactedText, Redactor, Steps } from '../redaction/index.ts';
import { finishInTurns } from '../vault/finish-in-turns.ts';

export function shownDiff(
  before: string,
  after: string,
  path: string | null,
  redactor: Redactor,
  context?: number,
): Promise<RedactedText> {
  function* steps(): Steps<RedactedText> {
    // What was apart may be next to each other now.
    return yield* redactor.redactSteps(yield* fileDiffSteps(before, after, path, context));
  }
  return finishInTurns(steps());
}
