/** What goes back to the client: compacted, capped, with honest figures. */
import { savedTokens } from '../compaction/saved-tokens.ts';
import { finishInTurns, type RedactedText, type Redactor } from '../redaction/index.ts';
import type { TextWork } from '../text-work/text-work.ts';
import { capText } from './cap-text.ts';
import type { Ended, Execution } from './execution.ts';
import type { CollectedText } from './output.ts';
import type { RedactedResult } from './redacted-result.ts';

export type Compact = TextWork['compact'];

export interface ResultInput {
  readonly userId: string;
  readonly executionId: string;
  readonly machine: string;
  readonly container: string | null;
  readonly commandTemplate: string;
  readonly ended: Ended | null;
  readonly durationMs: number;
  readonly stdout: CollectedText;
  readonly stderr: CollectedText;
  readonly raw: boolean;
  /** The owner's filters, as JSON. */
  readonly ownFilters: string;
  readonly maxReturnChars: number;
  /** False when nothing is kept for synapse_get_output. */
  readonly recoverable: boolean;
  /** The last thing that happens to what was rewritten. */
  readonly redactor: Redactor;
}

export async function resultOf(input: ResultInput, compact: Compact): Promise<RedactedResult> {
  const { ended, stdout, stderr, maxReturnChars } = input;
  const recovery = input.recoverable ? input.executionId : null;
  const exitCode = ended?.exitCode ?? null;
  const compacted = await compactStdout(input, recovery, compact);
  const shown = capText(compacted.text, maxReturnChars, recovery);
  const wouldHaveBeen = capText(stdout.text, maxReturnChars, recovery);
  const errors = capText(stderr.text, maxReturnChars, recovery);
  return {
    success: ended !== null && ended.status === 'done' && exitCode === 0,
    exit_code: exitCode,
    status: ended?.status ?? 'running',
    stdout: shown.text,
    stderr: errors.text,
    machine: input.machine,
    container: input.container,
    command_template: input.commandTemplate,
    duration_ms: input.durationMs,
    truncated: shown.capped || errors.capped || stdout.cut || stderr.cut,
    filter: compacted.filter,
    // Against what the client would really have received: the cap comes first.
    saved_tokens: compacted.filter === null ? 0 : savedTokens(wouldHaveBeen.text.length, shown.text.length),
    execution_id: input.executionId,
  };
}

/**
 * While a command runs its output is shown as it is: a filter needs to see the end. What a filter leaves out may have kept
 * the parts of a value apart, so its text is redacted again.
 */
async function compactStdout(
  input: ResultInput,
  recovery: string | null,
  compact: Compact,
): Promise<{ text: RedactedText; filter: string | null }> {
  const { userId, stdout, ended, raw, commandTemplate, ownFilters, redactor } = input;
  if (raw || ended === null) return { text: stdout.text, filter: null };
  const exitCode = ended.exitCode ?? 1;
  const job = { command: commandTemplate, exitCode, stdout: stdout.text, recovery, ownFilters };
  const { text, filter } = await compact(userId, job);
  if (filter === null) return { text: stdout.text, filter };
  return { text: await finishInTurns(redactor.redactSteps(text)), filter };
}

/** The result so far of a command that still runs. */
export async function partialResult(execution: Execution, maxReturnChars: number): Promise<RedactedResult> {
  const input: ResultInput = {
    userId: execution.userId,
    executionId: execution.id,
    machine: execution.machine,
    container: execution.container,
    commandTemplate: execution.commandTemplate,
    ended: null,
    durationMs: Date.now() - execution.startedAt,
    ...(await execution.output.collect()),
    raw: true,
    ownFilters: '',
    maxReturnChars,
    recoverable: true,
  };
  return resultOf(input, notCompacted);
}

const notCompacted: Compact = async (_userId, { stdout }) => ({ text: stdout, filter: null });
