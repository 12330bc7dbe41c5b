// A Go program's dump of its goroutines: those that wait at the same place become one, with their numbers.
import { head, type Shape } from '../filter.ts';

const START = /^goroutine (\d+) (\[[^\]]*\]):$/;
const FEWEST = 4;

/** Arguments and offsets differ between goroutines at the same place. */
const bare = (line: string): string =>
  line.replace(/\((?:0x[0-9a-f?]+|\.\.\.|[{}, ])*\)$/, '()').replace(/ \+0x[0-9a-f]+$/, '');

interface Goroutines {
  readonly numbers: string[];
  readonly state: string;
  readonly body: readonly string[];
}

/** Null when there are few of them. */
function foldGoroutines(lines: readonly string[]): string[] | null {
  if (lines.filter((line) => START.test(head(line))).length < FEWEST) return null;
  const groups = new Map<string, Goroutines>();
  const order: (Goroutines | string)[] = [];
  for (let i = 0; i < lines.length; ) {
    const start = START.exec(head(lines[i] as string));
    if (start === null) {
      order.push(lines[i] as string);
      i++;
      continue;
    }
    const [, number = '', state = ''] = start;
    let end = i + 1;
    while (
      end < lines.length &&
      lines[end] !== '' &&
      !START.test(head(lines[end] as string)) &&
      isFrame(lines[end] as string)
    )
      end++;
    const body = lines.slice(i + 1, end).map(bare);
    const key = `${state}\n${body.join('\n')}`;
    const known = groups.get(key);
    if (known !== undefined) known.numbers.push(number);
    else {
      const group = { numbers: [number], state, body };
      groups.set(key, group);
      order.push(group);
    }
    i = end;
  }
  return order.flatMap((one) => {
    if (typeof one === 'string') return one === '' ? [] : [one];
    const count = one.numbers.length > 1 ? ` (×${one.numbers.length})` : '';
    return [`goroutine ${one.numbers.join(' ')} ${one.state}:${count}`, ...one.body];
  });
}

const isFrame = (line: string): boolean => /^\t|\)$|^created by |^\.\.\.additional frames/.test(head(line));

export const goroutinesShape: Shape = { name: 'goroutines', apply: ({ lines }) => foldGoroutines(lines) };
