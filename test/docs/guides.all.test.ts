/**
 * The guides do what they say: every block marked to be run is run, against a real service, and no block is without a
 * mark.
 */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { COMMANDS } from '../../packages/cli/src/catalogue.ts';
import { readConfig } from '../../packages/server/src/config/read-config.ts';
import { buildBridge } from '../cli/built-programs.ts';
import { createCli, PROGRAM } from '../cli/run-cli.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';
import { type Block, BY_READER, fencesOf, missingLine, NOT_RUN, RUN, runnableBlocks, TOUR } from './code-blocks.ts';
import { STAND_INS, type StandIns } from './stand-ins.ts';

vi.setConfig({ testTimeout: 400_000 });
const PAGES = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'SECURITY.md', ...globSync('docs/**/*.md')];
/** Generated from the code, whose own tests run it. */
const isReference = (file: string): boolean => file.startsWith('docs/reference/');
/** The README has a test of its own. */
const GUIDES = PAGES.filter(
  (file) =>
    !isReference(file) && file !== 'README.md' && runnableBlocks(readFileSync(file, 'utf8'), BY_READER).length > 0,
);

let service: Service;
beforeAll(async () => {
  await buildBridge();
  service = await startService();
});
afterAll(() => service.stop());

it('finds the guides', () => {
  expect(GUIDES.length).toBeGreaterThan(6);
});

it('every block of every page is run, or is listed with a reason', () => {
  const unused = new Set(
    Object.entries(NOT_RUN).flatMap(([file, lines]) => Object.keys(lines).map((line) => `${file} ${line}`)),
  );
  for (const file of PAGES.filter((page) => !isReference(page))) {
    for (const { line, info, text } of fencesOf(readFileSync(file, 'utf8'))) {
      const first = text.split('\n')[0]!;
      unused.delete(`${file} ${first}`);
      const applied = file === 'CONTRIBUTING.md' && TOUR.test(info);
      const accounted = applied || (RUN as readonly string[]).includes(info) || NOT_RUN[file]?.[first] !== undefined;
      expect(accounted, `${file}:${line} is neither run nor listed in test/docs/code-blocks.ts`).toBe(true);
    }
  }
  expect([...unused]).toEqual([]);
});

it('every block of settings is understood', () => {
  const found = PAGES.flatMap((file) =>
    fencesOf(readFileSync(file, 'utf8')).filter(({ info }) => info === 'sh settings'),
  );
  expect(found.length).toBeGreaterThan(0);
  for (const { text } of found) {
    const lines = text
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/, 2) as [string, string]);
    expect(() => readConfig(Object.fromEntries(lines)), text).not.toThrow();
  }
});

for (const file of GUIDES) {
  const found = await STAND_INS[file]?.();
  const nothing: StandIns = { names: [], stop: async () => undefined };
  if (found === undefined) describe(file, () => runsItsBlocks(file, async () => nothing));
  else describeEngine(found, file, (setUp) => runsItsBlocks(file, (home) => setUp()(home)));
}

function runsItsBlocks(file: string, setUp: (home: string) => Promise<StandIns>): void {
  const blocks = runnableBlocks(readFileSync(file, 'utf8'), BY_READER);
  const cli = createCli();
  let standIns: StandIns;
  beforeAll(async () => {
    standIns = await setUp(cli.home);
  });
  afterAll(async () => {
    // What a guide has registered is removed together with its stand-in.
    const token = await service.login();
    const { body } = await service.call<{ machines: { slug: string }[] }>('GET', '/synapse/machines', { token });
    for (const { slug } of body.machines) {
      if (slug !== 'local') await service.call('DELETE', `/synapse/machines/${slug}`, { token });
    }
    await standIns?.stop();
    cli.remove();
  });

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
    // One shell for all of them, as for a reader: what one block sets, the next may use.
    const script = standIns.names.reduce((text, [name, here]) => text.replaceAll(name, here), scriptOf(blocks));
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
}

/** A block that serves is started by itself, waited for, and stopped at the end. */
function scriptOf(blocks: readonly Block[]): string {
  return blocks
    .map(({ script, serves }, at) => {
      const end = `printf '\\n--- end of block ${at}\\n'`;
      if (!serves) return `${script}\n${end}`;
      return `cat >serve-${at}.sh <<'END OF BLOCK'
${script}
END OF BLOCK
setsid sh -e serve-${at}.sh >serve-${at}.log 2>&1 & served=$!
trap 'kill -- -$served; wait' EXIT
until grep -q 'listening on' serve-${at}.log; do kill -0 $served || { cat serve-${at}.log; exit 1; }; sleep 0.1; done
cat serve-${at}.log
${end}`;
    })
    .join('\n');
}

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
    for (const [, words] of text.matchAll(/(?:^|`|\$ )(?:npx )?synapse ([a-z][a-z-]*[a-z](?: [a-z][a-z-]*[a-z])?)/gm)) {
      const first = words!.split(' ')[0]!;
      expect(known.has(words!) || COMMANDS.some(({ path }) => path === first), `${file}: synapse ${words}`).toBe(true);
    }
    for (const [, target] of text.matchAll(/\]\((?!https?:)([\w./-]+)/g)) {
      expect(existsSync(join(dirname(file), target!)), `${file} → ${target}`).toBe(true);
    }
  }
});
