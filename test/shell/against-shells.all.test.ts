import { DIFFERENCES, type DifferenceKind, readScript } from '@synapse/shell';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accepts, outputs, SHELLS } from './ask-shells.ts';
import { ALIKE_BY_NOW, DIFFERENT } from './different-constructs.ts';
import { DEFINITIONS, interpret } from './interpret.ts';
import { printing, soup } from './random-scripts.ts';

/** The end of the text ends a here-document; shells at most print a warning. */
const isAccepted = (text: string): boolean => {
  const { problem } = readScript(text);
  return problem === null || problem.open === 'heredoc';
};

/** One row per script: what the reader says, and what each shell says. */
async function verdicts(scripts: readonly string[]): Promise<boolean[][]> {
  const asked = await Promise.all(SHELLS.map((shell) => accepts(shell, scripts)));
  return scripts.map((text, index) => [isAccepted(text), ...asked.map((answers) => answers[index]!)]);
}

const agree = (row: readonly boolean[]): boolean => row.every((verdict) => verdict === row[0]);

describe('what a command is', () => {
  it('accepts and refuses what every shell does, or marks the construct', async () => {
    const scripts = [...new Set(fc.sample(soup, { numRuns: 1200, seed: 4 }))];
    const unmarked = scripts.filter((text) => readScript(text).differences.length === 0);
    const rows = await verdicts(unmarked);
    expect(unmarked.filter((_, index) => !agree(rows[index]!))).toEqual([]);
    expect(rows.filter(([accepted]) => accepted).length).toBeGreaterThan(100);
    expect(rows.filter(([accepted]) => !accepted).length).toBeGreaterThan(300);
  });

  it('finds the words and the order that every shell finds', async () => {
    const scripts = [...new Set(fc.sample(printing, { numRuns: 400, seed: 5 }))];
    const expected = scripts.map((text) => interpret(readScript(text)));
    for (const text of scripts) expect(readScript(text), text).toMatchObject({ problem: null, differences: [] });
    expect(new Set(expected).size).toBeGreaterThan(200);
    const all = await Promise.all(SHELLS.map((shell) => outputs(shell, DEFINITIONS, scripts)));
    for (const [at, shell] of SHELLS.entries()) {
      const printed = all[at]!;
      for (const [index, text] of scripts.entries())
        expect(printed[index], `${shell.name}: ${text}`).toBe(expected[index]);
    }
  });
});

describe('what shells read differently', () => {
  const ALL = [...DIFFERENT, ...ALIKE_BY_NOW];

  it('has a command for each construct that is marked', () => {
    const kinds = Object.keys(DIFFERENCES) as DifferenceKind[];
    expect(kinds.filter((kind) => !ALL.some(([one]) => one === kind))).toEqual([]);
  });

  it.each(ALL)('%s: %s', (kind, text) => {
    expect(readScript(text).differences.map((one) => one.kind)).toContain(kind);
  });

  it('is told apart by the shells themselves', async () => {
    const scripts = DIFFERENT.map(([, text]) => text);
    const accepted = await Promise.all(SHELLS.map((shell) => accepts(shell, scripts)));
    const printed = await Promise.all(SHELLS.map((shell) => outputs(shell, 'v=val; s=sss', scripts)));
    const alike = scripts.filter((_, index) =>
      SHELLS.every(
        (_shell, at) => accepted[at]![index] === accepted[0]![index] && printed[at]![index] === printed[0]![index],
      ),
    );
    expect(alike).toEqual([]);
  });
});
