/** Counts: an edit pauses often, compares each character a few times, and neither places nor growth are without bound. */
import { FILE_LIMITS, type FileEdit } from '@synapse/contract';
import { fileDiffSteps } from '@synapse/contract/file-diff';
import { arrayDiff } from 'diff';
import { describe, expect, it, vi } from 'vitest';
import type { Steps } from '../redaction/index.ts';
import { editSteps, realText } from './edit-text.ts';
import { occurrences } from './occurrences.ts';
import type { Stretch } from './shown-text.ts';

const PLACES_BETWEEN_PAUSES = 2_000;
const plain = (text: string): Stretch[] => [{ shown: text, real: text, hidden: false }];
const name = (shown: string, real: string): Stretch => ({ shown, real, hidden: true });

function counted<T>(steps: Steps<T>): { pauses: number; value: T } {
  for (let pauses = 0; ; pauses++) {
    const { done, value } = steps.next();
    if (done === true) return { pauses, value };
  }
}
const edited = (stretches: Stretch[], ...edits: FileEdit[]) => counted(editSteps('/f', stretches, edits));
const refused = (code: string) => expect.objectContaining({ code });

describe('edits of everything', () => {
  it('pause between so many places', () => {
    const { pauses, value } = edited(plain('x'.repeat(200_000)), { old: 'x', new: 'yz', all: true });
    expect(realText(value)).toBe('yz'.repeat(200_000));
    expect(value.length).toBe(1);
    expect(pauses).toBeGreaterThan(200_000 / PLACES_BETWEEN_PAUSES);
  });

  it('pause between so many names', () => {
    const stretches = Array.from({ length: 40_000 }, () => [name('{{A}}', 'value'), ...plain(' ')]).flat();
    const { pauses, value } = edited(stretches, {
      old: '{{A}} '.repeat(40_000),
      new: `{{B}}${'{{A}}-'.repeat(40_000)}`,
    });
    expect(realText(value)).toBe(`{{B}}${'value-'.repeat(40_000)}`);
    expect(pauses).toBeGreaterThan(40_000 / PLACES_BETWEEN_PAUSES);
  });

  it('replace so many places together, and no more', () => {
    const text = plain('x'.repeat(FILE_LIMITS.replacements / 2));
    const edit = { old: 'x', new: 'x', all: true };
    expect(() => edited(text, ...Array.from({ length: 3 }, () => edit))).toThrow(refused('file_edit_too_many'));
  });

  it('make no file that is too large, whatever the next edit would make of it', () => {
    const large = { old: 'x', new: 'y'.repeat(FILE_LIMITS.bytes), all: true };
    expect(() => edited(plain('x'.repeat(1_000)), large, { old: 'y', new: '', all: true })).toThrow(
      refused('file_too_large'),
    );
    const value = 'v'.repeat(60_000);
    expect(() => edited([name('{{A}}', value)], { old: '{{A}}', new: '{{A}}'.repeat(100_000) })).toThrow(
      refused('file_too_large'),
    );
  });
});

it('a long text is looked for in as many steps as there are characters', () => {
  const half = 'a'.repeat(4_000);
  const text = 'a'.repeat(16_000);
  const reads = vi.spyOn(String.prototype, 'charCodeAt');
  const searches = vi.spyOn(String.prototype, 'indexOf');
  try {
    expect(counted(occurrences(text, `${half}b${half}`)).value).toEqual([]);
    expect(reads.mock.calls.length).toBeLessThan(8 * (text.length + 2 * half.length));
    expect(searches).not.toHaveBeenCalled();
  } finally {
    vi.restoreAllMocks();
  }
  expect(counted(occurrences('ababab', 'abab')).value).toEqual([0, 2]);
});

describe('a diff', () => {
  const MOST_STEPS = 1_000_000;
  const lines = (count: number, line: (index: number) => string) => Array.from({ length: count }, (_, at) => line(at));
  it.each([
    ['4,000 lines in another order', lines(4_000, (at) => `${at % 7}`), lines(4_000, (at) => `${(at * 5) % 11}`)],
    ['half of 10,000 lines', lines(10_000, (at) => `${at}`), lines(10_000, (at) => (at % 2 ? `${at}` : `-${at}`))],
    ['all of 100,000 lines', lines(100_000, (at) => `${at}`), lines(100_000, (at) => `-${at}`)],
  ])('of %s takes so many steps, and pauses', (_, old, fresh) => {
    const compared = vi.spyOn(arrayDiff, 'equals');
    const { pauses, value } = counted(fileDiffSteps(`${old.join('\n')}\n`, `${fresh.join('\n')}\n`, 'f'));
    expect(value).toContain('@@ -1,');
    expect(compared.mock.calls.length).toBeLessThan(MOST_STEPS);
    compared.mockRestore();
    expect(pauses).toBeGreaterThan((old.length + fresh.length) / 4_000);
  });

  it('of lines that were changed here and there shows only those', () => {
    const old = lines(6_000, (at) => (at % 3 === 0 ? '}' : `line ${at}`));
    const fresh = old.map((line, at) => (at % 100 === 50 ? `${line} changed` : line));
    const { value } = counted(fileDiffSteps(old.join('\n'), fresh.join('\n'), 'f'));
    expect(value.match(/^-[^-]/gm)?.length).toBe(60);
    expect(value.match(/^\+[^+]/gm)?.length).toBe(60);
  });
});
