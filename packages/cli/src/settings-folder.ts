/** Files of the person who uses the command line: readable by them alone, replaced as a whole. */
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CliError } from './cli-error.ts';
import { tell } from './words/tell.ts';

type Env = Readonly<Record<string, string | undefined>>;

export function settingsFolder(env: Env): string {
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'synapse');
}

/** Null when there is none. Refuses a file that others may read, because its content is no secret any more. */
export function readPrivateFile(path: string): string | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new CliError(tell('file_unreadable', { path, code: (error as NodeJS.ErrnoException).code ?? '' }));
  }
  try {
    const { mode, size } = fstatSync(file);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new CliError(tell('file_open', { path }), { hint: `chmod 600 ${path}` });
    }
    if (size > 1024 * 1024) throw new CliError(tell('file_too_large', { path }));
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

export function writePrivateFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}
