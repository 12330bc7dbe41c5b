/** Completion scripts, in the shells they are for. */
import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { describeEngine } from '../engines/describe-engine.ts';
import { fetchPackages, libraryPath, locate } from '../engines/engines.ts';
import { ADMIN_PASSWORD, startService } from '../service.ts';
import { createCli, PROGRAM } from './run-cli.ts';

const cli = createCli();
afterAll(() => cli.remove());

it('completes commands and options in bash', async () => {
  const { stdout, code } = await cli.run('completion', ['bash']);
  expect(code).toBe(0);
  const complete = (...words: string[]) =>
    execFileSync(
      'bash',
      [
        '-c',
        `${stdout}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _synapse; echo "\${COMPREPLY[@]}"`,
      ],
      { encoding: 'utf8' },
    ).trim();
  expect(complete('synapse', 'mach')).toBe('machine');
  expect(complete('synapse', 'machine', '')).toBe('add list show test tag set confirm containers move rm');
  expect(complete('synapse', 'machine', 'add', 'web', '--kin')).toBe('--kind');
  expect(complete('synapse', 'logs', '--fo')).toBe('--follow');
});

it('completes the names of machines, secrets and tags in bash, and is silent where nobody is signed in', async () => {
  const service = await startService();
  const own = createCli(service.url);
  try {
    const session = await service.login();
    await service.created('/synapse/machines', session, { slug: 'web-1', kind: 'local', tags: ['web'] });
    await service.call('PUT', '/synapse/secrets/WEB_KEY', { token: session, body: { value: 'a long enough value' } });
    const { stdout } = await own.run('completion', ['bash']);
    const complete = (...words: string[]) => {
      const asked = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`;
      const synapse = `synapse() { "${process.execPath}" "${PROGRAM}" "$@"; }`;
      const script = `${synapse}\n${stdout}\n${asked}; _synapse; echo "\${COMPREPLY[@]}"`;
      // The service is of this process: it has to be able to answer meanwhile.
      return promisify(execFile)('bash', ['-c', script], { env: own.env }).then((ended) => ended.stdout.trim());
    };
    expect(await complete('synapse', 'exec', 'we')).toBe('');
    await own.run('login', ['-u', 'admin', '--password-stdin'], { input: ADMIN_PASSWORD });
    expect(await complete('synapse', 'exec', 'we')).toBe('web-1');
    expect(await complete('synapse', 'machine', 'set', 'web-1', '--sudo-secret', '')).toBe('WEB_KEY');
    expect(await complete('synapse', 'machine', 'list', '--tag', '')).toBe('web');
    expect(await complete('synapse', 'secret', 'rm', 'W')).toBe('WEB_KEY');
    await service.created('/crews', session, { slug: 'ops', name: 'Operations' });
    await service.created('/crews/ops/synapse/machines', session, { slug: 'db1', kind: 'local' });
    expect(await complete('synapse', 'exec', 'ops')).toBe('ops/db1');
    expect(await complete('synapse', 'machine', 'list', '--crew', '')).toBe('ops');
    expect(await complete('synapse', 'crew', 'members', '')).toBe('ops');
  } finally {
    own.remove();
    await service.stop();
  }
});

it('ls stands for list, and remove for rm', async () => {
  for (const path of ['machine ls', 'secret remove', 'help secret ls']) {
    expect((await cli.run(path, ['--help'])).code, path).toBe(0);
  }
});

it('names the shells it knows', async () => {
  expect(await cli.run('completion', ['tcsh'])).toMatchObject({ code: 2, stdout: '' });
});

const shells = await locate('zsh and fish', async () =>
  fetchPackages('more-shells', ['zsh', 'zsh-common', 'fish', 'fish-common', 'libpcre2-32-0']),
);
describeEngine(shells, 'other shells', (root) => {
  const run = (shell: string, args: string[], input: string) =>
    execFileSync(join(root(), shell), args, {
      input,
      encoding: 'utf8',
      env: { ...cli.env, LD_LIBRARY_PATH: libraryPath(root()) },
      stdio: ['pipe', 'pipe', 'pipe'],
    });

  it('zsh can read its script', async () => {
    const { stdout } = await cli.run('completion', ['zsh']);
    run('bin/zsh', ['-n'], stdout);
    const words = `compdef() { :; }\n${stdout}\n_synapse_words machine && print -rl -- $choices\n`;
    expect(run('bin/zsh', ['-f'], words)).toMatch(/^add:Register a machine/m);
  });

  it('fish completes by it', async () => {
    const file = join(cli.home, 'synapse.fish');
    writeFileSync(file, (await cli.run('completion', ['fish'])).stdout);
    const complete = (text: string) =>
      run(
        'usr/bin/fish',
        [
          '--no-config',
          '-c',
          `set fish_function_path ${join(root(), 'usr/share/fish/functions')}; source ${file}; complete -C '${text}'`,
        ],
        '',
      );
    expect(complete('synapse machi')).toMatch(/^machine\t/m);
    expect(complete('synapse machine ')).toMatch(/^add\tRegister a machine/m);
    expect(complete('synapse logs --fol')).toMatch(/^--follow\t/m);
  });
});
