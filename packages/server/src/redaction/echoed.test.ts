import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { echoed } from './echoed.ts';

it.each(['first\\nsecond\\tthird', 'one\\\\two\\0101x', 'p4ss\\rword\\bx\\qz', 'begin\\cend', 'no backslash at all'])(
  'knows what sh prints of %s',
  (value) => {
    const printed = execFileSync('sh', ['-c', 'printf %b "$1"; exit', 'sh', value], { encoding: 'utf8' });
    expect([value, ...echoed(value)]).toContain(printed);
  },
);
