/** Clones, commits and a home directory for the hook to live in. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hookStatus, installHook } from '../../packages/cli/src/hook/index.ts';
import type { Service, TestUser } from '../service.ts';
import { type Gate, openGate } from './gate.ts';

export interface Ran {
  readonly code: number;
  readonly output: string;
}

export interface Rig {
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  readonly gate: Gate;
  readonly passwordFile: string;
  readonly project: number;
  run(cwd: string, program: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ran>;
  git(cwd: string, ...args: string[]): Promise<Ran>;
  /**
   * A new repository with or without the hook. By password: with settings as they were written before there were
   * tokens.
   */
  clone(name: string, options?: { hook?: boolean; by?: 'token' | 'password' }): Promise<string>;
  install(...clones: string[]): Promise<void>;
  /** Changes a file and commits it. Fails if git does, or if anything but git prints. */
  commit(cwd: string, message: string, ...args: string[]): Promise<string>;
  /** What the journal has of this repository, oldest first, without dates. */
  journal(repo: string): Promise<string[]>;
  /** Waits until nothing is left to be sent, and nobody is sending. */
  settled(cwd: string): Promise<void>;
  until(condition: () => boolean | Promise<boolean>): Promise<void>;
  close(): Promise<void>;
}

const DEADLINE_MS = 120_000;

export async function openRig(service: Service, user: TestUser): Promise<Rig> {
  const home = mkdtempSync(join(tmpdir(), 'synapse-hook-'));
  const gate = await openGate(service.url);
  const { body } = await service.call<{ id: number }>('POST', '/tda/projects', {
    token: user.session,
    body: { name: 'Hooked' },
  });
  const passwordFile = join(home, 'password');
  writeFileSync(passwordFile, `${user.password}\n`, { mode: 0o600 });
  const env: NodeJS.ProcessEnv = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.org',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.org',
    GIT_EDITOR: 'true',
    LC_ALL: 'C.UTF-8',
  };
  let files = 0;

  const run: Rig['run'] = (cwd, program, args, more = {}) =>
    new Promise((resolve, reject) => {
      const options = { cwd, env: { ...env, ...more }, timeout: 180_000 };
      const child = execFile(program, [...args], options, (error, stdout, stderr) => {
        if (error !== null && typeof error.code !== 'number') reject(error);
        else resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
      });
      child.stdin?.end();
    });
  const git: Rig['git'] = async (cwd, ...args) => {
    const ran = await run(cwd, 'git', ['-c', 'protocol.file.allow=always', ...args]);
    if (ran.code !== 0) throw new Error(`git ${args.join(' ')}: ${ran.output}`);
    return ran;
  };
  const rig: Rig = {
    home,
    env,
    gate,
    passwordFile,
    project: body.id,
    run,
    git,
    clone: async (name, { hook = true, by = 'token' } = {}) => {
      const path = join(home, name);
      mkdirSync(path);
      await git(path, 'init', '-q', '-b', 'main');
      if (hook) await rig.install(path);
      if (hook && by === 'password') {
        const lines = { url: gate.url, project: body.id, username: user.username, password_file: passwordFile };
        const text = Object.entries(lines).map(([key, value]) => `${key}=${value}\n`);
        writeFileSync((await hookStatus(path, env)).settings!, text.join(''));
      }
      return path;
    },
    install: async (...clones) => {
      const settings = { url: gate.url, project: body.id, username: user.username, passwordFile };
      await installHook({ clones, settings, env });
    },
    commit: async (cwd, message, ...args) => {
      writeFileSync(join(cwd, `file-${++files}`), `${message}\n`);
      await git(cwd, 'add', '-A');
      const { output } = await git(cwd, 'commit', '-q', '-m', message, ...args);
      if (output !== '') throw new Error(`the commit printed: ${output}`);
      return (await git(cwd, 'rev-parse', 'HEAD')).output.trim();
    },
    journal: async (repo) => {
      const token = await service.login(user.username, user.password);
      const page = await service.call<{ entries: { content: string }[] }>(
        'GET',
        `/tda/journal?project_id=${body.id}&limit=200`,
        { token },
      );
      const contents = page.body.entries.map(({ content }) => content).filter((text) => text.includes(` [${repo}@`));
      return contents
        .map((text) =>
          text
            .replace(/^🔧 \[.*?@/, '')
            .replace(/\] /, ' ')
            .replace(/ \(\d\d\/.*$/, ''),
        )
        .reverse();
    },
    settled: (cwd) =>
      rig.until(async () => {
        const { waiting } = await hookStatus(cwd, env);
        const common = (await git(cwd, 'rev-parse', '--path-format=absolute', '--git-common-dir')).output.trim();
        return (
          waiting === 0 && !existsSync(join(common, 'synapse', '.lock')) && !existsSync(join(common, 'synapse-rebase'))
        );
      }),
    until: async (condition) => {
      for (const deadline = Date.now() + DEADLINE_MS; !(await condition()); await sleep(25)) {
        if (Date.now() > deadline) throw new Error(`waited in vain: ${condition}`);
      }
    },
    close: async () => {
      await gate.close();
      // Senders that are still running notice that the gate is gone.
      await rig.until(() => !hasLock(home));
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return rig;
}

function hasLock(home: string): boolean {
  try {
    return readdirSync(home, { recursive: true }).some((path) => String(path).endsWith('synapse/.lock'));
  } catch {
    // Something was removed while it was being read: somebody is still at work.
    return true;
  }
}
