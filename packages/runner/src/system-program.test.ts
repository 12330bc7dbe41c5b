import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemProgram } from './system-program.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'synapse-programs-'));
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/perl'), '#!/bin/sh\n', { mode: 0o755 });
  mkdirSync(join(folder, 'linked'));
  symlinkSync(join(folder, 'bin/perl'), join(folder, 'linked/perl'));
  writeFileSync(join(folder, 'linked/notes'), '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('is found where the system has it, whatever PATH says', () => {
  const { PATH } = process.env;
  process.env.PATH = join(folder, 'bin');
  try {
    expect(systemProgram('sh')).toMatch(/^\/(usr\/)?bin\//);
  } finally {
    process.env.PATH = PATH;
  }
});

it('is none that somebody else could replace', () => {
  chmodSync(join(folder, 'bin'), 0o777);
  expect(() => systemProgram('perl', [join(folder, 'bin')])).toThrow('could be replaced');
  expect(() => systemProgram('perl', [join(folder, 'linked')])).toThrow('could be replaced');
});

it('is no other file, and must be there', () => {
  expect(() => systemProgram('notes', [join(folder, 'linked')])).toThrow('not among the programs');
  expect(() => systemProgram('no-such-program')).toThrow('no-such-program is not among the programs');
});
