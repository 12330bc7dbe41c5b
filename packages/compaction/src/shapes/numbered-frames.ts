// A long stack trace of any language: frames that are counted, each a call. Where it happened, where it began and what
// names a file of the user stay; the frames between are counted.
import { head } from '../filter.ts';

const FRAME = /^\s*#?(\d{1,4}):? +(\S.*)$/;
const FEWEST_FRAMES = 18;
const FIRST_KEPT = 7;
const LAST_KEPT = 6;
const CALL = /\w[^\s(]*[(][^)]*[)]|^[(]/;
const CALLS = 0.9;
/** A file that no system or package brought along. */
const OWN_FILE = /(?<![\w.-])(?:\.{0,2}|~)\/(?!usr\/|lib\/|lib64\/|opt\/|nix\/)[\w@.+/-]*\.\w{1,6}\b/;
const PACKAGES = /node_modules|site-packages|dist-packages|vendor\/|\/gems\//;

const isOwn = (frame: string): boolean => OWN_FILE.test(frame) && !PACKAGES.test(frame);

/** How many frames were dropped, and the other lines. Only of a failed command: others may count anything. */
export function trimFrames(
  lines: readonly string[],
  exitCode: number,
): { readonly lines: readonly string[]; readonly dropped: number } {
  if (exitCode === 0) return { lines, dropped: 0 };
  const result: string[] = [];
  let dropped = 0;
  for (let i = 0; i < lines.length; ) {
    const end = endOfTrace(lines, i);
    const frames = lines.slice(i, end);
    if (!isTrace(frames)) for (const line of frames) result.push(line);
    else {
      const kept = frames.map((line, at) => at < FIRST_KEPT || at >= frames.length - LAST_KEPT || isOwn(head(line)));
      for (let at = 0; at < frames.length; ) {
        let next = at;
        while (next < frames.length && !kept[next]) next++;
        if (next > at) result.push(`… ${next - at} frame${next - at === 1 ? '' : 's'}`);
        dropped += next - at;
        if (next < frames.length) result.push(frames[next] as string);
        at = next + 1;
      }
    }
    i = end;
  }
  return dropped === 0 ? { lines, dropped } : { lines: result, dropped };
}

/** Frames are counted up from 0 or 1. */
function endOfTrace(lines: readonly string[], start: number): number {
  const first = FRAME.exec(head(lines[start] as string))?.[1];
  if (first !== '0' && first !== '1') return start + 1;
  let end = start + 1;
  while (end < lines.length && FRAME.exec(head(lines[end] as string))?.[1] === `${Number(first) + end - start}`) end++;
  return end;
}

function isTrace(frames: readonly string[]): boolean {
  if (frames.length < FEWEST_FRAMES) return false;
  return frames.filter((line) => CALL.test(FRAME.exec(head(line))?.[2] ?? '')).length >= frames.length * CALLS;
}
