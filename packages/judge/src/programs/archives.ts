/** Archives and compressed files. */
import { type Arg, textOf } from '../arg.ts';
import { byOperands, fileEffects, having, opaque } from '../judge-program.ts';
import type { Call, Program, ReadArgs } from '../program.ts';
import type { Finding } from '../walk/frame.ts';

/** Without these, the file itself is replaced. */
const toStdout = (read: ReadArgs): boolean => {
  const given = (...names: readonly string[]) => names.some((name) => read.given.has(name));
  // Of `-l`, `-t` and `-d` the last one counts.
  return (
    given('c', 'stdout', 'to-stdout') || (given('l', 'list', 't', 'test') && !given('d', 'decompress', 'uncompress'))
  );
};

function compresses(read: ReadArgs, call: Call): Finding {
  if (toStdout(read) || read.operands.length === 0) return byOperands({ operands: 'content' }, read, call);
  return byOperands({ operands: 'write', does: ['change'] }, read, call);
}
const GZIP: Program = {
  short: 'cdfhklLnNqrtvV0123456789 T= S= M=',
  long: 'stdout to-stdout decompress uncompress force keep list test quiet verbose fast best recursive threads= name no-name version',
  operands: 'content',
  judge: compresses,
};
const CAT: Program = { short: 'fhLVdcqvs', long: 'force version help', operands: 'content' };

interface Tar {
  readonly mode: string;
  readonly archive: Arg | null;
  readonly files: readonly Arg[];
  readonly stdout: boolean;
  readonly folder: Arg | null;
}

const FLAGS = 'vzjJaZphkmwlnSUWO';
const LONG_FLAGS =
  /^--(?:verbose|gzip|gunzip|bzip2|xz|zstd|lz4|auto-compress|list|extract|get|create|append|update|diff|compare|to-stdout|preserve-permissions|same-owner|no-same-owner|numeric-owner|one-file-system|wildcards|no-wildcards|anchored|null|totals|full-time|strip-components=\d+|exclude=.*|overwrite|keep-old-files|no-recursion|ignore-case|utc|dereference)$/s;
const MODES: Readonly<Record<string, string>> = {
  '--list': 't',
  '--extract': 'x',
  '--get': 'x',
  '--create': 'c',
  '--append': 'r',
  '--update': 'u',
  '--diff': 'd',
  '--compare': 'd',
};

/** Null where a word is not accepted: among them are those that start programs. */
function readTar(args: readonly Arg[]): Tar | string {
  let mode = '';
  let archive: Arg | null = null;
  let folder: Arg | null = null;
  let stdout = false;
  const files: Arg[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at]!;
    const { pattern } = arg;
    if (at === 0 || pattern.startsWith('-')) {
      if (arg.many || /^[\uE000-\uE002]/.test(pattern)) return pattern;
      if (pattern.startsWith('--')) {
        if (/^--file=/.test(pattern)) archive = { ...arg, pattern: pattern.slice(7) };
        else if (pattern === '--file' || pattern === '--directory') {
          at += 1;
          if (args[at] === undefined) return pattern;
          if (pattern === '--file') archive = args[at]!;
          else folder = args[at]!;
        } else if (/^--directory=/.test(pattern)) folder = { ...arg, pattern: pattern.slice(12) };
        else if (!LONG_FLAGS.test(pattern)) return pattern;
        mode += MODES[pattern] ?? '';
        stdout ||= pattern === '--to-stdout';
        continue;
      }
      const letters = pattern.replace(/^-/, '');
      for (let index = 0; index < letters.length; index += 1) {
        const letter = letters[index]!;
        if ('txcrud'.includes(letter)) mode += letter;
        else if (letter === 'f' || letter === 'C') {
          // In front of all the others letters do not hold their values: they follow in turn.
          const joined = pattern.startsWith('-') ? letters.slice(index + 1) : '';
          if (joined === '') at += 1;
          const value = joined === '' ? args[at] : { ...arg, pattern: joined };
          if (value === undefined) return pattern;
          if (letter === 'f') archive = value;
          else folder = value;
          if (joined !== '') break;
        } else if (!FLAGS.includes(letter)) return pattern;
        stdout ||= letter === 'O';
      }
      continue;
    }
    files.push(arg);
  }
  return { mode, archive, files, stdout, folder };
}

