import { ERRORS, type ErrorCode } from '@synapse/contract';
import { expect, it } from 'vitest';
import { Problem } from '../api/problem.ts';
import { en } from '../i18n/en/index.ts';
import { problemKind, refusalKind } from './problem-kind.ts';

const CODES = Object.keys(ERRORS) as ErrorCode[];
const titleOf = (code: ErrorCode): string => en.ui.problems[problemKind(new Problem(ERRORS[code].status, code, ''))];

it('says that something is to be corrected only where that is so', () => {
  const about = CODES.filter((code) => titleOf(code) === en.ui.problems.invalid);
  expect(about.sort()).toEqual([
    ...['alias_chained', 'alias_code_invalid', 'alias_code_reserved', 'alias_marker', 'alias_multi_step'],
    ...['arguments_invalid', 'body_invalid', 'code_mistyped', 'container_required', 'cwd_invalid', 'cwd_required'],
    ...['file_edit_ambiguous', 'file_edit_too_many', 'placeholder_unsupported', 'policy_invalid', 'prefix_forbidden'],
  ]);
});

it('says that the service had a problem only where it had', () => {
  const about = CODES.filter((code) => titleOf(code) === en.ui.problems.failed);
  expect(about.sort()).toEqual(['internal', 'lease_lost', 'not_ready', 'policy_error']);
});

it.each([
  ['exec_rate_limited', 'A limit is reached'],
  ['quota_exceeded', 'A limit is reached'],
  ['policy_denied', 'Refused'],
  ['approval_expired', 'Too late'],
  ['machine_exists', 'Already exists'],
  ['host_key_changed', 'The host key has changed'],
  ['secret_missing', 'Not found'],
  ['version_conflict', 'Conflicts with existing data'],
  ['sign_in_again', 'Sign in again'],
] as const)('%s: %s', (code, title) => {
  expect(titleOf(code)).toBe(title);
});

it('knows the same of a command by its code alone', () => {
  expect(['policy_denied', 'execution_lost', 'something_new'].map(refusalKind)).toEqual(['denied', 'lost', 'refused']);
});
