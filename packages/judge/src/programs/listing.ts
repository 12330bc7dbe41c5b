/** Programs that say what files are there, and what they are like. */
import { fixedArg } from '../arg.ts';
import { byOperands } from '../judge-program.ts';
import { STAR } from '../pattern.ts';
import type { Call, Program, ReadArgs } from '../program.ts';
import type { Finding } from '../walk/frame.ts';
import { LOOKS, many, TELLS } from './shared.ts';

/** What it prints are names in those folders, or the names it was given. */
function ls(read: ReadArgs, call: Call): Finding {
  const here = read.operands.length === 0 ? [fixedArg('.')] : read.operands;
  const { paths = [] } = byOperands({ operands: 'names' }, { ...read, operands: here }, call);
  const finding = {
    ...byOperands({ operands: 'names' }, read, call),
    mentions: paths.filter((path) => path[0] === '/'),
  };
  if ([...read.given.keys()].some((name) => !/^[aA1rtSdU]$/.test(name))) return finding;
  const names = read.operands.length === 0 ? [STAR] : read.operands.map(({ pattern }) => pattern);
  return {
    ...finding,
    output: { text: null, lines: read.given.size === 0 || names[0] === STAR ? names : null, secrets: [] },
  };
}

const LS: Program = {
  short: 'aAbBcCdDfFgGhHiIklLmnNopqQrRsStTuUvwxXyZ1 I= w= T=',
  long: 'all almost-all author block-size= escape ignore-backups classify? color? directory dired file-type format= full-time group-directories-first no-group human-readable si dereference hide= hyperlink? indicator-style= inode ignore= kibibytes numeric-uid-gid literal quote-name quoting-style= reverse recursive size sort= time= time-style= tabsize= width= context zero help version',
  operands: 'names',
  walks: ({ given }) => given.has('R') || given.has('recursive'),
  judge: ls,
};

export const LISTING: Readonly<Record<string, Program>> = {
  ...many('lsattr getfacl', LOOKS),
  ...many('locate plocate mlocate which whereis', TELLS),
  ls: LS,
  ll: LS,
  dir: LS,
  vdir: LS,
  tree: {
    short: 'adDfhiJlNnpqQrstuUvxCcFgsASX L= P= I=',
    long: 'dirsfirst noreport du si prune gitignore filelimit= matchdirs ignore-case timefmt= sort= inodes device charset=',
    operands: 'names',
    walks: () => true,
  },
  stat: {
    short: 'Lftxs c- f',
    long: 'dereference file-system format= printf= terse cached=',
    operands: 'names',
  },
  file: {
    short: 'bhiIkLNnprsvzZ0E e= F= P=',
    long: 'brief mime mime-type mime-encoding dereference no-dereference keep-going uncompress extension separator= no-pad print0 version',
    operands: 'names',
  },
  du: {
    short: 'abcdDhHkLlmPsSx0 B= d= t=',
    long: 'all apparent-size bytes total max-depth= human-readable si summarize one-file-system time? exclude= threshold= block-size= separate-dirs null dereference inodes',
    operands: 'names',
    // A sum tells nothing of what is below.
    walks: ({ given }) => !given.has('s') && !given.has('summarize'),
  },
  df: {
    short: 'ahHiklmPTv B= t= x=',
    long: 'all human-readable si inodes local portability type= exclude-type= print-type total block-size= output? sync no-sync',
    operands: 'names',
  },
  readlink: {
    short: 'efmnqsvz',
    long: 'canonicalize canonicalize-existing canonicalize-missing no-newline quiet silent verbose zero',
    operands: 'names',
  },
  realpath: {
    short: 'eLmPqsz',
    long: 'canonicalize-existing canonicalize-missing logical physical quiet relative-to= relative-base= strip no-symlinks zero',
    operands: 'names',
  },
  basename: { short: 'az s=', long: 'multiple suffix= zero', operands: 'text' },
  dirname: { short: 'z', long: 'zero', operands: 'text' },
  pwd: { short: 'LP', operands: 'none' },
  namei: { short: 'lmnovx', long: 'long modes owners vertical', operands: 'names' },
  lsblk: {
    short: 'abdDefilmnOpPrStTvzJMs o= I= e= x= w=',
    long: 'all bytes nodeps discard fs json list perms noheadings output= output-all paths pairs raw scsi topology tree? sort= ascii include= exclude=',
    operands: 'names',
  },
  test: { operands: 'text', words: /^-/ },
  '[': { operands: 'text', words: /^-/ },
};
