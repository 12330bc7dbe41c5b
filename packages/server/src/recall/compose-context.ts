/** One Markdown text out of many pieces, within a budget of tokens (characters / 4). */
import { because, type Context, type Language } from '@synapse/contract';

export interface Piece {
  /** The item it comes from. Null for headings and the like, which are not listed as missing. */
  readonly id: number | null;
  readonly text: string;
}

const CHARS_PER_TOKEN = 4;
/** A piece that does not fit is cut, if at least this much of it can be kept. */
const WORTH_CUTTING = 400;

/** Pieces in order of importance: what comes first is kept first. */
export function composeContext(pieces: readonly Piece[], maxTokens: number, language: Language): Context {
  const cut = `\n${because('cut_here')[language]}`;
  let room = maxTokens * CHARS_PER_TOKEN;
  const texts: string[] = [];
  const included: number[] = [];
  const leftOut: number[] = [];
  for (const { id, text } of pieces) {
    const separator = texts.length === 0 ? 0 : 2;
    const fitting = fit(text, room - separator, cut);
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

function fit(text: string, room: number, cut: string): string | null {
  if (text.length <= room) return text;
  if (room < WORTH_CUTTING) return null;
  // Not in the middle of a character.
  return text.slice(0, room - cut.length).replace(/[\uD800-\uDBFF]$/, '') + cut;
}
