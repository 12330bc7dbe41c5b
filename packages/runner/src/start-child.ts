/** The only place that starts a child process: its errors, and those of its streams, are listened to from the start. */
import { type ChildProcess, execFile, type ForkOptions, fork, type SpawnOptions, spawn } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * A child that could not be started tells so by an `error` event, a moment later; its streams are then missing where the
 * system had no descriptor left for them. Whoever waits for it listens too: without any listener it would end us.
 */
export function startChild(program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(program, args, options);
  child.on('error', () => {});
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on('error', () => {});
  return child;
}

/** A program of our own in a process of its own, with a channel to talk over. */
export function startOwnProgram(program: URL, options: ForkOptions): ChildProcess {
  const child = fork(program, options);
  child.on('error', () => {});
  return child;
}

/** Runs a program to its end and rejects when it fails. */
export const runProgram = promisify(execFile);
