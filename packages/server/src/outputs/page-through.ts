/** A page of a text in whole characters, or those of its lines that contain the searched text. */
import type { OutputPage, OutputQuery } from '@synapse/contract';
import type { RedactedText } from '../redaction/index.ts';

export type Stream = 'stdout' | 'stderr';

/** A piece of text that does not end in half a character. */
export function cutWhole(text: string, start: number, length: number): string {
  const end = start + length;
  const last = text.charCodeAt(end - 1);
  const splits = last >= 0xd800 && last <= 0xdbff && end < text.length;
  return text.slice(start, splits ? (length > 1 ? end - 1 : end + 1) : end);
}

/**
 * A page of a text that is present as a whole, or of those lines that contain the searched text, each with its number.
 * Lines that were apart are then next to each other, so a page is redacted before it is answered.
 */
export function pageThrough(id: string, text: RedactedText, { stream, offset, limit, grep }: OutputQuery): OutputPage {
  const wanted = grep === undefined ? text : matchingLines(text, grep);
  return finishPage(id, stream, cutWhole(wanted, offset, limit), offset, wanted.length);
}

/** Goes from match to match, so that lines without one only cost the search. */
function matchingLines(text: string, wanted: string): string {
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
