/** A real service with an empty data directory, on a port of its own. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVER_PROGRAM } from '../programs.ts';
import { buildPage } from './built-page.ts';

const START_MS = 120_000;

export const ADMIN = { username: 'admin', password: 'a long enough password' } as const;

export interface Instance {
  readonly url: string;
  /** Everything it has written so far. */
  printed(): string;
  /** Kills it as a power cut would, and starts it again where it was. */
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
}

interface Run {
  readonly url: string;
  end(signal: NodeJS.Signals): Promise<void>;
}

export async function startInstance(env: Readonly<Record<string, string>> = {}): Promise<Instance> {
  await buildPage();
  const data = mkdtempSync(join(tmpdir(), 'synapse-web-'));
  const forget = (): void => rmSync(data, { recursive: true, force: true });
  let output = '';
  const begin = (port: string): Promise<Run> =>
    start({ ...environment(data), ...env, SYNAPSE_PORT: port }, (text) => {
      output += text;
      return output;
    });
  let run = await begin('0').catch((error: unknown) => {
    forget();
    throw error;
  });
  const { url } = run;
  return {
    url,
    printed: () => output,
    killAndRestart: async () => {
      await run.end('SIGKILL');
      output = '';
      run = await begin(new URL(url).port);
    },
    stop: async () => {
      await run.end('SIGTERM');
      forget();
    },
  };
}

function environment(data: string): Record<string, string | undefined> {
  return {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    HOME: data,
    SYNAPSE_DATA_DIR: data,
    SYNAPSE_ADMIN_PASSWORD: ADMIN.password,
    SYNAPSE_LOG_LEVEL: 'warn',
  };
}

/** `note` gets what the service writes, and returns all of it so far. */
async function start(env: Record<string, string | undefined>, note: (text: string) => string): Promise<Run> {
  const child = spawn(process.execPath, [SERVER_PROGRAM], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  try {
    const url = await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no start:\n${note('')}`)), START_MS);
      const read = (chunk: Buffer): void => {
        const address = /listening on (http:\S+)/.exec(note(chunk.toString()))?.[1];
        if (address !== undefined) resolve(address);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      void ended.then(() => reject(new Error(`ended at once:\n${note('')}`)));
      void ended.then(() => clearTimeout(timer));
    });
    return { url, end };
  } catch (error) {
    await end('SIGTERM');
    throw error;
  }
}
