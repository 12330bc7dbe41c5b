/**
 * The programs that the service itself starts on this host, outside of any isolation. They are never looked up in PATH:
 * a command could have put a program of the same name into a folder there.
 */
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin', '/run/current-system/sw/bin'];

/** Its absolute path. Throws where there is none that only the system's administrator can replace. */
export function systemProgram(name: string, folders: readonly string[] = FOLDERS): string {
  const found = folders.map((folder) => join(folder, name)).find(isProgram);
  if (found === undefined) throw new Error(`${name} is not among the programs of this system`);
  const path = realpathSync(found);
  for (const one of withParents(path)) {
    if (mayBeReplaced(one)) throw new Error(`${path} could be replaced by another user, because of ${one}`);
  }
  return path;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function* withParents(path: string): Generator<string> {
  for (let one = path; ; one = dirname(one)) {
    yield one;
    if (one === '/') return;
  }
}

/** Root could replace anything, so there it is about others; elsewhere, about us. */
function mayBeReplaced(path: string): boolean {
  const { uid, mode } = statSync(path);
  const us = process.getuid?.();
  if (us === 0) return uid !== 0 || (mode & 0o022) !== 0;
  if (uid === us) return true;
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
