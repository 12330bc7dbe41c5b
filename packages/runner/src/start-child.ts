/** The only place that starts a child process: its errors, and those of its streams, have a listener from the start. */
import { type ChildProcess, execFile, type ForkOptions, fork, type SpawnOptions, spawn } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * A child that could not be started reports an `error` event a moment later. Its streams are missing if the system had
 * no descriptor left for them. The code that waits for the child listens too: an unhandled error event would end this process.
 */
export function startChild(program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(program, args, options);
  child.on('error', () => {});
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on('error', () => {});
  return child;
}

/** Starts a program of our own in its own process, with a channel to talk over. */
export function startOwnProgram(program: URL, options: ForkOptions): ChildProcess {
  const child = fork(program, options);
  child.on('error', () => {});
  return child;
}

/** Runs a program to its end, and rejects when it fails. */
export const runProgram = promisify(execFile);
