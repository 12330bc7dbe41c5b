/** Asks the real shells what they make of scripts, many at a time. */
import { spawn } from 'node:child_process';
import { findShells, type Shell } from '../engines/shells.ts';

const SEPARATOR = '\x1d';

/** Whether the shell accepts each script, without running it. */
export async function accepts(shell: Shell, scripts: readonly string[]): Promise<boolean[]> {
  const command = [shell.program, ...shell.args].map((word) => `'${word}'`).join(' ');
  const each = `for s; do ${command} -n -c "$s" >/dev/null 2>&1; printf '%s ' $?; done`;
  const codes = (await run('/bin/sh', ['-c', each, 'sh', ...scripts])).trim().split(' ');
  if (codes.length !== scripts.length) throw new Error(`${shell.name} answered ${codes.length} of ${scripts.length}`);
  return codes.map((code) => code === '0');
}

/** What each script prints in a subshell of its own, after the definitions in `before`. */
export async function outputs(shell: Shell, before: string, scripts: readonly string[]): Promise<string[]> {
  const each = `${before}\nfor s; do (eval "$s") 2>/dev/null </dev/null; printf '${SEPARATOR}'; done`;
  const printed = (await run(shell.program, [...shell.args, '-c', each, 'sh', ...scripts])).split(SEPARATOR);
  if (printed.length !== scripts.length + 1) throw new Error(`${shell.name} answered ${printed.length - 1} scripts`);
  return printed.slice(0, -1);
}

async function run(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, [...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
    detached: true,
  });
  // A script that does not end has children too; they are one group.
  const deadline = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), 180_000);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  clearTimeout(deadline);
  return Buffer.concat(chunks).toString();
}

export const SHELLS = await findShells();
