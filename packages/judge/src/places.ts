/** Paths: where a text leads, and what lies there. */

import { isOpenFile, isPrivateFile, SYSTEM_LINKS } from '@synapse/contract';
import { ENDINGS, FOLDERS, isInHome, NAMES, PROTECTED, SENSITIVE } from './known-places.ts';
import { ANY, BELOW, HOME, isFixed, isUnknown, LINKED, mayBeSame, START } from './pattern.ts';

/**
 * Every path that the text may mean, seen from each folder that the shell may be in; null: from an unknown one. Behind a
 * link that systems have, what it leads to is named, too; and `LINKED` where it goes up again from a folder, for that may
 * be a link.
 */
export function resolve(text: string, folders: readonly string[] | null): string[] {
  if (text === '') return [];
  if (text.length > LONGEST_PATH) return [ANY];
  if (text[0] === '/' || text[0] === HOME || text[0] === ANY || text[0] === START) {
    const paths = placesOf(text);
    return THROUGH_A_PROCESS.test(paths[0]!) ? [...paths, ANY] : paths;
  }
  return [...new Set((folders ?? [ANY]).flatMap((folder) => placesOf(`${folder}/${text}`)))];
}

/** Where `cd` goes: the shell goes up by the names that it came by. */
export function resolveFolder(text: string, folders: readonly string[] | null): string[] {
  return resolve(text, folders).filter((path) => path !== LINKED);
}

function placesOf(path: string): string[] {
  if (path[0] === LINKED) return [LINKED];
  const written = normalize(path);
  if (path[0] !== '/' || written[0] !== '/') return [written];
  const { real, doubtful } = withoutLinks(path);
  return [written, ...(real === written ? [] : [real]), ...(doubtful ? [LINKED] : [])];
}

/** The path without the links that systems have; doubtful where it goes up from any folder. */
function withoutLinks(path: string): { readonly real: string; readonly doubtful: boolean } {
  let real = '';
  let doubtful = false;
  for (const name of isTooLong(path) ? [] : path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name === '..') {
      doubtful ||= real !== '';
      real = real.slice(0, Math.max(real.lastIndexOf('/'), 0));
    } else real += `/${name}`;
    real = SYSTEM_LINKS.get(real) ?? real;
  }
  return { real: real === '' ? '/' : normalize(real), doubtful };
}

/** Links to folders of a process: what lies behind them has another path, too. */
const THROUGH_A_PROCESS = /^\/proc\/[^/]+\/(?:task\/[^/]+\/)?(?:root|cwd|fd\/[^/]+)\/./;

/** No system opens a path or a name that is longer: what it means is not looked at, and so not known. */
const LONGEST_PATH = 4_096;
const LONGEST_NAME = 255;

function isTooLong(path: string): boolean {
  if (path.length <= LONGEST_NAME) return false;
  return path.length > LONGEST_PATH || path.split('/').some((name) => name.length > LONGEST_NAME);
}

/** Without `.`, `..` and doubled slashes. What goes above an unknown folder may be anywhere. */
export function normalize(path: string): string {
  if (isTooLong(path)) return ANY;
  if (/^\/+proc\//.test(path)) return throughProc(path);
  return shortened(path);
}

/** What leads back from there: to the root as it is, or to a folder that a process is in. */
function throughProc(path: string): string {
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  let at = 0;
  let lead = '/';
  while (names[at] === 'proc' && names[at + 1] !== 'sys' && lead === '/') {
    const end = names[at + 2] === 'task' ? at + 4 : at + 2;
    const link = names[end] ?? '';
    const mayLead = link === 'root' || link === 'cwd' || (!isFixed(link) && end + 1 < names.length);
    if (!mayLead || names.slice(at, end).includes('..')) break;
    if (link !== 'root') lead = `${ANY}/`;
    at = end + 1;
  }
  return shortened(at === 0 ? path : lead + names.slice(at).join('/'));
}

function shortened(path: string): string {
  if (!/\/\.|\/\/|.\/$/.test(path)) return path;
  // Names there are links: what is above them is somewhere else.
  if (/^\/+(?:proc|dev)\/.*\/\.\.(?:\/|$)/.test(path)) return ANY;
  const kept: string[] = [];
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') {
      // `.*` finds `..`, too.
      kept.push(/^\.[\uE000\uE001]/.test(name) ? ANY : name);
      continue;
    }
    const last = kept.pop();
    if (last === START || last === HOME || (last !== undefined && isUnknown(last))) kept.push(ANY);
  }
  const first = kept[0] ?? '';
  const absolute = path[0] === '/' ? '/' : '';
  return first === ANY || first === START || first === HOME ? kept.join('/') : absolute + kept.join('/');
}

