/** For tests of outputs in which turns are not what is tested: everything is taken at once. */
import type { OutputTurns } from '../packages/server/src/exec/record/output-turns.ts';

export const ENDLESS_TURN: OutputTurns = { hasRoom: () => true, next: () => Promise.resolve() };
