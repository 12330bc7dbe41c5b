// The last resort for a text that is still long: keeps what names a failure, then the tail, then the head.
import { FAILURE_WORDS, type FilterInput, head } from '../filter.ts';

/** The most that a reader gets of one output. More would be cut blindly later. */
export const MOST_CHARS = 50_000;

/** Keeps failures, the tail and the head within `most` characters. Each gap says how many lines were left out. */
export function capLines(lines: readonly string[], cut: FilterInput['cut'], most = MOST_CHARS): string[] {
  let total = 0;
  for (const line of lines) total += line.length + 1;
  if (total <= most) return [...lines];

  const kept = new Uint8Array(lines.length);
  let left = most;
  const take = (i: number, limit: number): boolean => {
    if (kept[i]) return true;
    const size = (lines[i] as string).length + 1;
    if (left - size < limit) return false;
    kept[i] = 1;
    left -= size;
    return true;
  };
  for (let i = 0; i < lines.length; i++) {
    if (FAILURE_WORDS.test(head(lines[i] as string)) && !take(i, most / 2)) break;
  }
  const tailLimit = left / 3;
  for (let i = lines.length - 1; i >= 0 && take(i, tailLimit); i--);
  for (let i = 0; i < lines.length && take(i, 0); i++);

  const result: string[] = [];
  let gap = 0;
  for (let i = 0; i < lines.length; i++) {
    if (!kept[i]) {
      gap++;
      continue;
    }
    if (gap > 0) result.push(`… ${gap} lines`);
    gap = 0;
    result.push(lines[i] as string);
  }
  if (gap > 0) result.push(`… ${gap} lines`);
  const missing = lines.length - kept.reduce((sum, one) => sum + one, 0);
  result.push(cut(missing, `of ${lines.length} lines`));
  return result;
}
