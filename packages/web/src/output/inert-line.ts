/** A line of a command's output with its colours, harmless to look at. */
import { afterReturn, inertPiece } from '@synapse/contract/inert-text';
import { ansiParts, type Part } from './ansi-parts.ts';

/** As much as a reader can take in. The rest is counted, and is in the copy and the export. */
export const SHOWN_CHARS = 2000;

export interface InertLine {
  readonly parts: readonly Part[];
  /** Characters that are not shown. */
  readonly left: number;
}

export function inertLine(line: string): InertLine {
  const current = afterReturn(line);
  const shown = current.slice(0, SHOWN_CHARS);
  return { parts: ansiParts(shown, inertPiece), left: current.length - shown.length };
}
