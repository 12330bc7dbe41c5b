// Bytes as hexadecimal digits with their characters beside them: lines with readable text stay, the others are counted.
import type { Shape } from '../filter.ts';

/** `00000010  7f 45 …  |.ELF|`, `00000010: 7f45 …  .ELF`, `	0x0010:  7f45 …  .ELF`. */
const ROW = /^(\s*(?:0x)?[0-9a-f]{4,8}:?) {1,2}((?:[0-9a-f]{2,4} {1,2}){1,16}) *(.*)$/;
const TEXT = /[A-Za-z][\w-]{3,}|\w{2,}[./:@-]\w{2,}|\d[\d:./-]{4,}/;
const FEWEST_ROWS = 40;
const LEAST_SHARE = 0.5;
/** A run's first row stays whatever it holds, as its last does: a file's kind is in its first bytes, its length at the end. */
const FIRST = 1;

export const hexDumpShape: Shape = {
  name: 'hex-dump',
  apply: ({ lines, cut }) => {
    const isRow = lines.map((line) => line.length < 120 && ROW.test(line));
    const rows = isRow.filter((yes) => yes).length;
    if (rows < FEWEST_ROWS || rows < lines.length * LEAST_SHARE) return null;
    const result: string[] = [];
    let gap: string[] = [];
    let left = 0;
    let nth = 0;
    const endGap = () => {
      const [first, last] = [gap[0], gap.at(-1)];
      // a single line says more than the note that it is missing
      if (gap.length === 1) result.push(first as string);
      else if (gap.length > 1) {
        left += gap.length - 1;
        result.push(`${offsetOf(first as string)}…${(last as string).trim()} (${gap.length} rows)`);
      }
      gap = [];
    };
    lines.forEach((line, i) => {
      nth = isRow[i] ? nth + 1 : 0;
      if (isRow[i] && nth > FIRST && isRow[i + 1] && !TEXT.test(ROW.exec(line)?.[3] ?? '')) {
        gap.push(line);
        return;
      }
      endGap();
      result.push(line);
    });
    endGap();
    return left === 0 ? null : [...result.map(squeezeRow), cut(left, `of ${rows} rows of bytes without text`)];
  },
};

const offsetOf = (line: string): string => line.trim().split(/[: ]/, 1)[0] as string;

const squeezeRow = (line: string): string => (ROW.test(line) ? line.trim().replace(/ {2,}/g, ' ') : line);
