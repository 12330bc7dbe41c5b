/** `find`: its own language of tests and actions. */
import { type Arg, fixedArg, textOf } from '../arg.ts';
import { fileEffects, opaque } from '../judge-program.ts';
import { ANY, BELOW, display, isFixed, STAR } from '../pattern.ts';
import { isProtected, resolve } from '../places.ts';
import type { Call, ReadArgs } from '../program.ts';
import type { Finding } from '../walk/frame.ts';
import { why } from '../why.ts';

/** Tests with a value, and those without. */
const VALUED = new Set(
  'amin anewer atime cmin cnewer ctime fstype gid group ilname iname inum ipath iregex iwholename links lname maxdepth mindepth mmin mtime name newer path perm printf regex regextype samefile size type uid used user wholename xtype context D'.split(
    ' ',
  ),
);
const ALONE = new Set(
  'H L P depth d daystart follow ignore_readdir_race noignore_readdir_race mount noleaf xdev empty executable false nogroup nouser readable true writable print print0 prune quit ls not a and o or help version warn nowarn'.split(
    ' ',
  ),
);
const RUNS = new Set(['exec', 'execdir', 'ok', 'okdir']);
const WRITES = new Set(['fprint', 'fprint0', 'fls']);
/** They keep most files out. */
const NARROWS =
  /^-(?:name|iname|path|ipath|wholename|regex|iregex|mtime|mmin|ctime|atime|size|newer\w*|user|empty|perm|inum|samefile)$/;

export function find(_read: ReadArgs, call: Call): Finding {
  const { args, frame, state, span } = call;
  const roots: Arg[] = [];
  let at = 0;
  while (/^-[HLP]$/.test(args[at]?.pattern ?? '')) at += 1;
  for (; at < args.length && !startsExpression(args[at]!); at += 1) roots.push(args[at]!);
  if (roots.some((arg) => arg.pattern[0] === ANY || arg.pattern[0] === STAR)) return opaque(call, 'unknown_argument');
  const names: string[] = [];
  const expression = args.slice(at);
  const written: Arg[] = [];
  const effects = new Set<Finding['effects'][number]>(['read']);
  let narrow = false;
  let deletes = false;
  // A link that is followed leads anywhere.
  const follows = args.some((arg) => /^-(?:L|follow)$/.test(arg.pattern));
  const found = foundPattern(roots, expression, follows);
  for (let index = 0; index < expression.length; index += 1) {
    const text = textOf(expression[index]);
    if (text === null) return opaque(call, 'unknown_argument', display(expression[index]!.pattern));
    if (/^(?:[()!,])$/.test(text)) continue;
    const name = text.slice(1);
    narrow ||= NARROWS.test(text);
    if (RUNS.has(name)) {
      const end = expression.findIndex(
        (arg, place) =>
          place > index && (arg.pattern === ';' || (arg.pattern === '+' && expression[place - 1]?.pattern === '{}')),
      );
      if (end < 0) return opaque(call, 'unexpected_argument', text);
      const command = expression.slice(index + 1, end);
      const inside = /dir$/.test(name) ? { ...state, folders: null } : state;
      frame.walk.start(
        frame,
        command.flatMap((arg) => filled(arg, found)),
        inside,
        span,
      );
      index = end;
    } else if (name === 'delete') {
      deletes = true;
      effects.add('change');
    } else if (WRITES.has(name) || name === 'fprintf') {
      if (expression[index + 1] !== undefined) written.push(expression[index + 1]!);
      index += name === 'fprintf' ? 2 : 1;
    } else if (VALUED.has(name) || /^newer[aBcm][aBcmt]$/.test(name)) {
      if (name === 'name' || name === 'iname') names.push(expression[index + 1]?.pattern ?? '');
      index += 1;
    } else if (!ALONE.has(name)) return opaque(call, 'unknown_option', text);
  }
  const files = fileEffects(call, [{ args: written, kind: 'write' }]);
  for (const effect of files.effects) effects.add(effect);
  const tops = roots.flatMap((arg) => resolve(arg.pattern, state.folders));
  if (deletes && !narrow && tops.some(isProtected)) effects.add('catastrophe');
  const lines = found.map(({ pattern }) => pattern);
  const depth = expression.findIndex((arg) => arg.pattern === '-maxdepth');
  const flat = depth >= 0 && !follows && /^[01]$/.test(expression[depth + 1]?.pattern ?? '');
  const key = effects.has('catastrophe') ? 'catastrophe' : effects.has('change') ? 'changes' : 'reads';
  return {
    effects: [...effects],
    paths: [...(tops.length > 0 ? tops : resolve('.', state.folders)).map(display), ...(files.paths ?? [])],
    mentions: lines.flatMap((line) => resolve(flat ? shallow(line) : deep(line), state.folders)).map(display),
    why: why(key, { program: call.program }),
    output: {
      text: null,
      lines: expression.some((arg) => /^-(?:printf|ls)$/.test(arg.pattern)) ? null : lines,
      secrets: [],
    },
  };
}

function startsExpression({ pattern }: Arg): boolean {
  return /^(?:-.|[(!,]$)/.test(pattern);
}

/** What the paths that it finds look like: below the roots, with one of the names. */
function foundPattern(roots: readonly Arg[], expression: readonly Arg[], follows: boolean): Arg[] {
  const names = expression.flatMap((arg, at) =>
    arg.pattern === '-name' && isFixed(expression[at + 1]?.pattern ?? ANY)
      ? [asPattern(expression[at + 1]!.pattern)]
      : [],
  );
  const negated = expression.some((arg) => /^(?:!|-not|-o|-or|,)$/.test(arg.pattern));
  const name = names.length === 1 && !negated ? names[0]! : null;
  const tops = roots.length > 0 ? roots : [fixedArg('.')];
  const below = (root: Arg, rest: string): Arg => ({ ...root, many: true, pattern: `${root.pattern}/${rest}` });
  // With nothing said of the name, the roots themselves are found, too.
  return name === null
    ? tops.flatMap((root) => [root, below(root, follows ? ANY : BELOW)])
    : tops.flatMap((root) => withDots(name).map((one) => below(root, `${STAR}/${one}`)));
}

/** Nothing below the folders in it; `-name` finds there what the shell's `*` would. */
const shallow = (line: string): string => line.replace(/\uE001\/(?=[^/]*$)/, '').replace(/\uE006$/, STAR);
/** At any depth. */
const deep = (line: string): string => line.replace(/\uE001\/(?=[^/]*$)/, `${BELOW}/`);

/** Its `*` finds names that begin with a dot, too. */
function withDots(name: string): string[] {
  return name[0] === STAR && !/^\uE001\.\w+$/.test(name) ? [name, `.${name}`] : [name];
}

function asPattern(glob: string): string {
  return /[[\\]/.test(glob) ? ANY : glob.replaceAll('*', STAR).replaceAll('?', STAR);
}

function filled(arg: Arg, found: readonly Arg[]): Arg[] {
  if (!arg.pattern.includes('{}')) return [arg];
  return arg.pattern === '{}' ? [...found] : [{ ...arg, pattern: arg.pattern.replaceAll('{}', ANY) }];
}