function tar(_read: ReadArgs, call: Call): Finding {
  if (call.args.length === 1 && textOf(call.args[0]) === '--version') return having(call, 'read');
  const read = readTar(call.args);
  if (typeof read === 'string') return { ...opaque(call, 'unknown_option', read), effects: ['change', 'opaque'] };
  const { mode, archive, files, stdout, folder } = read;
  // `host:file` is fetched by another program.
  if (archive !== null && /:|\uE002/.test(archive.pattern))
    return { ...opaque(call, 'unexpected_argument', archive.pattern), effects: ['network', 'opaque'] };
  const given = { given: new Map(), shown: [], refused: null };
  const source = archive === null ? [] : [archive];
  if (/^t+$/.test(mode) || (/^x+$/.test(mode) && stdout)) {
    return byOperands(
      { operands: mode.startsWith('t') ? 'names' : 'content' },
      { ...given, operands: source, written: [] },
      call,
    );
  }
  if (/^d+$/.test(mode)) return byOperands({ operands: 'names' }, { ...given, operands: files, written: [] }, call);
  if (/^c+$/.test(mode)) {
    const out = archive !== null && archive.pattern !== '-' ? [archive] : [];
    return byOperands(
      { operands: 'tree', does: out.length > 0 ? ['change'] : ['read'] },
      { ...given, operands: files, written: out },
      call,
    );
  }
  return byOperands(
    { operands: 'names', does: ['change'] },
    { ...given, operands: source, written: folder === null ? [] : [folder] },
    call,
  );
}

/** Lists, tests, or prints; otherwise it unpacks here. */
const listing =
  (...names: string[]) =>
  (read: ReadArgs, call: Call): Finding =>
    names.some((name) => read.given.has(name))
      ? byOperands({ operands: 'content' }, { ...read, operands: read.operands.slice(0, 1) }, call)
      : having(call, 'change');

/** All that stands behind it may be a file. */
const packs =
  (reads: (read: ReadArgs) => boolean) =>
  (read: ReadArgs, call: Call): Finding => {
    const { mentions = [] } = fileEffects(call, [{ args: read.operands, kind: 'tree' }]);
    return { ...having(call, reads(read) ? 'read' : 'change'), mentions };
  };

export const ARCHIVES: Readonly<Record<string, Program>> = {
  tar: { words: /^-/, operands: 'text', judge: tar },
  gzip: GZIP,
  gunzip: GZIP,
  bzip2: GZIP,
  bunzip2: GZIP,
  xz: GZIP,
  unxz: GZIP,
  zstd: GZIP,
  unzstd: GZIP,
  lz4: {
    ...GZIP,
    judge: (read, call) =>
      read.given.has('c') || (read.given.has('t') && !read.given.has('d')) ? undefined : having(call, 'change'),
  },
  zcat: CAT,
  bzcat: CAT,
  xzcat: CAT,
  zstdcat: CAT,
  gzcat: CAT,
  zgrep: {
    short: 'EFGiIvwxcLlnoqshHabz m= A= B= C= e=',
    long: 'ignore-case count line-number color? only-matching extended-regexp fixed-strings invert-match word-regexp max-count= after-context= before-context= context=',
    operands: 'content',
    judge: (read, call) =>
      byOperands(
        { operands: 'content' },
        { ...read, operands: read.given.has('e') ? read.operands : read.operands.slice(1) },
        call,
      ),
  },
  zdiff: { short: 'ubBwiq', operands: 'content' },
  zless: { operands: 'content' },
  zmore: { operands: 'content' },
  unzip: { short: 'lvptqZ', operands: 'content', judge: listing('l', 'v', 'p', 't', 'Z') },
  zipinfo: { short: '12lmsvthzT', operands: 'content', most: 1 },
  zip: { words: /^-/, operands: 'text', judge: packs(() => false) },
  '7z': { operands: 'text', judge: packs((read) => textOf(read.operands[0]) === 'l') },
  unrar: { operands: 'text', judge: packs((read) => /^(?:l|lb|v)$/.test(textOf(read.operands[0]) ?? '')) },
  cpio: { short: 'itv', operands: 'text', judge: packs((read) => read.given.has('i') && read.given.has('t')) },
  ar: { operands: 'text', judge: packs((read) => /^-?[tp]v?$/.test(textOf(read.operands[0]) ?? '')) },
};
