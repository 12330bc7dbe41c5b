/** A page of a text in whole characters, or those of its lines that contain the searched text. */
import type { OutputPage, OutputQuery } from '@synapse/contract';
import type { RedactedText } from '../redaction/index.ts';
import type { MatchesLine } from './line-pattern.ts';

export type Stream = 'stdout' | 'stderr';

/** A piece of text that does not end in half a character. */
export function cutWhole(text: string, start: number, length: number): string {
  const end = start + length;
  const last = text.charCodeAt(end - 1);
  const splits = last >= 0xd800 && last <= 0xdbff && end < text.length;
  return text.slice(start, splits ? (length > 1 ? end - 1 : end + 1) : end);
}

/**
 * A page of a text that is present as a whole, or of those lines that match, each with its number. Lines that were apart
 * are then next to each other, so a page is redacted before it is answered.
 */
export function pageThrough(
  id: string,
  text: RedactedText,
  { stream, offset, limit, grep, context = 0 }: OutputQuery,
  matches: MatchesLine | null = null,
): OutputPage {
  if (grep === undefined) {
    const start = fromEnd(offset, text.length);
    return finishPage(id, stream, cutWhole(text, start, limit), start, text.length);
  }
  const wanted =
    matches === null && context === 0
      ? linesWith(text, grep)
      : linesAround(text, matches ?? ((line) => line.includes(grep)), context);
  const start = fromEnd(offset, wanted.length);
  const page = finishPage(id, stream, cutWhole(wanted, start, limit), start, wanted.length);
  const gap = NOT_KEPT.exec(text);
  return gap === null ? page : { ...page, not_kept_bytes: Number(gap[1]) };
}

/** As output.ts writes it where the middle of an output was dropped. */
const NOT_KEPT = /\n\.\.\. (\d{1,15}) bytes left out: more than is kept \.\.\.\n/;

export const fromEnd = (offset: number, length: number): number => (offset < 0 ? Math.max(0, length + offset) : offset);

/** Goes from match to match, so that lines without one only cost the search. */
function linesWith(text: string, wanted: string): string {
  const found: string[] = [];
  let line = 1;
  let counted = 0;
  for (let at = text.indexOf(wanted); at >= 0 && !wanted.includes('\n'); ) {
    const start = text.lastIndexOf('\n', at - 1) + 1;
    for (let next = text.indexOf('\n', counted); next >= 0 && next < start; next = text.indexOf('\n', counted)) {
      line += 1;
      counted = next + 1;
    }
    const end = text.indexOf('\n', at);
    found.push(`${line}:${text.slice(start, end < 0 ? text.length : end)}`);
    at = end < 0 ? -1 : text.indexOf(wanted, end + 1);
  }
  return found.join('\n');
}

/** As `grep -n -C` prints them: `7:` for a match, `8-` for a line around one, `--` between stretches. */
function linesAround(text: string, matches: MatchesLine, context: number): string {
  const lines = text.replace(/\n$/, '').split('\n');
  const found: string[] = [];
  let shown = 0;
  for (let at = 0; at < lines.length; at++) {
    if (!matches(lines[at]!)) continue;
    const from = Math.max(shown, at - context);
    if (context > 0 && found.length > 0 && from > shown) found.push('--');
    for (let i = from; i < at; i++) found.push(`${i + 1}-${lines[i]}`);
    found.push(`${at + 1}:${lines[at]}`);
    shown = at + 1;
    while (shown <= at + context && shown < lines.length && !matches(lines[shown]!)) {
      found.push(`${shown + 1}-${lines[shown]}`);
      shown += 1;
    }
  }
  return found.join('\n');
}

export function finishPage(id: string, stream: Stream, text: string, offset: number, total: number): OutputPage {
  const end = offset + text.length;
  return {
    execution_id: id,
    stream,
    text,
    offset,
    next_offset: text.length > 0 && end < total ? end : null,
    total_chars: total,
  };
}
