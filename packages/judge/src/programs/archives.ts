/** Archives and compressed files. */
import { type Arg, fixedArg, textOf } from '../arg.ts';
import { byOperands, fileEffects, having, opaque } from '../judge-program.ts';
import type { Call, Operands, Program, ReadArgs } from '../program.ts';
import { readOptions } from '../read-options.ts';
import type { Finding } from '../walk/frame.ts';
import { many, READS } from './shared.ts';

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

/** Its first word may lack the dash: then a value stands behind all of its letters, wherever the one is that takes it. */
function withDash([first, ...rest]: readonly Arg[]): readonly Arg[] {
  const letters = /^[a-zA-Z]+$/.exec(textOf(first) ?? '')?.[0];
  const [taker = '', second] = letters?.match(/[fC]/g) ?? [];
  if (letters === undefined || second !== undefined) return first === undefined ? [] : [first, ...rest];
  return [fixedArg(`-${letters.replace(taker, '')}${taker}`), ...rest];
}

function tar(_read: ReadArgs, call: Call): Finding {
  const read = readOptions(TAR, withDash(call.args));
  const { given, operands } = read;
  if (given.has('version')) return having(call, 'read');
  const value = (...names: readonly string[]): readonly Arg[] => names.flatMap((name) => given.get(name) ?? []);
  const archives = value('f', 'file');
  const { refused, open } = read;
  if (refused !== null) return { ...opaque(call, refused.why, refused.option), effects: ['change', 'opaque'] };
  // `host:file` is fetched by another program.
  const far = archives.find((arg) => /:|\uE002/.test(arg.pattern));
  if (far !== undefined) return { ...opaque(call, 'unexpected_argument', far.pattern), effects: ['network', 'opaque'] };
  const mode = MODES.filter((names) => names.some((name) => given.has(name))).map(([letter]) => letter);
  const [only = ''] = mode.length === 1 ? mode : [];
  const judged = (kind: Operands, files: readonly Arg[], does: 'read' | 'change', written: readonly Arg[] = []) =>
    byOperands({ operands: kind, does: [does] }, { ...read, operands: files, shown: [], written }, call);
  const isPrinted = given.has('O') || given.has('to-stdout');
  if (only === 't') return judged('names', archives, 'read');
  if (only === 'x' && isPrinted) return judged('content', archives, 'read');
  if (only === 'd') return judged('names', operands, 'read');
  const out = archives.filter((arg) => arg.pattern !== '-');
  if (only === 'c' && out.length === 0) return judged('tree', operands, 'read');
  // Reading, an argument that may turn out to be an option is one in a sandbox.
  if (open) return { ...opaque(call, 'unknown_argument', open.pattern), effects: ['change', 'opaque'] };
  return only === 'c'
    ? judged('tree', operands, 'change', out)
    : judged('names', archives, 'change', value('C', 'directory'));
}

/** Letters and names of what it is to do. */
const MODES: readonly (readonly string[])[] = [
  ['t', 'list'],
  ['x', 'extract', 'get'],
  ['c', 'create'],
  ['r', 'append'],
  ['u', 'update'],
  ['d', 'diff', 'compare'],
];

/** None of those that start programs. */
const TAR: Program = {
  short: 'txcrudvzjJaZphkmwlnSUWO f= C=',
  long: 'list extract get create append update diff compare verbose gzip gunzip bzip2 xz zstd lz4 auto-compress to-stdout preserve-permissions same-owner no-same-owner numeric-owner one-file-system wildcards no-wildcards anchored null totals full-time strip-components= exclude= overwrite keep-old-files no-recursion ignore-case utc dereference file= directory= version',
  operands: 'text',
};

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
  ...many('zcat bzcat xzcat gzcat zipinfo', READS),
  // Its `-o` and `--rm` do what those of zstd do.
  zstdcat: { short: 'fhLVdcqvs', long: 'force version help', operands: 'content' },
  zdiff: { short: 'ubBwiq', operands: 'content' },
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
  zless: { operands: 'content' },
  zmore: { operands: 'content' },
  unzip: { short: 'lvptqZ', operands: 'content', judge: listing('l', 'v', 'p', 't', 'Z') },
  zip: { words: /^-/, operands: 'text', judge: packs(() => false) },
  '7z': { operands: 'text', judge: packs((read) => textOf(read.operands[0]) === 'l') },
  unrar: { operands: 'text', judge: packs((read) => /^(?:l|lb|v)$/.test(textOf(read.operands[0]) ?? '')) },
  cpio: { short: 'itv', operands: 'text', judge: packs((read) => read.given.has('i') && read.given.has('t')) },
  ar: { operands: 'text', judge: packs((read) => /^-?[tp]v?$/.test(textOf(read.operands[0]) ?? '')) },
};
