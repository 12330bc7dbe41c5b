/** A command of another instance, read page by page. */
import type { OutputQuery } from '@synapse/contract';
import { expect, it } from 'vitest';
import type { RedactedPage } from '../exec/answer/redacted-page.ts';
import { followFar } from './follow-output.ts';

it.each([
  ['stdout', 3_000_000],
  ['stderr', 600_000],
] as const)(
  'shows all that is kept of %s in the end, and nothing too early that may still be cut',
  async (which, length) => {
    const whole = Array.from({ length: length / 10 }, (_, at) => `${at}`.padStart(9, '.').concat('\n')).join('');
    const texts = { stdout: '', stderr: '', [which]: whole };
    let [looks, early] = [0, 0];
    const shown = { stdout: '', stderr: '' };
    const page = async ({ stream, offset, limit }: OutputQuery) => {
      const text = texts[stream].slice(offset, offset + limit);
      const next_offset = offset + limit < texts[stream].length ? offset + limit : null;
      return { execution_id: 'one', stream, text, offset, next_offset, total_chars: length } as unknown as RedactedPage;
    };
    const hasEnded = async () => {
      looks += 1;
      early = shown[which].length;
      return looks === 3;
    };
    const listener = async (stream: 'stdout' | 'stderr', text: string) => {
      shown[stream] += text;
      return true;
    };
    await followFar({ page, hasEnded }, listener, new AbortController().signal);
    expect(shown).toEqual(texts);
    expect(early).toBe(which === 'stdout' ? 1024 * 1024 : 128 * 1024);
  },
);
