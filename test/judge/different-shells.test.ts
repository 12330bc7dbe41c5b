/** A construct that dash, bash and busybox read differently is opaque, wherever it stands. */
import { judge } from '@synapse/judge';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accepts, SHELLS } from '../shell/ask-shells.ts';
import { ALIKE_BY_NOW, DIFFERENT } from '../shell/different-constructs.ts';
import { soup } from '../shell/random-scripts.ts';

const isOpaque = (command: string) => judge(command, { cwd: null, home: null }).effects.includes('opaque');
/** `time`: both readings run what stands behind it, and that is judged. A here-string is an input, or an error before anything runs. */
const JUDGED = ['time', 'here-string'];

describe('what shells read differently', () => {
  it.each([...DIFFERENT, ...ALIKE_BY_NOW].filter(([kind]) => !JUDGED.includes(kind)))('%s: %s', (_kind, text) => {
    expect(isOpaque(text)).toBe(true);
    for (const around of [
      `(${text}\n)`,
      `ls; ${text}`,
      `if ls; then ${text}\nfi`,
      `sh -c '${text.replaceAll("'", "'\\''")}'`,
    ]) {
      expect(isOpaque(around), around).toBe(true);
    }
  });

  it('is opaque in random texts, too: where one shell accepts what another refuses', async () => {
    const texts = fc.sample(soup, { numRuns: 500, seed: 16 });
    const answers = await Promise.all(SHELLS.map((shell) => accepts(shell, texts)));
    const disagreed = texts.filter((_, at) => answers.some((answer) => answer[at] !== answers[0]![at]));
    const refused = texts.filter((_, at) => answers.some((answer) => !answer[at]));
    expect(refused.length).toBeGreaterThan(100);
    expect([...disagreed, ...refused].filter((text) => !isOpaque(text))).toEqual([]);
  });
});
