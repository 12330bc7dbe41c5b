/**
 * What a command printed, made harmless to look at: nothing in it moves, hides or reorders text. Pure; used by the page
 * and for the views in a client's conversation.
 */
const ESCAPES = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[P^_X][^\x1b]*(?:\x1b\\)?|[ -/]*[0-~])/g;
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f]/g;
/** Marks that change the reading direction or take no space: a line must read as it is. */
const INVISIBLE = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\x80-\x9f]/g;

/** Every character that must not be shown as it is. */
export const UNSEEN = new RegExp(`${CONTROLS.source}|${INVISIBLE.source}`, 'g');

/** A piece of a line: escape sequences are dropped, other controls and invisible marks are written out. */
export function inertPiece(text: string): string {
  return text
    .replace(ESCAPES, '')
    .replace(CONTROLS, (char) => String.fromCodePoint(char === '\x7f' ? 0x2421 : 0x2400 + char.charCodeAt(0)))
    .replace(INVISIBLE, (char) => `⟨U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`);
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
