/** What a word becomes: as far as it is known before it runs, with the commands inside it judged on the way. */
import type { Parameter, Part, Span, Word } from '@synapse/shell';
import { type Arg, NO_STREAM, type Stream, UNKNOWN, union } from '../arg.ts';
import { ANY, HOME, isFixed, isUnknown, NUMBER, ONE, STAR } from '../pattern.ts';
import { addOpaque } from './add-opaque.ts';
import { type Frame, type State, step } from './frame.ts';
import { isDangerous } from './variables.ts';

/** Longer than any command: only a value that holds others more than once gets there. */
const LONGEST_VALUE = 1 << 17;

/** A `[` that may find characters, until it is known where it ends. */
const BRACKET = '\uE006';

/** Names that say of themselves what they hold. */
const SECRET_NAME = /PASS|SECRET|TOKEN|CREDENTIAL|API_?KEY|PRIVATE|ACCESS_?KEY|AUTH(?!OR)|DATABASE_URL|_DSN|_KEY$/i;

export function evaluateWord(frame: Frame, word: Word, state: State): Arg[] {
  const all = positionalArgs(frame, word, state);
  if (all !== null) return [...all];
  const single = frame.walk.value(frame, word.parts, state);
  const splitting = word.parts.some((part) => splitsUnquoted(part));
  const globs = hasGlob(word.parts);
  if (!splitting) return [globs ? { ...single, many: true } : single];
  // `$x` alone, and its value is known: the words are those in it.
  if (word.parts.length === 1 && isFixed(single.pattern)) {
    const words = single.pattern.split(/[ \t\n]+/).filter((one) => one !== '');
    // Each is looked at by the program that gets it.
    step(frame, 16 * words.length);
    return words.map((text) => ({ ...single, pattern: asGlob(text), many: /[*?[]/.test(text) }));
  }
  if (isFixed(single.pattern) && !/[ \t\n*?[]/.test(single.pattern)) return [single];
  if (/^[^ \t\n*?[\uE002\uE006]*$/.test(single.pattern)) return [{ ...single, many: single.many || globs }];
  return [{ ...single, pattern: isUnknown(single.pattern) ? ANY : single.pattern, many: true }];
}

/** `"$@"`: all of them, where they are known. */
function positionalArgs({ facts }: Frame, { parts }: Word, { positional }: State): readonly Arg[] | null {
  const [only] = parts.length === 1 && parts[0]!.kind === 'double' ? parts[0]!.parts : parts;
  if (only?.kind !== 'parameter' || (only.name !== '@' && only.name !== '*') || only.operator !== '') return null;
  if (positional === null || facts.shifts || parts.length > 1) return [UNKNOWN];
  return only.name === '@' ? positional : null;
}

/** Without splitting. */
export function evaluateValue(frame: Frame, parts: readonly Part[], state: State): Arg {
  let pattern = '';
  let secrets: readonly string[] = [];
  let sensitive = false;
  for (const part of parts) {
    const arg = partValue(frame, part, state);
    pattern += arg.pattern;
    secrets = union(secrets, arg.secrets);
    sensitive ||= arg.sensitive;
    // A variable may hold another one twice, and so on: no shell would be given that as an argument.
    if (pattern.length > LONGEST_VALUE) pattern = ANY;
  }
  step(frame, pattern.length);
  return { pattern: closeBrackets(pattern), many: false, secrets, sensitive };
}

/** `[…]` finds one character of those between; which of several brackets closes it is left open. */
function closeBrackets(pattern: string): string {
  if (!pattern.includes(BRACKET)) return pattern;
  let closed = '';
  for (let at = 0; at < pattern.length; ) {
    const open = pattern.indexOf(BRACKET, at);
    if (open < 0) return closed + pattern.slice(at);
    const slash = pattern.indexOf('/', open);
    const end = pattern.lastIndexOf(']', slash < 0 ? pattern.length : slash);
    closed += pattern.slice(at, open) + (end > open ? STAR : ANY);
    // Behind the last that closes in this name, none does.
    at = end > open ? end + 1 : open + 1;
    if (end > open) continue;
    const name = slash < 0 ? pattern.length : slash;
    closed += pattern.slice(at, name).replaceAll(BRACKET, ANY);
    at = name;
  }
  return closed;
}

/** Text with nothing in it but numbers and what is surely one: a variable's value is evaluated once more by bash. */
export function judgeArithmetic(frame: Frame, parts: readonly Part[], span: Span, state: State): Arg {
  const args = parts.map((part) => ({ part, arg: partValue(frame, part, state) }));
  const isNumber = (name: string) => frame.facts.numeric.has(name) && !frame.facts.unclear && state.variables.has(name);
  const safe = args.every(({ part, arg }) => {
    if (part.kind !== 'literal') return /^[-0-9\uE005]*$/.test(arg.pattern);
    if (!/^[\w\s+*/%()<>=!&|^~?:,-]*$/.test(part.value)) return false;
    return (part.value.match(/[A-Za-z_]\w*/g) ?? []).every(isNumber);
  });
  const secrets = union(...args.map(({ arg }) => arg.secrets));
  if (!safe) addOpaque(frame, span, state, 'arithmetic', { secrets });
  return { pattern: NUMBER, many: false, secrets, sensitive: false };
}

function partValue(frame: Frame, part: Part, state: State): Arg {
  const plain = (pattern: string): Arg => ({ pattern, many: false, secrets: [], sensitive: false });
  switch (part.kind) {
    case 'literal':
    case 'escaped':
      return plain(part.value);
    case 'glob':
      return plain(part.value === '*' ? STAR : part.value === '?' ? ONE : BRACKET);
    case 'tilde':
      return plain(part.value === '~+' ? folderOf(state) : homeOf(frame, part.value));
    case 'hole':
      return { ...plain(ANY), secrets: [frame.source.slice(part.start + 2, part.end - 2)] };
    case 'single':
    case 'double':
    case 'ansi':
      return evaluateValue(frame, part.parts, state);
    case 'parameter':
      return parameter(frame, part, state);
    case 'arithmetic':
      return judgeArithmetic(frame, part.parts, part, state);
    case 'substitution':
      return printed(frame, () => frame.walk.list(frame, part.list, inner(state)).output);
    case 'process':
      return { ...printed(frame, () => frame.walk.list(frame, part.list, inner(state)).output), pattern: ANY };
    case 'backticks': {
      const script = { ...frame, source: part.script.text };
      return printed(frame, () => frame.walk.list(script, part.script.list, inner(state)).output);
    }
  }
}

function inner(state: State): State {
  return { ...state, stdin: NO_STREAM };
}

function printed(frame: Frame, walk: () => Stream): Arg {
  step(frame);
  const { text, lines, secrets } = walk();
  const only = lines?.length === 1 ? lines[0]! : ANY;
  return { pattern: text === null ? only : withoutLastLines(text), many: false, secrets, sensitive: false };
}

/** As a shell takes them away from what it substitutes. */
function withoutLastLines(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}

function parameter(frame: Frame, part: Parameter, state: State): Arg {
  const word = evaluateValue(frame, part.parts, state);
  const known = valueOfVariable(frame, part.name, state);
  const secrets = union(known?.secrets ?? [], word.secrets);
  const isSecretish =
    known === null && part.prefix !== '#' && !frame.facts.assigned.has(part.name) && SECRET_NAME.test(part.name);
  const base = { many: false, secrets, sensitive: isSecretish || word.sensitive };
  if (part.prefix === '#') return { ...base, pattern: NUMBER, sensitive: false };
  if (/^[#?$!]$/.test(part.name)) return { ...base, pattern: NUMBER };
  if (part.prefix === '' && part.operator === '' && known !== null) return { ...base, pattern: known.pattern };
  if ((part.operator === '=' || part.operator === ':=') && isDangerous(part.name)) {
    addOpaque(frame, part, state, 'variable', { secrets, option: part.name });
  }
  if (part.operator === ':-' && known !== null && known.pattern !== '') return { ...base, pattern: known.pattern };
  if (/^(?:-|:?\?)$/.test(part.operator) && known !== null) return { ...base, pattern: known.pattern };
  return { ...base, pattern: ANY };
}

/** Null where nothing is known of it; secrets that it may hold are known all the same. */
function valueOfVariable(frame: Frame, name: string, state: State): Arg | null {
  const { facts } = frame;
  if (/^[1-9][0-9]*$/.test(name)) return facts.shifts ? null : (state.positional?.[Number(name) - 1] ?? null);
  const count = facts.assigned.get(name) ?? 0;
  const secrets = frame.secretsOf.get(name) ?? [];
  const unknown = secrets.length > 0 ? { pattern: ANY, many: false, secrets, sensitive: false } : null;
  if (name === '@' || name === '*') {
    const held = union(...(state.positional ?? []).map((arg) => arg.secrets));
    return held.length > 0 ? { pattern: ANY, many: true, secrets: held, sensitive: false } : null;
  }
  if (facts.unclear) return unknown;
  if (count === 0 && !state.variables.has(name)) {
    if (name === 'HOME') return { pattern: homeOf(frame, '~'), many: false, secrets: [], sensitive: false };
    if (name === 'PWD' && state.folders?.length === 1) {
      return { pattern: state.folders[0]!, many: false, secrets: [], sensitive: false };
    }
    return unknown;
  }
  const value = state.variables.get(name);
  if (value === undefined) return unknown;
  if (count <= 1) return value;
  return facts.numeric.has(name) ? { ...value, pattern: NUMBER } : unknown;
}

/** Where the shell is. */
function folderOf({ folders }: State): string {
  return folders?.length === 1 ? folders[0]! : ANY;
}

function homeOf({ found }: Frame, tilde: string): string {
  if (tilde === '~') return found.place.home ?? HOME;
  if (tilde === '~root') return '/root';
  // Somebody's home: where it is, the machine alone knows.
  return /^~[a-z_][\w.-]*$/i.test(tilde) ? HOME : ANY;
}

function splitsUnquoted(part: Part): boolean {
  return (
    part.kind === 'parameter' || part.kind === 'substitution' || part.kind === 'backticks' || part.kind === 'arithmetic'
  );
}

function hasGlob(parts: readonly Part[]): boolean {
  return parts.some((part) => part.kind === 'glob');
}

function asGlob(text: string): string {
  const marked = text.replaceAll('*', STAR).replaceAll('?', ONE);
  let glob = '';
  let at = 0;
  for (let open = marked.indexOf('['); open >= 0; open = marked.indexOf('[', at)) {
    const end = marked.indexOf(']', open);
    if (end < 0) break;
    glob += marked.slice(at, open) + STAR;
    at = end + 1;
  }
  return glob + marked.slice(at);
}
