/** One Markdown text out of many pieces, within a budget of tokens (characters / 4). */
import type { Context } from '@synapse/contract';

export interface Piece {
  /** The item it comes from; null for headings and the like, which are not accounted for. */
  readonly id: number | null;
  readonly text: string;
}

const CHARS_PER_TOKEN = 4;
/** A piece that fits no further is cut where at least so much of it can be kept. */
const WORTH_CUTTING = 400;
const CUT = '\n… [coupé]';

/** Pieces in order of weight: what comes first is kept first. */
export function composeContext(pieces: readonly Piece[], maxTokens: number): Context {
  let room = maxTokens * CHARS_PER_TOKEN;
  const texts: string[] = [];
  const included: number[] = [];
  const leftOut: number[] = [];
  for (const { id, text } of pieces) {
    const separator = texts.length === 0 ? 0 : 2;
    const fitting = fit(text, room - separator);
    if (fitting === null) {
      if (id !== null) leftOut.push(id);
      continue;
    }
    texts.push(fitting);
    room -= fitting.length + separator;
    if (id !== null) included.push(id);
  }
  const text = texts.join('\n\n');
  return { text, tokens: Math.ceil(text.length / CHARS_PER_TOKEN), included, left_out: leftOut };
}

function fit(text: string, room: number): string | null {
  if (text.length <= room) return text;
  if (room < WORTH_CUTTING) return null;
  // Not in the middle of a character.
  return text.slice(0, room - CUT.length).replace(/[\uD800-\uDBFF]$/, '') + CUT;
}
