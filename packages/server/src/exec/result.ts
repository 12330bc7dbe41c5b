/** What goes back to the client: compacted, capped, with true figures. */
import { savedTokens } from '../compaction/saved-tokens.ts';
import type { RedactedText } from '../redaction/index.ts';
import type { TextWork } from '../text-work/text-work.ts';
import { finishInTurns } from '../vault/finish-in-turns.ts';
import { capText } from './cap-text.ts';
import type { Ended, Execution, OpenExecution } from './execution.ts';
import type { Collected } from './output.ts';
import type { RedactedResult } from './redacted-result.ts';

export type Compact = TextWork['compact'];

/** The part of a result that repeats the order. */
export type Told = Pick<Execution, 'id' | 'userId' | 'machine' | 'container' | 'commandTemplate' | 'sandbox'>;

/** What is known of a command, ended or not. */
export interface ResultSource extends Collected {
  /** Null while it runs. */
  readonly ended: Ended | null;
  readonly durationMs: number;
  /** The caller wants the output uncompacted. */
  readonly raw: boolean;
  /** The owner's filters, as JSON. */
  readonly ownFilters: string;
  /** False when nothing is kept for synapse_get_output. */
  readonly recoverable: boolean;
}

export interface ResultServices {
  readonly compact: Compact;
  readonly maxReturnChars: number;
}

/** A result, and what is counted about it. */
export interface CountedResult {
  readonly result: RedactedResult;
  /** The safety net put back what a filter had lost. */
  readonly mended: boolean;
}

export async function resultOf(told: Told, source: ResultSource, services: ResultServices): Promise<CountedResult> {
  const { ended, stdout, stderr } = source;
  const { compact, maxReturnChars } = services;
  const recovery = source.recoverable ? told.id : null;
  const exitCode = ended?.exitCode ?? null;
  const compacted = await compactStdout(told, source, recovery, compact);
  const shown = capText(compacted.text, maxReturnChars, recovery);
  const wouldHaveBeen = capText(stdout.text, maxReturnChars, recovery);
  const errors = capText(stderr.text, maxReturnChars, recovery);
  const result: RedactedResult = {
    success: ended !== null && ended.status === 'done' && exitCode === 0,
    exit_code: exitCode,
    status: ended?.status ?? 'running',
    stdout: shown.text,
    stderr: errors.text,
    machine: told.machine,
    container: told.container,
    command_template: told.commandTemplate,
    duration_ms: source.durationMs,
    truncated: shown.capped || errors.capped || stdout.cut || stderr.cut,
    filter: compacted.filter,
    // Compared with what the client would really have received, so the cap comes first.
    saved_tokens: compacted.filter === null ? 0 : savedTokens(wouldHaveBeen.text.length, shown.text.length),
    execution_id: told.id,
    ...(told.sandbox ? { sandbox: told.sandbox } : {}),
    ...(ended?.why ? { refusal: ended.why.worded } : {}),
  };
  return { result, mended: compacted.mended };
}

/**
 * While a command runs, its output is shown uncompacted, because a filter needs to see the end. A filter may leave out
 * text that kept the parts of a value apart, so its result is redacted again.
 */
async function compactStdout(
  { userId, commandTemplate }: Told,
  { stdout, ended, raw, ownFilters, redactor }: ResultSource,
  recovery: string | null,
  compact: Compact,
): Promise<{ text: RedactedText; filter: string | null; mended: boolean }> {
  if (raw || ended === null) return { text: stdout.text, filter: null, mended: false };
  const exitCode = ended.exitCode ?? 1;
  const job = { command: commandTemplate, exitCode, stdout: stdout.text, recovery, ownFilters };
  const { text, filter, mended = false } = await compact(userId, job);
  if (filter === null) return { text: stdout.text, filter, mended };
  return { text: await finishInTurns(redactor.redactSteps(text)), filter, mended };
}

/** The result so far of a command that is still running. */
export async function partialResult(execution: OpenExecution, maxReturnChars: number): Promise<RedactedResult> {
  const source: ResultSource = {
    ...(await execution.output.collect()),
    ended: null,
    durationMs: Math.round(performance.now() - execution.startedAt),
    raw: true,
    ownFilters: '',
    recoverable: true,
  };
  return (await resultOf(execution, source, { compact: notCompacted, maxReturnChars })).result;
}

const notCompacted: Compact = async (_userId, { stdout }) => ({ text: stdout, filter: null });
