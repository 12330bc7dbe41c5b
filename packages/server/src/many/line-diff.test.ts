import { describe, expect, it } from 'vitest';
import { lineDiff } from './line-diff.ts';

/** Applies a diff as `patch` would. */
function apply(before: string, diff: string): string {
  const old = before.split('\n');
  const out: string[] = [];
  let at = 0;
  for (const line of diff.split('\n')) {
    const place = /^@@ -(\d+) \+\d+ @@$/.exec(line);
    if (place !== null) {
      out.push(...old.slice(at, Number(place[1]) - 1));
      at = Number(place[1]) - 1;
    } else if (line.startsWith('+')) out.push(line.slice(1));
    else {
      expect(old[at], diff).toBe(line.slice(1));
      if (line.startsWith(' ')) out.push(line.slice(1));
      at++;
    }
  }
  return [...out, ...old.slice(at)].join('\n');
}

describe('the difference of two texts', () => {
  it('is empty where there is none, and shows what differs with a line around it', () => {
    expect(lineDiff('a\nb\n', 'a\nb\n')).toBe('');
    expect(lineDiff('1\n2\n3\n4\n5', '1\n2\nx\n4\n5')).toBe('@@ -2 +2 @@\n 2\n-3\n+x\n 4');
    expect(lineDiff('', 'x')).toBe('@@ -1 +1 @@\n-\n+x');
  });

  it('makes the one out of the other, whatever they are', () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % below;
    };
    for (let round = 0; round < 2_000; round++) {
      const text = () => Array.from({ length: random(12) }, () => 'abc'[random(3)]).join('\n');
      const [before, after] = [text(), text()];
      const diff = lineDiff(before, after);
      expect(diff === '' ? before : apply(before, diff!), `${before}|${after}|${diff}`).toBe(after);
    }
  });

  it('gives up in time where everything differs', () => {
    const lines = (letter: string) => Array.from({ length: 30_000 }, (_, n) => `${letter}${n}`).join('\n');
    expect(lineDiff(lines('a'), lines('b'))).toBeNull();
  });
});
