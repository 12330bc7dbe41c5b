/** The service as its own process, for what only a process can show: signals, crashes, the first lines it prints. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { SERVICE_NODE_OPTIONS } from '../packages/contract/src/service-process.ts';
import { killAtEnd } from './left-behind.ts';
import { SERVER_PROGRAM } from './programs.ts';

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** What it printed so far. */
  stdout(): string;
  stderr(): string;
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

/** Nothing of the tests' own environment but this. */
const OWN = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, SYNAPSE_PORT: '0' };

/** `under`: a program that runs the service's, with its arguments. `service`: another version of it. */
export async function startServerProcess(
  env: Record<string, string>,
  under: readonly string[] = [],
  service = SERVER_PROGRAM,
): Promise<ServerProcess> {
  const [program, ...args] = [...under, process.execPath, ...SERVICE_NODE_OPTIONS, service];
  const child = spawn(program!, args, {
    env: { ...OWN, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  killAtEnd(child);
  let [out, err] = ['', ''];
  const listening = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      const url = /listening on (\S+)/.exec(out)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code} before listening:\n${err}`)));
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  return {
    child,
    url: await listening,
    stdout: () => out,
    stderr: () => err,
    kill: async (signal) => {
      const ended = child.exitCode !== null || child.signalCode !== null ? null : once(child, 'exit');
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}

/** Runs it in a case where it must refuse to start. */
export async function failToStart(
  env: Record<string, string>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [SERVER_PROGRAM], {
    env: { ...OWN, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}
