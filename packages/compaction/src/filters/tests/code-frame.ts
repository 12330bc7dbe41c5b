// Source quoted under a failure (vitest, jest, playwright): the failing line joins its place, the lines around it are
// removed.
import { head } from '../../filter.ts';
import { type Trimmed, trimFrames } from '../../stages/trim-frames.ts';

const QUOTED = /^\s*(?:(>)\s*)?(\d+)\s?[|│](.*)$/;
const POINTER = /^\s*[|│]\s*[\^~]*$/;
const PLACE = /:(\d+):\d+\)?$/;

/** Of each quoted stretch, keeps only the line of the failure. */
export function trimCodeFrames(lines: readonly string[]): Trimmed {
  const kept: string[] = [];
  let dropped = 0;
  let row = '';
  for (const line of lines) {
    const start = head(line);
    const quoted = QUOTED.exec(start);
    if (quoted !== null) {
      if (quoted[1] === '>' || (quoted[2] === row && row !== '')) kept.push(`  ${quoted[2]}| ${quoted[3]?.trim()}`);
      else dropped++;
    } else if (POINTER.test(start)) {
      dropped++;
    } else {
      row = PLACE.exec(start)?.[1] ?? '';
      kept.push(line);
    }
  }
  const { lines: trimmed, dropped: frames } = trimFrames(kept);
  return { lines: trimmed, dropped: dropped + frames };
}
