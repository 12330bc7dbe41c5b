/** The result of a command as plain text: the outcome on the first line, then what was printed, as it is. */

import { linesBehind } from '@synapse/compaction/marker';
import type { ExecManyResult, ExecResult, ManyGroup, OutputPage } from '@synapse/contract';
import type { RedactedResult } from '../../../exec/answer/redacted-result.ts';

type RpcReply = Pick<
  ExecResult,
  'status' | 'exit_code' | 'duration_ms' | 'execution_id' | 'refusal' | 'approval' | 'comment'
>;

export function resultText(result: ExecResult & Pick<RedactedResult, 'wholeLines'>): string {
  const shown = collectGaps(result);
  const first = [firstLine(result), ...agreed(result)].join(' · ');
  const lines = [first, ...printed(shown.stdout, shown.stderr)];
  if (result.truncated || shown.leftOut > 0 || !shown.isWhole)
    lines.push(leftOutLine(shown, shortId(result.execution_id), result.wholeLines));
  return lines.join('\n');
}

/** The page as it is; below it, where it continues and what was dropped. */
export function outputText({ stream, text, offset, next_offset, total_chars, not_kept_bytes }: OutputPage): string {
  const spelled = (count: number): string => count.toLocaleString('en-US');
  const lines = [
    text === ''
      ? `nothing in ${not_kept_bytes === undefined ? '' : 'what was kept of '}${stream}`
      : text.replace(/\n$/, ''),
  ];
  if (next_offset !== null) {
    lines.push(
      `… ${spelled(offset)}–${spelled(next_offset)} of ${spelled(total_chars)} characters · next: offset ${next_offset}`,
    );
  }
  if (not_kept_bytes !== undefined) lines.push(`… ${spelled(not_kept_bytes)} bytes were never kept, and not searched`);
  return lines.join('\n');
}

/** The comment of the person who approved it, on one line. */
export const agreed = ({ comment }: Pick<ExecResult, 'comment'>): string[] =>
  comment === undefined ? [] : [`approved: ${comment.trim().replace(/\s+/g, ' ')}`];

/** The time to a millisecond and three letters by chance. Every tool accepts it. */
const ID_CHARS = 13;
export const shortId = (id: string): string => id.slice(0, ID_CHARS);

/** Where the next call needs the id, it is whole, so that programs recognise it. */
export function firstLine({ status, exit_code, duration_ms, execution_id, refusal, approval }: RpcReply): string {
  switch (status) {
    case 'done':
      return `exit ${exit_code} · ${duration(duration_ms)}`;
    case 'timeout':
      return `timeout after ${Math.round(duration_ms / 1000)} s · exit ${exit_code}`;
    case 'running':
      return `running · ${execution_id}`;
    case 'pending':
      return approval === undefined
        ? `waiting for approval · ${execution_id}`
        : `waiting for approval until ${approval.expires_at.slice(11, 16)} UTC · ${approval.url} · ${execution_id}`;
    default:
      return [refusal === undefined ? status : `${status}: ${refusal.code}`, refusal?.message]
        .filter((part) => part !== undefined)
        .join(' · ');
  }
}

/** One paragraph for each group of machines that answered the same; with several, how many did well at the end. */
export function manyText({ groups, succeeded, failed, skipped_machines, execution_ids: ids }: ExecManyResult): string {
  const skipped = skipped_machines ?? [];
  const paragraphs = groups.map((group) => groupText(group, ids[group.machines[0]!]));
  if (skipped.length > 0) paragraphs.push(`${skipped.join(' ')} · skipped`);
  if (paragraphs.length > 1) {
    const counts = [
      `${succeeded} succeeded`,
      failed > 0 && `${failed} failed`,
      skipped.length > 0 && `${skipped.length} skipped`,
    ];
    paragraphs.push(counts.filter(Boolean).join(' · '));
  }
  return paragraphs.join('\n\n');
}

function groupText(group: ManyGroup, id: string | undefined): string {
  const { machines, status, exit_code, diff_against, refusal } = group;
  const outcome = refusal
    ? `refused: ${refusal.code} · ${refusal.message}`
    : status === 'done'
      ? `exit ${exit_code}`
      : [status, exit_code === null ? undefined : `exit ${exit_code}`, id && shortId(id)]
          .filter((part) => part)
          .join(' · ');
  const against = diff_against === undefined ? '' : ` · differs from ${diff_against}:`;
  const shown = collectGaps(group);
  const lines = [`${machines.join(' ')} · ${outcome}${against}`, ...printed(shown.stdout, shown.stderr)];
  const isWhole = shown.isWhole && (shown.leftOut > 0 || !group.truncated);
  if (shown.leftOut > 0 || !isWhole) lines.push(leftOutLine({ ...shown, isWhole }, id && shortId(id)));
  return lines.join('\n');
}

function printed(stdout: string, stderr: string): string[] {
  const lines = stdout === '' ? [] : [stdout.replace(/\n$/, '')];
  return stderr === '' ? lines : [...lines, '--- stderr', stderr.replace(/\n$/, '')];
}

export function duration(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/**
 * What was left out of an output, gathered from the markers that compaction and the cap put where something is missing.
 * In a text answer a gap is a `…` with what is known of it, and one last line says how much is missing and how to get it.
 */
interface Shown {
  readonly stdout: string;
  readonly stderr: string;
  /** Lines that are not shown. */
  readonly leftOut: number;
  /** Lines that are. */
  readonly lines: number;
  /** Whether these two are all there were, as far as the markers say. */
  readonly isWhole: boolean;
}

const NOT_KEPT = /^\.\.\. \d+ bytes left out: more than is kept/;

function collectGaps(result: { readonly stdout: string; readonly stderr: string }): Shown {
  let [leftOut, lines, isWhole] = [0, 0, true];
  const collect = (text: string): string => {
    if (text === '') return text;
    const kept: string[] = [];
    for (const line of text.split('\n')) {
      const { count, marker } = linesBehind(line);
      leftOut += count;
      isWhole &&= !NOT_KEPT.test(line) && (marker === null || count > 0);
      if (marker === null) {
        kept.push(line);
        lines += 1;
      } else if (kept.at(-1) !== marker) kept.push(marker);
    }
    for (; kept.at(-1) === ''; lines -= 1) kept.pop();
    return kept.join('\n');
  };
  const stdout = collect(result.stdout);
  const stderr = collect(result.stderr);
  return { stdout, stderr, leftOut, lines, isWhole };
}

/** Where the markers account for fewer of the lines that are not shown, others were left out without one. */
const MOST_MERGED = 0.5;

/**
 * Markers may speak of the same lines twice: no more is missing than is not shown. Lines may be merged without loss, so
 * what is not shown need not be missing.
 */
function leftOutLine(
  { leftOut, lines, isWhole }: Shown,
  id: string | undefined,
  whole = isWhole ? leftOut + lines : undefined,
): string {
  const spelled = (count: number): string => count.toLocaleString('en-US');
  const how = id === undefined ? '' : ` · synapse_get_output ${id} (grep, offset)`;
  if (whole === undefined)
    return `… ${leftOut === 0 ? 'Some lines' : `at least ${spelled(leftOut)} lines`} left out${how}`;
  const missing = Math.min(leftOut, whole - lines);
  if (missing <= 0) return `… ${lines < whole ? `Some of ${spelled(whole)}` : 'Parts of'} lines left out${how}`;
  const least = missing < (whole - lines) * MOST_MERGED ? 'at least ' : '';
  return `… ${least}${spelled(missing)} of ${spelled(whole)} lines left out${how}`;
}
