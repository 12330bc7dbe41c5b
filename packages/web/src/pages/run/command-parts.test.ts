import { expect, it } from 'vitest';
import { commandParts, linesOf } from './command-parts.ts';

it('tells secrets, comments, words and operators apart, and loses nothing', () => {
  const command = 'cd /srv # the {{NAME}}\npsql "{{DB_URL}}" && echo \'# no\' | if';
  const parts = commandParts(command);
  expect(parts.map(({ text }) => text).join('')).toBe(command);
  expect(parts.filter(({ kind }) => kind !== 'plain')).toEqual([
    { kind: 'word', text: 'cd' },
    { kind: 'comment', text: '# the {{NAME}}' },
    { kind: 'secret', text: '{{DB_URL}}' },
    { kind: 'operator', text: '&&' },
    { kind: 'text', text: "'# no'" },
    { kind: 'operator', text: '|' },
    { kind: 'word', text: 'if' },
  ]);
});

it('gives the same by line', () => {
  const command = 'for i in 1\n\ndo echo {{NAME}} # x\n done\n';
  const lines = linesOf(commandParts(command)).map((parts) => parts.map(({ text }) => text).join(''));
  expect(lines).toEqual(command.split('\n'));
  expect(linesOf([])).toEqual([[]]);
});

it('takes a long text in one go', () => {
  expect(commandParts('x'.repeat(65_536))).toHaveLength(1);
});
