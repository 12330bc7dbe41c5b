// A Rust backtrace: keeps the frames of the user's own code, counts those of libraries.
import { head } from '../../filter.ts';

const FRAME = /^ +\d+: /;
const PLACE = /^ +at /;
const FOREIGN = /^ +at (?:\/rustc\/|\S*\/\.cargo\/registry\/|\/?library\/)/;

/** The lines without foreign frames, and how many of those there were. */
export function trimBacktrace(lines: readonly string[]): { lines: string[]; frames: number } {
  const kept: string[] = [];
  let frames = 0;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    const next = lines[i + 1] ?? '';
    if (FRAME.test(head(line)) && FOREIGN.test(head(next))) {
      frames++;
      i++;
    } else if (FRAME.test(head(line)) && PLACE.test(head(next))) {
      kept.push(`${line.trim()} ${next.trim()}`);
      i++;
    } else kept.push(line);
  }
  return { lines: kept, frames };
}
