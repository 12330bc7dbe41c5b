import { expect, it } from 'vitest';
import { createAheadWriter } from './ahead-writer.ts';

type Step = readonly ['held' | 'output', string];

function printed(steps: readonly Step[], isScreen: boolean): string[] {
  const writes: string[] = [];
  const writer = createAheadWriter({ write: (text) => writes.push(text), isScreen: () => isScreen });
  for (const [kind, text] of steps) kind === 'held' ? writer.ahead(text, 'stdout') : writer.write(text, 'stdout');
  return writes;
}

const output = (text: string): Step => ['output', text];
const held = (text: string): Step => ['held', text];

it.each([
  ['it comes again', [output('starte'), held('d\n'), output('d\nnext\n')], ['starte', 'd\n', 'next\n']],
  ['it grows', [held('d'), held('do'), output('door\n')], ['d', 'o', 'or\n']],
  ['it comes again in parts', [held('abc'), output('a'), held('bc'), output('bcd')], ['abc', 'd']],
  ['the rest of it is held again', [held('ab'), output('a'), held('bc'), output('bcd')], ['ab', 'c', 'd']],
  ['it may not be shown', [output('x'), held(''), output('y')], ['x', 'y']],
  ['it has become a secret', [output('a '), held('dol'), output('{{FISH}} b')], ['a ', 'dol', '{{FISH}} b']],
  ['nothing is held', [output('one\n'), output('two\n')], ['one\n', 'two\n']],
])('on a screen: %s', (_name, steps, writes) => {
  expect(printed(steps, true)).toEqual(writes);
});

it('a pipe gets the output alone', () => {
  const steps = [output('a '), held('dol'), output('{{FISH}} b'), held('d'), output('d\n')];
  expect(printed(steps, false)).toEqual(['a ', '{{FISH}} b', 'd\n']);
});
