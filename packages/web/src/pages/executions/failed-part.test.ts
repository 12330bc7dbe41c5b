import { expect, it } from 'vitest';
import { failedPart } from './failed-part.ts';

const parts = (...texts: string[]) => texts.map((text) => ({ text, program: text.split(' ')[0] ?? null }));

it('names the only part, whatever it says', () => {
  expect(failedPart(parts('false'), '')).toBe('false');
});

it('names the part whose program complains, also through a shell', () => {
  const three = parts('cd /srv', 'ls nothing', 'nope --x');
  expect(failedPart(three, "ls: cannot access 'nothing': No such file or directory\n")).toBe('ls nothing');
  expect(failedPart(three, 'bash: line 1: nope: command not found')).toBe('nope --x');
  expect(failedPart(three, '/bin/sh: 3: nope: not found')).toBe('nope --x');
  expect(failedPart(three, '/usr/bin/ls: memory exhausted')).toBe('ls nothing');
});

it('names none where it cannot be told', () => {
  expect(failedPart(parts('ls a', 'ls b'), 'ls: a: No such file')).toBeNull();
  expect(failedPart(parts('make', 'true'), 'Error 2')).toBeNull();
  expect(failedPart(parts('make', 'true'), 'note: make is not what says so')).toBeNull();
  expect(failedPart([], '')).toBeNull();
});
