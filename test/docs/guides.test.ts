/** The guides and the README do what they say: every block marked to be run is run, against a real service. */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { COMMANDS } from '../../packages/cli/src/catalogue.ts';
import { createCli, PROGRAM } from '../cli/run-cli.ts';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';
import { missingLine, runnableBlocks } from './code-blocks.ts';

vi.setConfig({ testTimeout: 180_000 });
const PAGES = ['README.md', ...globSync('docs/**/*.md'), 'SECURITY.md'].filter((file) => existsSync(file));
const GUIDES = PAGES.filter((file) => runnableBlocks(readFileSync(file, 'utf8')).length > 0);

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

it('finds the guides', () => {
  expect(GUIDES.length).toBeGreaterThan(6);
});

describe.each(GUIDES)('%s', (file) => {
  const blocks = runnableBlocks(readFileSync(file, 'utf8'));
  const cli = createCli();
  afterAll(() => cli.remove());

  it(`runs its ${blocks.length} blocks`, async () => {
    const bin = join(cli.home, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'synapse'), `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
    chmodSync(join(bin, 'synapse'), 0o755);
    const env = {
      ...cli.env,
      PATH: `${bin}:${cli.env.PATH}`,
      SYNAPSE_URL: service.url,
      SYNAPSE_DATA_DIR: service.dataDir,
      GIT_CONFIG_GLOBAL: join(cli.home, '.gitconfig'),
    };
    writeFileSync(env.GIT_CONFIG_GLOBAL, '[user]\nname = A\nemail = a@example.org\n');
    await cli.run('login', ['-u', 'admin', '--password-stdin'], { input: ADMIN_PASSWORD, env });
    // One shell for all of them, as a reader would: what one block sets, the next may use.
    const script = blocks.map(({ script }, at) => `${script}\nprintf '\\n--- end of block ${at}\\n'`).join('\n');
    const { code, printed } = await run(['sh', '-e', '-c', script], cli.home, env);
    let from = 0;
    for (const [at, { line, output }] of blocks.entries()) {
      const end = printed.indexOf(`\n--- end of block ${at}\n`);
      expect(end, `${file}:${line} failed (${code}):\n${printed.slice(from)}`).toBeGreaterThanOrEqual(0);
      const shown = printed.slice(from, end);
      expect(missingLine(shown, output), `${file}:${line} printed:\n${shown}`).toBeNull();
      from = end;
    }
  });
});

async function run(
  argv: string[],
  cwd: string,
  env: Record<string, string>,
): Promise<{ code: number; printed: string }> {
  const child = spawn(argv[0]!, argv.slice(1), { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  const code = await new Promise<number>((done) => child.on('close', (status) => done(status ?? 1)));
  return { code, printed };
}

it('names only commands that exist, and links only to what is there', () => {
  const known = new Set(COMMANDS.flatMap(({ path }) => [path, path.split(' ')[0]!]));
  for (const file of PAGES) {
    const text = readFileSync(file, 'utf8');
    for (const [, words] of text.matchAll(/(?:^|`|\$ )(?:npx )?synapse ([a-z]+(?: [a-z]+)?)/gm)) {
      const first = words!.split(' ')[0]!;
      expect(known.has(words!) || COMMANDS.some(({ path }) => path === first), `${file}: synapse ${words}`).toBe(true);
    }
    for (const [, target] of text.matchAll(/\]\((?!https?:)([\w./-]+)/g)) {
      expect(existsSync(join(dirname(file), target!)), `${file} → ${target}`).toBe(true);
    }
  }
});
