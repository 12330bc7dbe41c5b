// Minified code, data URLs, encoded blobs: lines too long to read keep their ends and state their length.
import type { Shape } from '../filter.ts';

const LONG = 2_000;
const FRONT = 400;
const BACK = 100;

export const longLinesShape: Shape = {
  name: 'long-lines',
  apply: ({ lines, cut }) => {
    let left = 0;
    const result = lines.map((line) => {
      if (line.length <= LONG) return line;
      left += line.length - FRONT - BACK;
      return `${line.slice(0, FRONT)} …${line.length - FRONT - BACK} characters… ${line.slice(-BACK)}`;
    });
    return left > 0 ? [...result, cut(left, 'characters of long lines')] : null;
  },
};
