import { expect, it } from 'vitest';
import { en } from '../../i18n/en/index.ts';
import { fr } from '../../i18n/fr/index.ts';
import { decisionWords } from './decision-words.ts';

const NONE = { verdict: null, rule: null, decided_by: null, refusal: null, status: 'done' } as const;

it('tells what the policy said, by which rule, and what a person answered', () => {
  const words = en.executions.decisions;
  expect(decisionWords(NONE, words)).toBeNull();
  expect(decisionWords({ ...NONE, verdict: 'allow' }, words)).toBe('Allowed by the policy.');
  expect(decisionWords({ ...NONE, verdict: 'deny', rule: 'no echo', refusal: 'policy_denied' }, words)).toBe(
    'Denied by the rule “no echo”.',
  );
  const asked = { ...NONE, verdict: 'ask', rule: 'deploys', decided_by: 'ada' } as const;
  expect(decisionWords(asked, words)).toBe('The rule “deploys” asks a person. Approved by ada.');
  expect(decisionWords({ ...asked, refusal: 'approval_denied' }, words)).toContain('Denied by ada.');
  expect(decisionWords({ ...asked, decided_by: null, refusal: 'approval_expired' }, words)).toContain('in time');
  expect(decisionWords({ ...asked, decided_by: null, status: 'pending' }, words)).toContain('Waiting for an answer');
});

it('tells it in French', () => {
  const asked = { ...NONE, verdict: 'ask', rule: 'deploys', decided_by: 'ada' } as const;
  expect(decisionWords(asked, fr.executions.decisions)).toBe(
    'La règle « deploys » demande une personne. Approuvée par ada.',
  );
});
