/** Whether a short text can be shown as it is. Most can, and for them no stream has to be set up. */
import { step } from './automaton.ts';
import { hasCredential } from './credential-scanner.ts';
import { opensRow } from './dump-track.ts';
import { opensPacked } from './packed-track.ts';
import { runChain, runDense } from './run-states.ts';
import type { ScanTables } from './scanner.ts';

const reached = new Int32Array(1);

/** False if something was found, or if the text needs a side track: then a stream has to read it. */
export function isClear(all: readonly ScanTables[], bytes: Buffer): boolean {
  if (bytes.length === 0) return true;
  if (hasCredential(bytes)) return false;
  if (all.length === 0) return true;
  return !opensRow(bytes, 0) && !opensPacked(bytes, 0) && all.every((tables) => findsNothing(tables, bytes));
}

/** The plain track of the scanner, up to its first match. It needs no places, because nothing is removed. */
function findsNothing({ automaton, columns, rowStarts }: ScanTables, bytes: Buffer): boolean {
  const { rows, accept, classCount: stopColumn } = automaton;
  let state = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (state >= 0) {
      at = runDense(bytes, at, state, rowStarts, rows, reached);
      state = reached[0]!;
    } else {
      at = runChain(bytes, at, ~state, columns, automaton, reached);
      state = ~reached[0]!;
    }
    if (at === bytes.length) return true;
    const column = columns[bytes[at]!]!;
    if (column === stopColumn) return false;
    state = step(automaton, state, column);
    if (state < 0 && accept[~state] !== 0) return false;
  }
  return true;
}
