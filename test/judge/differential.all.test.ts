/** Whatever the judge calls a read is really run: it must have changed no file, ended no process, opened no socket. */
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judge } from '@synapse/judge';
import { mechanismOf } from '@synapse/runner';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEngine } from '../engines/describe-engine.ts';
import { locate } from '../engines/engines.ts';
import { isEndless, numbers, randomCommand } from './random-commands.ts';
import { changesOf, findMounts } from './sandbox.ts';

/** `JUDGE_RUNS=20000 npx vitest run test/judge` tries as many as were promised. */
const RUNS = Number(process.env.JUDGE_RUNS ?? 1500);
/** Another one each time; it is printed. */
const SEED = Number(process.env.JUDGE_SEED ?? randomInt(2 ** 31));
const PLACE = { cwd: '/judged', home: '/judged/home' };
const tree = mkdtempSync(join(tmpdir(), 'synapse-judge-tree-'));

beforeAll(() => {
  for (const folder of ['dir', 'home']) mkdirSync(join(tree, folder));
  const files = {
    'a.txt': 'one\ntwo\n',
    'b.txt': 'b\n',
    'data.json': '{"a":[1]}\n',
    '-rf.txt': 'x\n',
    '-onew.txt': 'y\n',
    'dir/c.txt': 'c\n',
    'dir/-delete': '',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(tree, name), text);
  execFileSync(
    'sh',
    [
      '-c',
      'tar -cf x.tar dir; gzip -k a.txt && mv a.txt.gz a.gz; git init -q .; git add -- dir a.txt; git -c user.name=a -c user.email=a@b commit -qm one; echo more >> a.txt',
    ],
    { cwd: tree, stdio: 'pipe' },
  );
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

/** In the sandbox, unless it would run outside. */
function asItRuns(command: string): string {
  const { parts } = judge(command, PLACE);
  if (parts.some((part) => part.outside) && parts.every((part) => part.exact)) return command;
  const system = { kernel: 'Linux', processor: process.arch === 'arm64' ? 'aarch64' : 'x86_64' } as const;
  return mechanismOf('landlock')
    .wrap(['/bin/sh', '-c', command], system)
    .replace(/^perl /, '/usr/bin/perl ');
}

describeEngine(await locate('mounts', findMounts), 'what is called a read', () => {
  it('changed nothing when it was run', async () => {
    const random = numbers(SEED);
    const commands = Array.from({ length: RUNS }, () => randomCommand(random));
    const reads = commands.filter((command) => {
      const { effects, parts } = judge(command, PLACE);
      const passes = !parts.some((part) => part.outside) || parts.every((part) => part.exact);
      return passes && effects.every((effect) => effect === 'read') && !isEndless(command);
    });
    expect(reads.length).toBeGreaterThan(RUNS / 20);
    const scripts = reads.map(asItRuns);
    const changes = await changesOf(scripts, tree);
    process.stdout.write(`JUDGE_SEED=${SEED}: ${RUNS} commands made, ${reads.length} called a read and run\n`);
    expect(changes).toEqual([]);
  }, 1_800_000);

  it('would have been noticed', async () => {
    const changes = await changesOf(['ls', 'touch new', 'rm a.txt', 'kill -9 -1'], tree);
    expect(changes.map(({ script }) => script)).toEqual(['touch new', 'rm a.txt', 'kill -9 -1']);
  });
});
