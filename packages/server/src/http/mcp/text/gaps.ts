/**
 * What was left out of an output, gathered from the markers that compaction and the cap put where something is missing.
 * In a text answer a gap is a `…` with what is known of it, and one last line says how much is missing and how to get it.
 */
import { linesBehind } from '@synapse/compaction/marker';

export interface Shown {
  readonly stdout: string;
  readonly stderr: string;
  /** Lines that are not shown. */
  readonly leftOut: number;
  /** Lines that are. */
  readonly lines: number;
}

export function collectGaps(result: { readonly stdout: string; readonly stderr: string }): Shown {
  let [leftOut, lines] = [0, 0];
  const collect = (text: string): string => {
    if (text === '') return text;
    const kept: string[] = [];
    for (const line of text.split('\n')) {
      const { count, marker } = linesBehind(line);
      leftOut += count;
      if (marker === null) {
        kept.push(line);
        if (line !== '') lines += 1;
      } else if (kept.at(-1) !== marker) kept.push(marker);
    }
    while (kept.at(-1) === '') kept.pop();
    return kept.join('\n');
  };
  const stdout = collect(result.stdout);
  const stderr = collect(result.stderr);
  return { stdout, stderr, leftOut, lines };
}

export function leftOutLine({ leftOut, lines }: Shown, id: string | undefined): string {
  const spelled = (count: number): string => count.toLocaleString('en-US');
  const count = leftOut === 0 ? 'Some lines' : `${spelled(leftOut)} of ${spelled(leftOut + lines)} lines`;
  return `… ${count} left out${id === undefined ? '' : ` · synapse_get_output ${id} (grep, offset)`}`;
}
