/** Every program that is described has cases beside its description, and does in them what it is said to do. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judge } from '../judge.ts';
import type { Program } from '../program.ts';
import { FAMILIES } from './index.ts';

const PLACE = { cwd: null, home: null };

const casesOf = (family: string): { effects: string; command: string }[] =>
  readFileSync(join(import.meta.dirname, `${family}.cases`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => /^(\S+)\s+(.*)$/.exec(line)!)
    .map(([, effects, command]) => ({ effects: effects!, command: command! }));

it('knows more than 120 programs, each by one description', () => {
  const names = Object.values(FAMILIES).flatMap((family) => Object.keys(family));
  expect(names.length).toBeGreaterThan(120);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

const withSubs = (program: Program): Program[] => [program, ...Object.values(program.sub ?? {}).flatMap(withSubs)];

it('has a mark of an option at the end of a group alone', () => {
  const odd = Object.values(FAMILIES)
    .flatMap((family) => Object.values(family))
    .flatMap(withSubs)
    .flatMap(({ short = '' }) => short.split(' '))
    .filter((group) => /[=?<:>~-]./.test(group) && !group.endsWith('~'));
  expect(odd).toEqual([]);
});

it('has no cases without a description', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.cases'));
  expect(files.map((name) => name.replace('.cases', '')).sort()).toEqual(Object.keys(FAMILIES).sort());
});

describe.each(Object.entries(FAMILIES))('%s', (family, programs) => {
  const cases = casesOf(family);

  it('does what its cases say', () => {
    const found = cases.map(({ command }) => ({ effects: judge(command, PLACE).effects.join('+'), command }));
    expect(found).toEqual(cases);
  });

  it('has cases for every program, one of them with an option that nobody knows', () => {
    const without = Object.keys(programs).filter((name) => {
      const own = cases.filter(({ command }) => command.split(' ').includes(name));
      return own.length < 3 || !own.some(({ command }) => command.includes('--no-such-option'));
    });
    expect(without).toEqual([]);
  });
});
