/** What an issuer says about a person, and what is believed of it. */
import { Refusal } from '@synapse/contract';
import { describe, expect, it } from 'vitest';
import { readClaims } from './read-claims.ts';
import { roleFromGroups } from './role-from-groups.ts';
import { safePath } from './safe-path.ts';

const claims = { sub: 'one', email: 'ada@example.org', email_verified: true };
const codeOf = (read: () => unknown): string | null => {
  try {
    read();
    return null;
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error);
  }
};

describe('an e-mail address', () => {
  it.each([
    ['said to be verified', { email_verified: true }, false, null],
    ['said so in text', { email_verified: 'true' }, false, null],
    ['in a domain that Entra has verified', { email_verified: undefined, xms_edov: 1 }, false, null],
    ['nothing said', { email_verified: undefined }, false, 'oidc_email_unverified'],
    ['nothing said, of an issuer that is trusted', { email_verified: undefined }, true, null],
    ['said not to be, of an issuer that is trusted', { email_verified: false }, true, 'oidc_email_unverified'],
    ['said not to be, in a verified domain', { email_verified: false, xms_edov: true }, true, 'oidc_email_unverified'],
    ['none', { email: undefined }, true, 'oidc_email_unverified'],
    ['two of them', { email: ['a@example.org', 'b@example.org'] }, true, 'oidc_email_unverified'],
  ])('%s', (_what, change, trustEmail, code) => {
    expect(codeOf(() => readClaims({ ...claims, ...change }, { trustEmail }))).toBe(code);
  });
});

it('reads groups, or else roles, as a list or as one', () => {
  const groups = (more: object) => readClaims({ ...claims, ...more }, { trustEmail: false }).groups;
  expect(groups({ groups: ['a', 'b'] })).toEqual(['a', 'b']);
  expect(groups({ roles: 'ops' })).toEqual(['ops']);
  expect(groups({})).toEqual([]);
  expect(codeOf(() => groups({ groups: [1] }))).toBe('oidc_answer_invalid');
  expect(codeOf(() => groups({ hasgroups: true }))).toBe('oidc_groups_hidden');
});

it('lets groups say nothing about what no option maps', () => {
  expect(roleFromGroups(['root'], { admins: null, plans: null, plan: 'free' })).toEqual({});
  const plans = new Map([
    ['dev', 'pro'],
    ['crew', 'equipage'],
  ] as const);
  expect(roleFromGroups(['crew', 'dev'], { admins: ['root'], plans, plan: 'plus' })).toEqual({
    role: 'member',
    plan: 'equipage',
  });
  expect(roleFromGroups([], { admins: ['root'], plans, plan: 'plus' })).toEqual({ role: 'member', plan: 'plus' });
});

it('leads nowhere else', () => {
  for (const from of [
    undefined,
    '',
    'x',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
  ]) {
    expect(safePath(from)).toBe('/');
  }
  expect(safePath('/a/../b?c=%2F%2Fd#e')).toBe('/b?c=%2F%2Fd');
});
