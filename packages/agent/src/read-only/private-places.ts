/** What a read-only command must not read: the agent's own key, and the memory of other processes. */
import { glob, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { PlainWord } from './plain-words.ts';
import type { ReadOnlyCommand } from './read-only.ts';

/** About one process: its environment, memory, open files. Files about the whole computer may be read. */
const OF_A_PROCESS = /^\/proc\/(?:\d+|self|thread-self)(?:\/|$)|^\/dev\/(?:fd|std(?:in|out|err))(?:\/|$)/;
const MOST_FILES = 10_000;

/** Whether one of the files that the command may open is in such a place, links followed. */
export async function readsPrivate(command: ReadOnlyCommand, cwd: string, home: string): Promise<boolean> {
  const [own, place] = [await real(home), await real(cwd)];
  const files = await Promise.all(command.operands.map((word) => filesOf(word, place)));
  const places = [place, ...files.flat()];
  return places.some((path) => {
    if (path === null || OF_A_PROCESS.test(`${path}/`) || isWithin(path, own)) return true;
    return command.recursive && (isWithin(own, path) || isWithin('/proc/self', path));
  });
}

/** The same inside a container, whose files we cannot see: judged by names alone. */
export function namesPrivate(command: ReadOnlyCommand, cwd: string | null): boolean {
  if (command.usesGit || command.recursive) return true;
  return [...command.operands.map(({ text }) => text), '.'].some((text) => {
    const path = resolve(cwd ?? '/', text);
    return /^\/(?:proc|dev)(?:\/|$)/.test(path) || /^\/[^/]*[*?]/.test(path) || text.startsWith('~');
  });
}

async function filesOf({ text, isPattern }: PlainWord, cwd: string): Promise<(string | null)[]> {
  // Nothing is known of another user's home, nor of the parent of something that may be a link.
  if (/^~[^/]/.test(text) || goesUpAgain(text)) return [null];
  const path = text.startsWith('~') ? join(homedir(), text.slice(1)) : resolve(cwd, text);
  if (!isPattern) return [await real(path)];
  const found: string[] = [];
  for await (const name of glob(path)) {
    if (found.push(await real(name)) > MOST_FILES) return [null];
  }
  return found;
}

/** `..` behind a name. */
function goesUpAgain(text: string): boolean {
  const names = text.split('/').filter((name) => name !== '');
  return names.some((name, at) => name === '..' && at > 0 && !/^\.{1,2}$/.test(names[at - 1]!));
}

/** Follows links. For a file that does not exist, follows those of its folder. */
async function real(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = resolve(path, '..');
    return parent === path ? path : join(await real(parent), relative(parent, path));
  }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}
