import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { personalWorkspaceId } from '../../ids.ts';
import { masterKey } from '../../vault/cipher.ts';
import { createSealer } from '../../vault/sealer.ts';
import { createUnwrittenEnds, type UnwrittenEnd } from './unwritten-ends.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'synapse-ends-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const sealer = createSealer(masterKey(Buffer.alloc(32, 1)));
const open = () => createUnwrittenEnds(dataDir, sealer, pino({ level: 'silent' }));
const end = (executionId: string): UnwrittenEnd => ({
  workspaceId: personalWorkspaceId('somebody'),
  executionId,
  ending: { status: 'done', exitCode: 3, durationMs: 5, decidedBy: null },
  job: false,
});
const folder = () => join(dataDir, 'unwritten-ends');

it('keeps an end until it is written, for the next process with the same data directory', async () => {
  expect(await open().list()).toEqual([]);
  await open().keep(end('e1'));
  await open().keep(end('e2'));
  expect((await open().list()).toSorted((a, b) => (a.executionId < b.executionId ? -1 : 1))).toEqual([
    end('e1'),
    end('e2'),
  ]);
  expect(readFileSync(join(folder(), 'e1')).includes('somebody')).toBe(false);
  await open().drop('e1');
  await open().drop('e1');
  expect(await open().list()).toEqual([end('e2')]);
});

it('believes nothing that it has not sealed for that very execution, and removes nothing of it', async () => {
  await open().keep(end('e1'));
  const sealed = readFileSync(join(folder(), 'e1'));
  writeFileSync(join(folder(), 'e2'), sealed);
  writeFileSync(join(folder(), 'e3'), JSON.stringify(end('e3')));
  writeFileSync(join(folder(), 'e4.partial'), sealed);
  expect(await open().list()).toEqual([end('e1')]);
  expect(readdirSync(folder()).toSorted()).toEqual(['e1', 'e2', 'e3', 'e4.partial']);
});

it('says so where the disk does not take it, and leaves no half of it', async () => {
  writeFileSync(folder(), 'no folder');
  await expect(open().keep(end('e1'))).rejects.toThrow();
  rmSync(folder());
  mkdirSync(join(folder(), 'e1'), { recursive: true });
  await expect(open().keep(end('e1'))).rejects.toThrow();
  expect(readdirSync(folder())).toEqual(['e1']);
});
