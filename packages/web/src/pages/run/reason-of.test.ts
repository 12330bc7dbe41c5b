import { describe, expect, it } from 'vitest';
import type { Explanation } from '../../api/policy.ts';
import { reasonOf } from './reason-of.ts';

type Part = Explanation['parts'][number];

const part = (
  program: string,
  effects: Part['effects'],
  verdict: Part['verdict'],
  rule: string | null = null,
): Part => ({
  text: program,
  program,
  effects,
  verdict,
  rule,
  why: `of ${program}`,
});
const explained = (parts: Part[], verdict: Part['verdict'], rule: string | null = null): Explanation => ({
  verdict,
  rule,
  preset: 'open',
  effects: [],
  parts,
  secrets: [],
  command_template: '',
  machine: 'local',
  container: null,
  cwd: null,
  enforced: null,
});

describe('the reason that is shown', () => {
  it.each<[string, Explanation, string]>([
    [
      'is of the gravest part where all are allowed, not of the first',
      explained(
        [part('set', ['read'], 'allow'), part('./deploy', ['opaque'], 'allow'), part('ls', ['read'], 'allow')],
        'allow',
      ),
      'of ./deploy',
    ],
    [
      'is of the part that decided, however grave another is that a rule lets pass',
      explained([part('rm', ['catastrophe'], 'allow', 'mine'), part('curl', ['network'], 'ask')], 'ask'),
      'of curl',
    ],
    ['names the rule', explained([part('rm', ['change'], 'deny', 'no')], 'deny', 'no'), '[no] of rm'],
    ['is empty where there is nothing to judge', explained([], 'allow'), ''],
  ])('%s', (_, explanation, reason) => {
    expect(reasonOf(explanation, (rule) => `[${rule}]`)).toBe(reason);
  });
});
