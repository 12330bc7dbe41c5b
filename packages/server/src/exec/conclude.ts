/** Steps 9 to 11 of a command that has ended: its output redacted, compacted, and kept with the end of its entry. */
import type { Outputs } from '../outputs/outputs.ts';
import { redactedWith } from '../vault/redacted-with.ts';
import type { Known } from './asked.ts';
import { type CloseServices, closeFinished, closeFinishedAtOnce, type Finished } from './close-execution.ts';
import type { Ended, OpenExecution } from './execution.ts';
import type { LookUp } from './look-up.ts';
import type { Contact } from './note-contact.ts';
import { textsOf } from './output.ts';
import { type Answer, type AnswerServices, prepareAnswer } from './prepare-answer.ts';
import type { RedactedResult } from './redacted-result.ts';

export interface ConcludeServices extends AnswerServices, CloseServices {
  readonly lookUp: LookUp;
  readonly outputs: Outputs;
}

export async function conclude(
  services: ConcludeServices,
  execution: OpenExecution,
  ended: Ended,
  contact: Contact,
): Promise<RedactedResult> {
  // 9. Redact: the output was redacted as it came. From here on, secrets added meanwhile are removed too.
  execution.order.journey?.enter('redact');
  const looking = services.lookUp.after(execution.userId, contact.write);
  const now = await services.doWithout<Partial<Known>>(looking, {});
  const { answer, finished } = await prepare(services, execution, ended, now);
  // 11. Close the audit entry, together with the output that is kept.
  const kept = await closeFinished(services, execution, finished);
  const told = kept || finished.keepOutput === null ? finished.result : (await answer(false)).result;
  return redactedWith(told, now.vault);
}

/**
 * The same with what was known when the command was checked, if that is only a moment ago: one wait for the database
 * less. If the vault is another by now, nothing is closed: null.
 */
export async function concludeAtOnce(
  services: ConcludeServices,
  execution: OpenExecution,
  ended: Ended,
): Promise<RedactedResult | null> {
  const known = execution.job === null ? await services.lookUp.lately(execution.asked) : null;
  if (known === null) return null;
  execution.order.journey?.enter('redact');
  const { finished } = await prepare(services, execution, ended, known);
  const closed = await closeFinishedAtOnce(services, execution, finished, known.vault);
  return closed ? redactedWith(finished.result, known.vault) : null;
}

async function prepare(
  services: ConcludeServices,
  execution: OpenExecution,
  ended: Ended,
  { vault, rules }: Partial<Known>,
): Promise<{ answer: Answer; finished: Finished }> {
  const { journey } = execution.order;
  const printed = await execution.output.collectWhole(vault);
  // 10. Compact.
  journey?.enter('compact');
  const answer = await prepareAnswer(services, execution, ended, printed, rules);
  const keeping = services.outputs.keep(execution.userId, execution.id, textsOf(printed));
  const keepOutput = await services.doWithout(keeping, null);
  const { result, mended } = await answer(keepOutput !== null);
  journey?.enter('close');
  return { answer, finished: { ended, printed, result, mended, keepOutput } };
}
