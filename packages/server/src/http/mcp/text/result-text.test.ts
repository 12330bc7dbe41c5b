/** The last line of an answer as text: how much of an output is missing in it. */
import { expect, it } from 'vitest';
import { manyText, resultText } from './result-text.ts';

const RESULT = {
  success: false,
  exit_code: 1,
  status: 'done' as const,
  stderr: '',
  machine: 'web1',
  container: null,
  command_template: './check',
  duration_ms: 3,
  truncated: true,
  filter: 'node-test',
  saved_tokens: 0,
  execution_id: '01m7rmss8p5phz3kq9w2v4x6ay',
};
const lastOf = (stdout: string, wholeLines: number): string =>
  resultText({ ...RESULT, stdout, wholeLines })
    .split('\n')
    .at(-1)!;

it('is the number that the markers say, where they account for what is not shown', () => {
  expect(lastOf('one\n… 8 lines left out\nten\n', 10)).toMatch(/^… 8 of 10 lines left out · /);
  expect(lastOf('one, two\n… 7 of 10 lines left out\nten\n', 10)).toMatch(/^… 7 of 10 lines left out · /);
});

it('is a least number, where most of what is not shown has no marker', () => {
  expect(lastOf('not ok 2\n… 70 library frames left out\nfail 1\n', 490)).toMatch(
    /^… at least 70 of 490 lines left out · synapse_get_output 01m7rmss8p5ph /,
  );
});

it('is no number, where nothing that is not shown has a marker', () => {
  expect(lastOf('Finished in 4 s\n', 90)).toMatch(/^… Some of 90 lines left out · /);
  expect(lastOf('a line without its end\n', 1)).toMatch(/^… Parts of lines left out · /);
});

it('is there for a group of machines, too', () => {
  const group = { machines: ['web1'], exit_code: 0, status: 'done' as const, stderr: '', truncated: true as const };
  const many = { total: 1, succeeded: 1, failed: 0, skipped: 0, execution_ids: { web1: RESULT.execution_id } };
  const text = manyText({ ...many, groups: [{ ...group, stdout: 'Finished in 4 s\n' }] });
  expect(text.split('\n').at(-1)).toBe('… Some lines left out · synapse_get_output 01m7rmss8p5ph (grep, offset)');
});
