/** Makes a line of a command's output harmless to look at: nothing in it moves, hides or reorders text. */
import { ansiParts, type Part } from './ansi-parts.ts';

/** As much as a reader can take in. The rest is counted, and is in the copy and the export. */
export const SHOWN_CHARS = 2000;

const ESCAPES = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[P^_X][^\x1b]*(?:\x1b\\)?|[ -/]*[0-~])/g;
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f]/g;
/** Marks that change the reading direction or take no space: a line must read as it is. */
const INVISIBLE = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\x80-\x9f]/g;

export interface InertLine {
  readonly parts: readonly Part[];
  /** Characters that are not shown. */
  readonly left: number;
}

export function inertLine(line: string): InertLine {
  const current = afterReturn(line);
  const shown = current.slice(0, SHOWN_CHARS);
  return { parts: ansiParts(shown, inert), left: current.length - shown.length };
}

function inert(text: string): string {
  return text
    .replace(ESCAPES, '')
    .replace(CONTROLS, (char) => String.fromCodePoint(char === '\x7f' ? 0x2421 : 0x2400 + char.charCodeAt(0)))
    .replace(INVISIBLE, (char) => `⟨U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`);
}

/** A carriage return starts the line again, as progress bars do. One at the very end belongs to the line break. */
function afterReturn(line: string): string {
  const end = line.endsWith('\r') ? line.length - 1 : line.length;
  const start = line.lastIndexOf('\r', end - 1) + 1;
  return line.slice(start, end);
}
