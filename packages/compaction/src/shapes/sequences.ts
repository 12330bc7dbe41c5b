// Lines that follow one another and differ only in numbers that count on: one line with their ranges, and nothing is lost.
import { MATCHED_LENGTH } from '../filter.ts';
import { times } from '../marker.ts';

const FEWEST_ALIKE = 4;
const MOST_NUMBERS = 12;
const NUMBER = /\d+/g;

interface Counted {
  /** The line without its numbers. */
  readonly form: string;
  readonly numbers: readonly string[];
}

function read(line: string): Counted | null {
  if (line.length > MATCHED_LENGTH) return null;
  const numbers = line.match(NUMBER) ?? [];
  if (numbers.length === 0 || numbers.length > MOST_NUMBERS || numbers.some(({ length }) => length > 9)) return null;
  return { form: line.replace(NUMBER, '#'), numbers };
}

/** Each number stays as it is, or is one more than in the line before. */
function countsOn(before: Counted, now: Counted, first: Counted): boolean {
  return (
    now.form === before.form &&
    now.numbers.every((number, i) => {
      const last = before.numbers[i] as string;
      if (number === last) return first.numbers[i] === last;
      const fixed = number.startsWith('0') || last.startsWith('0');
      return Number(number) === Number(last) + 1 && (!fixed || number.length === last.length);
    })
  );
}

function folded(line: string, first: Counted, last: Counted, count: number): string {
  let i = 0;
  const ranged = line.trimStart().replace(NUMBER, () => {
    const [from, to] = [first.numbers[i] as string, last.numbers[i++] as string];
    return from === to ? from : `${from}…${to}`;
  });
  return `${times(count)} ${ranged}`;
}

export function foldSequences(lines: readonly string[]): string[] | null {
  const result: string[] = [];
  let saved = false;
  for (let i = 0; i < lines.length; ) {
    const first = read(lines[i] as string);
    let end = i + 1;
    for (let before = first; before !== null && end < lines.length; end++) {
      const now = read(lines[end] as string);
      // a number that stayed the same once stays so
      if (now === null || !countsOn(before, now, first as Counted)) break;
      if (end - i > 1 && !sameSlots(first as Counted, before, now)) break;
      before = now;
    }
    if (first !== null && end - i >= FEWEST_ALIKE) {
      result.push(folded(lines[i] as string, first, read(lines[end - 1] as string) as Counted, end - i));
      saved = true;
    } else result.push(...lines.slice(i, end));
    i = end;
  }
  return saved ? result : null;
}

const sameSlots = (first: Counted, before: Counted, now: Counted): boolean =>
  now.numbers.every((number, i) => (before.numbers[i] === first.numbers[i]) === (number === first.numbers[i]));
