import { OwnFilter } from '@synapse/contract';
import { expect, it } from 'vitest';
import { tryFilter } from './try-filter.ts';

it('says of each case whether the output is what its author expects', () => {
  const progress = `${Array.from({ length: 30 }, (_, i) => `uploading part ${i}`).join('\n')}\ndone: 30 parts\n`;
  const filter = OwnFilter.parse({
    name: 'upload',
    match_command: '^upload',
    strip_lines_matching: ['^uploading'],
    cases: [
      { name: 'right', stdout: progress, expected: 'done: 30 parts' },
      { name: 'wrong', stdout: progress, expected: 'something else' },
      { name: 'not for this command', command: 'other', stdout: 'uploading part 1\n', expected: 'uploading part 1' },
    ],
  });
  expect(tryFilter(filter).map(({ name, passed, filter: applied }) => [name, passed, applied])).toEqual([
    ['right', true, 'own:upload'],
    ['wrong', false, 'own:upload'],
    ['not for this command', true, null],
  ]);
});
