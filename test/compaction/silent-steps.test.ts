/** What a step that prints nothing on stdout writes on stderr is compacted as what it is; whatever is left out is said. */
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeAtEnd } from '../left-behind.ts';
import { type Service, startService } from '../service.ts';

let service: Service;
let token: string;
beforeAll(async () => {
  service = await startService();
  token = await service.newToken(await service.login());
});
afterAll(() => service.stop());

/** A program called cargo, which prints this on stderr, after what is `first`. */
function cargo(lines: readonly string[], first = ''): string {
  const program = join(removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-silent-'))), 'cargo');
  writeFileSync(program, `#!/bin/sh\n${first}\ncat >&2 <<'EOF'\n${lines.join('\n')}\nEOF\nexit 101\n`);
  chmodSync(program, 0o755);
  return program;
}
const exec = async (command: string): Promise<{ stdout: string; stderr?: string; truncated?: boolean }> =>
  (await service.tool(token, 'synapse_exec', { machine: 'local', command })).result;

const SYLLABLES = 'ka ve lo mi tu sa re no di pu'.split(' ');
/** Names that have nothing in common: only who knows the program knows that none of them matters. */
const COMPILING = SYLLABLES.flatMap((one, i) =>
  SYLLABLES.map((other, j) => `   Compiling ${one}${other} v1.${i}.${j} (/depot/${other}${one}/${one}/${other})`),
);
const ERROR = [
  'error[E0308]: mismatched types',
  '  --> src/merge.rs:57:24',
  '   |',
  '57 |     let limit: usize = opts.limit;',
  '   |                        ^^^^^^^^^^ expected `usize`, found `Option<usize>`',
  '',
  'error: could not compile `shardex` (lib) due to 1 previous error',
];

it('keeps the errors of a build, and leaves out its progress', async () => {
  const { stdout, stderr, truncated } = await exec(`${cargo([...COMPILING, ...ERROR])} build; echo next`);
  expect(stdout).toBe('next\n');
  expect(truncated).toBe(true);
  expect(stderr).not.toContain('Compiling tusa');
  for (const said of [
    'error[E0308]: mismatched types',
    'src/merge.rs:57:24',
    'found `Option<usize>`',
    'could not compile',
  ])
    expect(stderr).toContain(said);
});

it('is what it looks like where every step prints something', async () => {
  const { stderr } = await exec(`echo first; echo second; { ${cargo([...COMPILING, ...ERROR])} build; echo third; }`);
  expect(stderr).toContain('Compiling pupu');
});

it('leaves a short one whole', async () => {
  const { stderr, truncated } = await exec(`${cargo(COMPILING.slice(0, 9))} build; echo next`);
  expect(stderr).toBe(`${COMPILING.slice(0, 9).join('\n')}\n`);
  expect(truncated).toBe(false);
});

it('says that something is missing, also where nothing but progress is', async () => {
  const built = '    Finished `release` profile [optimized] target(s) in 4.02s';
  const { stderr, truncated } = await exec(`${cargo([...COMPILING, built])} build`);
  expect(stderr).not.toContain('Compiling tusa');
  expect(truncated).toBe(true);
});

it('says so too of what is new of a command that is followed', async () => {
  const go = join(removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-go-'))), 'go');
  const waits = `echo begun; until [ -e ${go} ]; do sleep 0.05; done`;
  const command = `${cargo([...COMPILING, '    Finished `dev` profile in 4.02s'], waits)} build 2>&1`;
  const { result } = await service.tool(token, 'synapse_exec', { machine: 'local', command, wait_seconds: 0 });
  const { execution_id } = result;
  let told: { stdout: string; truncated?: boolean } = result;
  while (!told.stdout.includes('begun'))
    told = (await service.tool(token, 'synapse_get_execution', { execution_id })).result;
  writeFileSync(go, '');
  const { result: news } = await service.tool(token, 'synapse_get_execution', { execution_id, wait_seconds: 60 });
  expect(news.stdout).toContain('Finished');
  expect(news.stdout).not.toContain('Compiling tusa');
  expect(news.truncated).toBe(true);
});
