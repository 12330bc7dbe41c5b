/** Takes the markers of steps out of a command's stdout, and tells where they stood. */
import type { OutputSink } from '@synapse/runner';
import { type MarkerSink, scanMarkers } from '../../run/marker-scanner.ts';

/** The number of a step and an exit status, with their colon. */
const LONGEST_WORD = 8;

/** `onStep`: the next bytes are those of this step; the one before it ended with this status. */
export function scanSteps(
  sink: OutputSink,
  nonce: string,
  onStep: (step: number, statusBefore: number) => void,
): MarkerSink {
  const take = (word: Buffer): boolean => {
    const [, step, status] = /^(\d{1,3}):(\d{1,3})$/.exec(word.toString('latin1', 0, LONGEST_WORD + 1)) ?? [];
    if (step === undefined) return false;
    onStep(Number(step), Number(status));
    return true;
  };
  return scanMarkers(sink, { nonce, longest: LONGEST_WORD, take });
}
