/** What goes back to the client: compacted, capped, with true figures. */

import { leavesOut } from '@synapse/compaction/marker';
import { EXECUTION_LIMITS, type OutputView } from '@synapse/contract';
import type { RedactedText, Redactor } from '../../redaction/index.ts';
import type { TextWork } from '../../text-work/text-work.ts';
import { finishInTurns } from '../../vault/finish-in-turns.ts';
import type { Ended, Execution, OpenExecution } from '../execution.ts';
import { withoutStdin } from '../prepare/with-stdin.ts';
import type { Collected, CollectedText } from '../record/output.ts';
import { cutToFit, type Room, roomFor, sizeIn } from './answer-room.ts';
import { type Capped, capText } from './cap-text.ts';
import { countLines, fitLines } from './fit-lines.ts';
import type { RedactedResult } from './redacted-result.ts';
import { compactSteps } from './steps/compact-steps.ts';

export type Compact = TextWork['compact'];

/** What a result repeats of its execution. */
export type Repeated = Pick<
  Execution,
  'id' | 'workspaceId' | 'machine' | 'container' | 'commandTemplate' | 'sandbox' | 'steps'
>;

/** What is known of a command, ended or not. */
export interface ResultSource extends Omit<Collected, 'order'> {
  /** Null while it runs. */
  readonly ended: Ended | null;
  readonly durationMs: number;
  /** The caller wants the output uncompacted. */
  readonly raw: boolean;
  /** The owner's filters, as JSON. */
  readonly ownFilters: string;
  /** False when nothing is kept for synapse_get_output. */
  readonly recoverable: boolean;
  readonly view?: OutputView | undefined;
  /** For stdout and stderr together; by default as much of each as the service answers. */
  readonly room?: Room | undefined;
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

export async function resultOf(
  execution: Repeated,
  source: ResultSource,
  services: ResultServices,
): Promise<CountedResult> {
  const { ended, stdout, stderr } = source;
  const { compact, maxReturnChars } = services;
  const recovery = source.recoverable ? execution.id : null;
  const exitCode = ended?.exitCode ?? null;
  const compacted = await compactStdout(execution, source, recovery, compact);
  const complaints = await compactStderr(execution, source, recovery, compact);
  const [printedLines, complaintLines] = [linesOf(stdout), linesOf(stderr)];
  const dropped = stdout.cut && printedLines !== undefined ? printedLines - countLines(stdout.text) : 0;
  const counted = dropped > 0 ? countDropped(compacted.text, dropped, source.redactor) : compacted.text;
  const whole = { stdout: printedLines, stderr: complaintLines };
  const { shown, errors } = await fit(counted, complaints.text, whole, source, recovery, maxReturnChars);
  const result: RedactedResult = {
    success: ended === null ? null : ended.status === 'done' && exitCode === 0,
    exit_code: exitCode,
    status: ended?.status ?? 'running',
    stdout: shown.text,
    stderr: errors.text,
    machine: execution.machine,
    container: execution.container,
    command_template: withoutStdin(execution.commandTemplate),
    duration_ms: source.durationMs,
    truncated:
      shown.capped ||
      errors.capped ||
      stdout.cut ||
      stderr.cut ||
      compacted.leftOut ||
      (compacted.filter !== null && leavesOut(compacted.text)) ||
      complaints.leftOut,
    filter: compacted.filter,
    // Counted once, when all that is answered is known.
    saved_tokens: 0,
    execution_id: execution.id,
    ...(execution.sandbox ? { sandbox: execution.sandbox } : {}),
    ...(printedLines !== undefined && complaintLines !== undefined && { wholeLines: printedLines + complaintLines }),
    ...hiddenIn(stdout.text, stderr.text),
    ...(ended?.why ? { refusal: ended.why.worded } : {}),
  };
  return { result, mended: compacted.mended };
}

const HIDDEN = '{{hidden: ';
const HOW =
  'Known by its shape, it is never shown unless a person writes a policy rule with `then: allow` and `reveal: true` that matches. A secret of the vault can be used without being shown.';

function hiddenIn(...texts: readonly string[]): Pick<RedactedResult, 'hidden'> {
  const count = texts.reduce((sum, text) => sum + text.split(HIDDEN).length - 1, 0);
  return count === 0 ? {} : { hidden: { count, how: HOW } };
}

/** Undefined where lines were dropped without being counted. */
const linesOf = ({ text, cut, lines }: CollectedText): number | undefined => (cut ? lines : countLines(text));

/** Markers count what is missing of the whole output, not of what was kept of it. */
function countDropped(text: RedactedText, dropped: number, redactor: Redactor): RedactedText {
  const more = (count: string): number => Number(count) + dropped;
  const counted = text.replace(
    /^\u2026 (\d{1,15})(?: of (\d{1,15}))? lines\b/m,
    (_, missing: string, all?: string) => `… ${more(missing)}${all === undefined ? '' : ` of ${more(all)}`} lines`,
  );
  return redactor.redactText(counted);
}

/** Both streams within the room there is. What was cut by lines is redacted again, because lines that were apart meet. */
async function fit(
  stdout: RedactedText,
  stderr: RedactedText,
  whole: Readonly<Record<'stdout' | 'stderr', number | undefined>>,
  { raw, view, room, redactor }: ResultSource,
  recovery: string | null,
  usual: number,
): Promise<{ shown: Capped; errors: Capped }> {
  if (room === undefined) {
    return { shown: capText(stdout, usual, recovery), errors: capText(stderr, usual, recovery) };
  }
  const forErrors = Math.min(sizeIn(room, stderr), Math.max(room.chars / 3, room.chars - sizeIn(room, stdout)));
  const cut = async (text: RedactedText, chars: number, wholeLines: number | undefined): Promise<Capped> => {
    const part = { ...room, chars };
    if (raw) return cutToFit(part, (most) => capText(text, most, recovery));
    const options = { onlyTail: view === 'tail', onlyErrors: view === 'errors', wholeLines };
    const fitted = fitLines(text, part, recovery, options);
    if (!fitted.cut) return { text, capped: false };
    return { text: await finishInTurns(redactor.redactSteps(fitted.text)), capped: true };
  };
  return {
    shown: await cut(stdout, room.chars - forErrors, whole.stdout),
    errors: await cut(stderr, forErrors, whole.stderr),
  };
}

/**
 * While a command runs, its output is shown uncompacted, because a filter needs to see the end. A filter may leave out
 * text that kept the parts of a value apart, so its result is redacted again.
 */
async function compactStdout(
  { workspaceId, commandTemplate, steps }: Repeated,
  source: ResultSource,
  recovery: string | null,
  compact: Compact,
): Promise<{ text: RedactedText; filter: string | null; mended: boolean; leftOut: boolean }> {
  const { stdout, ended, raw, view, ownFilters, redactor } = source;
  if (raw || ended === null) return { text: stdout.text, filter: null, mended: false, leftOut: false };
  const exitCode = ended.exitCode ?? 1;
  const whole = { command: withoutStdin(commandTemplate), exitCode, stdout: stdout.text, recovery, ownFilters };
  const printed = (stdout.steps ?? []).filter(({ text }) => text !== '');
  const asPrinted = view !== undefined && view !== 'auto';
  const shorten = async (job: typeof whole): ReturnType<Compact> =>
    asPrinted
      ? { text: job.stdout, filter: null }
      : compact(workspaceId, { ...job, keepAll: printsLittle(source) || 'lists' });
  const compacted =
    steps && printed.length > 0 ? await compactSteps(printed, steps, whole, shorten) : await shorten(whole);
  const { text, filter, mended = false, leftOut = false } = compacted;
  if (filter === null) return { text: stdout.text, filter, mended, leftOut: false };
  return { text: await finishInTurns(redactor.redactSteps(text)), filter, mended, leftOut };
}

/**
 * A program that prints nothing on stdout speaks on stderr: so may each step that printed nothing. Whatever else stderr
 * is taken for, it is what it looks like.
 */
async function compactStderr(
  { workspaceId, commandTemplate, steps }: Repeated,
  source: ResultSource,
  recovery: string | null,
  compact: Compact,
): Promise<{ text: RedactedText; leftOut: boolean }> {
  const { stdout, stderr, ended, raw, view, redactor } = source;
  if (raw || ended === null || stderr.text === '' || (view !== undefined && view !== 'auto'))
    return { text: stderr.text, leftOut: false };
  const whole = { command: stdout.text === '' ? withoutStdin(commandTemplate) : '', exitCode: ended.exitCode ?? 1 };
  // How they ended is not known: as if they had failed, so that whatever names an error stays.
  const silent = printsLittle(source) ? [] : silentSteps(steps, stdout).map((command) => ({ command, exitCode: 1 }));
  let shortest: { text: string; leftOut: boolean } | null = null;
  for (const job of [whole, ...silent]) {
    const {
      text,
      filter,
      leftOut = false,
    } = await compact(workspaceId, {
      ...job,
      stdout: stderr.text,
      recovery: recovery === null ? null : `${recovery} stream=stderr`,
      ownFilters: '',
      keepAll: printsLittle(source),
    });
    if (filter !== null && (shortest === null || text.length < shortest.text.length)) shortest = { text, leftOut };
  }
  if (shortest === null) return { text: stderr.text, leftOut: false };
  return { text: await finishInTurns(redactor.redactSteps(shortest.text)), leftOut: shortest.leftOut };
}

/** More would take longer than they save. */
const MOST_SILENT = 4;

function silentSteps(steps: Repeated['steps'], { steps: printed = [] }: CollectedText): readonly string[] {
  const spoke = new Set(printed.filter(({ text }) => text !== '').map(({ step }) => step));
  return (steps?.commands ?? []).filter((_, step) => !spoke.has(step)).slice(0, MOST_SILENT);
}

/** Of an output of so many tokens nothing is left out, unless a person's own filters chose that. */
const SHORT_TOKENS = 1_000;
export const isShort = (chars: number): boolean => chars <= SHORT_TOKENS * EXECUTION_LIMITS.charsPerToken;
const printsLittle = ({ stdout, stderr }: ResultSource): boolean => isShort(stdout.text.length + stderr.text.length);

/** The result so far of a command that is still running. `reader`: the redactor of a reader from another workspace. */
export async function partialResult(
  execution: OpenExecution,
  maxReturnChars: number,
  reader: Redactor | null = null,
): Promise<RedactedResult> {
  return (await soFar(execution, maxReturnChars, undefined, reader)).result;
}

/** The same for the caller: a model gets no more than its answer has room for, in whole lines. */
export async function partialAnswer(execution: OpenExecution, maxReturnChars: number): Promise<RedactedResult> {
  const { order, commandTemplate } = execution;
  const room = roomFor(order, commandTemplate, maxReturnChars);
  if (room === undefined) return partialResult(execution, maxReturnChars);
  const { result, readPosition } = await soFar(execution, maxReturnChars, room);
  return readPosition === null ? result : { ...result, readPosition };
}

/** Redacts before anything is cut out: a part of a value is no longer recognized. */
async function shownTo(reader: Redactor | null, printed: CollectedText): Promise<CollectedText> {
  if (reader === null) return printed;
  return { ...printed, text: await finishInTurns(reader.redactSteps(printed.text)), steps: undefined };
}

async function soFar(
  execution: OpenExecution,
  maxReturnChars: number,
  room?: Room,
  reader: Redactor | null = null,
): Promise<{ result: RedactedResult; readPosition: RedactedResult['readPosition'] | null }> {
  const collected = await execution.output.collect();
  const stdout = await shownTo(reader, collected.stdout);
  const stderr = await shownTo(reader, collected.stderr);
  const source: ResultSource = {
    ...collected,
    stdout,
    stderr,
    ended: null,
    durationMs: Math.round(performance.now() - execution.startedAt),
    raw: room === undefined || execution.order.request.raw,
    ownFilters: '',
    recoverable: true,
    view: execution.order.request.view,
    room,
  };
  const { result } = await resultOf(execution, source, { compact: notCompacted, maxReturnChars });
  const readPosition = { stdout: wholeLinesOf(stdout.text), stderr: wholeLinesOf(stderr.text) };
  return { result, readPosition: stdout.cut || stderr.cut ? null : readPosition };
}

const wholeLinesOf = (text: string): number => text.lastIndexOf('\n') + 1;

const notCompacted: Compact = async (_userId, { stdout }) => ({ text: stdout, filter: null });