/** Whether what lies there is private: a key, a password, what a process has in its environment. */
export function isSensitive(path: string): boolean {
  if (isInHome(path) || isOneOf(path, SENSITIVE)) return true;
  // A pattern for the public halves of keys may find the others, too.
  if (isOpenFile(path) && (isPlain(path) || !/\.(?:pem|asc|gpg)$/i.test(path))) return false;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return isPrivateFile(path) || (!isFixed(name) && namesPrivate(name)) || isOneOf(path, FOLDERS);
}

/** A pattern that says something of the name it looks for: not `*`, nor `app*`, which find what is there. */
function namesPrivate(name: string): boolean {
  if (/^[\uE000\uE001\uE002]*$/.test(name)) return false;
  const open = /^[\uE000-\uE002]/.test(name);
  // `*.conf` asks for a kind of file, not for one of those names.
  const kind = /^[\uE000\uE001]+\.\w+$/.test(name);
  if (!kind && NAMES.some((one) => (isFixed(one) || (!open && isFixed(one[0]!))) && mayBeSame(name, one))) return true;
  if (isOneOf(name.replace(/[\uE000-\uE002]/g, ''), NAMES)) return true;
  const dot = name.lastIndexOf('.');
  if (dot < 0 || /^[\uE000\uE001]*$/.test(name.slice(dot + 1))) return false;
  return ENDINGS.some((ending) => mayBeSame(name.slice(dot), ending));
}

/** The folder of which this means everything below; null for other paths. */
export function folderOfAll(path: string): string | null {
  return path.endsWith(`/${BELOW}`) ? path.slice(0, -2) || '/' : null;
}

/** A search through all below this folder would pass by what is private. */
export function holdsSensitive(path: string): boolean {
  if (isSensitive(path) || isSensitive(`${path}/x`)) return true;
  return BROAD.test(path) || path === HOME;
}
const BROAD =
  /^\/$|^\/(?:root|home|Users|proc|run|var\/run)$|^\/(?:home|Users)\/[^/]+$|^\/proc\/[^/]+$|^\/etc\/(?:ssl|ssh|letsencrypt|kubernetes)$|^\/\uE001/;

/** A folder without which the machine, or a person's work, is gone. */
export function isProtected(path: string): boolean {
  if (path === HOME) return true;
  if (isUnknown(path)) return false;
  const folder = /^(.*)\/[\uE000\uE001]+$/.exec(path)?.[1];
  if (folder !== undefined && (folder === '' || folder === HOME || isOneOf(folder, PROTECTED))) {
    return true;
  }
  return isOneOf(path, PROTECTED);
}

const DISK = /^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|md|dm-|mapper\/|loop|zd|nbd|sr)/;

/** A whole disk or a piece of one; writing there takes all that is on it. */
export function isDisk(path: string): boolean {
  return DISK.test(path);
}

/** Written to without anything being changed. */
export function isNowhere(path: string): boolean {
  return /^\/dev\/(?:null|zero|full|stdin|stdout|stderr|tty|fd\/\d+)$|^\/proc\/self\/fd\/[0-2]$/.test(path);
}

/** Nothing in it is left open but, perhaps, where the home is. */
function isPlain(path: string): boolean {
  return !/[\uE000-\uE002\uE005-\uE00F]/.test(path);
}

function isOneOf(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => mayBeSame(path, pattern));
}
