/** A text cut to so many characters by whole lines: its beginning, its end, and lines between them that report errors. */
import { FAILURE_WORDS, head } from '@synapse/compaction/filter';
import { linesBehind } from '@synapse/compaction/marker';
import { cutToFit, type Room, sizeIn } from './answer-room.ts';

export interface Fitted {
  readonly text: string;
  readonly cut: boolean;
}

/** Of a longer text only the two ends are searched for errors: the search runs while others wait. */
const SEARCHED_CHARS = 400_000;
const SHARES = { head: 0.35, tail: 0.4 };

/** `onlyTail`: nothing but the end. `wholeLines`: how many the output had, of which this text may be a shorter form. */
export function fitLines(
  text: string,
  room: Room,
  recovery: string | null,
  { onlyTail = false, onlyErrors = false, wholeLines = countLines(text) } = {},
): Fitted {
  const fits = text.length <= room.chars && sizeIn(room, text) <= room.chars;
  if (text === '' || (fits && !onlyErrors)) return { text, cut: false };
  const lines = endsOf(text).split('\n');
  const most = Math.max(0, Math.floor(room.chars) - 100);
  const newline = sizeIn(room, '\n');
  const kept = new Uint8Array(lines.length);
  let left = most;
  const take = (i: number, reserve: number): boolean => {
    if (kept[i]) return true;
    const size = sizeIn(room, lines[i]!) + newline;
    if (left - size < reserve) return false;
    kept[i] = 1;
    left -= size;
    return true;
  };
  if (!onlyTail && !onlyErrors) for (let i = 0; i < lines.length && take(i, most * (1 - SHARES.head)); i++);
  if (!onlyErrors)
    for (let i = lines.length - 1; i >= 0 && take(i, onlyTail ? 0 : most * (1 - SHARES.head - SHARES.tail)); i--);
  if (!onlyTail) for (let i = 0; i < lines.length; i++) if (FAILURE_WORDS.test(head(lines[i]!)) && !take(i, 0)) break;
  if (!onlyErrors) for (let i = lines.length - 1; i >= 0 && take(i, 0); i--);
  const shown = kept.reduce((sum, one) => sum + one, 0);
  const ofOutput = lines.reduce((sum, line, i) => sum + (kept[i] && linesBehind(line).marker === null ? 1 : 0), 0);
  // One line alone is longer than the room: cut by characters.
  if (shown === 0 && !onlyErrors)
    return cutToFit({ ...room, chars: most }, (chars) => cutMiddle(text, chars, recovery));
  return shown === lines.length && fits
    ? { text, cut: false }
    : { text: joined(lines, kept, marker(Math.max(wholeLines, countLines(text)), ofOutput, recovery)), cut: true };
}

export function countLines(text: string): number {
  let count = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function endsOf(text: string): string {
  if (text.length <= SEARCHED_CHARS) return text.replace(/\n$/, '');
  const headEnd = text.lastIndexOf('\n', SEARCHED_CHARS / 2);
  const tailStart = text.indexOf('\n', text.length - SEARCHED_CHARS / 2);
  if (headEnd < 0 || tailStart < 0 || tailStart <= headEnd) return text.slice(0, SEARCHED_CHARS);
  return (text.slice(0, headEnd) + text.slice(tailStart)).replace(/\n$/, '');
}

/** The first gap says how much is missing in all; the others are only marked. */
function joined(lines: readonly string[], kept: Uint8Array, marker: string): string {
  const result: string[] = [];
  let gaps = 0;
  let inGap = false;
  for (const [i, line] of lines.entries()) {
    if (kept[i]) {
      result.push(line);
      inGap = false;
    } else if (!inGap) {
      inGap = true;
      result.push(gaps++ === 0 ? marker : '…');
    }
  }
  if (gaps === 0) result.push(marker);
  return result.join('\n');
}

const marker = (whole: number, shown: number, recovery: string | null): string =>
  `… ${whole - shown} of ${whole} lines left out${how(recovery)}`;
const how = (recovery: string | null): string =>
  recovery === null ? '' : ` (synapse_get_output execution_id=${recovery})`;

function cutMiddle(text: string, room: number, recovery: string | null): Fitted {
  const half = Math.floor(room / 2);
  const gap = `\n… ${text.length - 2 * half} characters left out${how(recovery)}\n`;
  return { text: `${text.slice(0, half).toWellFormed()}${gap}${text.slice(-half).toWellFormed()}`, cut: true };
}
