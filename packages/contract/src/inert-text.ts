/**
 * What a command printed, made harmless to look at: nothing in it moves, hides or reorders text. Pure; used by the page
 * and for the views in a client's conversation.
 */
const ESCAPES = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[P^_X][^\x1b]*(?:\x1b\\)?|[ -/]*[0-~])/g;
/** Controls, and marks that change the reading direction or take no space: a line must read as it is. */
export const UNSEEN = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** A piece of a line: escape sequences are dropped, other controls and invisible marks are written out. */
export const inertPiece = (text: string): string => text.replace(ESCAPES, '').replace(UNSEEN, written);

function written(char: string): string {
  const code = char.charCodeAt(0);
  if (code === 0x7f) return '\u2421';
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** A carriage return starts the line again, as progress bars do. One at the very end belongs to the line break. */
export function afterReturn(line: string): string {
  const end = line.endsWith('\r') ? line.length - 1 : line.length;
  const start = line.lastIndexOf('\r', end - 1) + 1;
  return line.slice(start, end);
}

/** All lines of an output. */
export const inertText = (text: string): string =>
  text
    .split('\n')
    .map((line) => inertPiece(afterReturn(line)))
    .join('\n');
