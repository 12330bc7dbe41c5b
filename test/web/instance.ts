/** A real service with an empty data directory, on a port of its own. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPage } from './built-page.ts';

const MAIN = join(import.meta.dirname, '../../packages/server/src/main.ts');
const START_MS = 60_000;

export const ADMIN = { username: 'admin', password: 'a long enough password' } as const;

export interface Instance {
  readonly url: string;
  /** What it wrote so far. */
  printed(): string;
  stop(): Promise<void>;
}

export async function startInstance(env: Readonly<Record<string, string>> = {}): Promise<Instance> {
  await buildPage();
  const data = mkdtempSync(join(tmpdir(), 'synapse-web-'));
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      HOME: data,
      SYNAPSE_PORT: '0',
      SYNAPSE_DATA_DIR: data,
      SYNAPSE_ADMIN_PASSWORD: ADMIN.password,
      SYNAPSE_LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no start:\n${output}`)), START_MS);
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /listening on (http:\S+)/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => reject(new Error(`ended at once:\n${output}`)));
    void ended.then(() => clearTimeout(timer));
  }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, printed: () => output, stop };
}
