// The entry point: a command, its exit code and its output become a smaller output, or stay as they are.
import { startBudget, workClock } from './budget.ts';
import { type Command, isStretch, MIXED, understandCommand } from './command.ts';
import { countLostFailures } from './failure-guard.ts';
import type { FilterInput } from './filter.ts';
import { hasWords, keepsWords } from './keeps-words.ts';
import { cutMarker, leavesOut } from './marker.ts';
import { type Caught, catchLost } from './net/safety-net.ts';
import { FILE_SHAPES, FILTERS, LAST_SHAPES, SHAPES, WHOLE_SHAPES } from './registry.ts';
import { countChars } from './saved-tokens.ts';
import { sayPhrasesOnce } from './shapes/phrases/say-phrases-once.ts';
import { foldSequences } from './shapes/sequences.ts';
import { trimAsides } from './shapes/trim-asides.ts';
import { cleanLines, squeezeBlankRuns } from './stages/clean-lines.ts';
import { foldMany, hasManyLines } from './stages/fold-many.ts';
import { foldRepeats } from './stages/fold-repeats.ts';

export interface CompactRequest {
  /** As it ran: alias expanded, placeholders unresolved. */
  readonly command: string;
  readonly exitCode: number;
  readonly stdout: string;
  /** The id with which the whole output can be fetched, or null when it is not kept. */
  readonly recovery: string | null;
  /**
   * The filters of a person: what they make of it, or null. Passed in, because their patterns need a library that only
   * the helper processes read.
   */
  readonly ownFilters?: (commandLine: string, input: FilterInput) => OwnResult | null;
  /** It is what is new of a command that is followed. */
  readonly follows?: boolean;
  /** Nothing may be left out: only its layout may change. `lists`: of a list of so few rows that each may be read. */
  readonly keepAll?: boolean | 'lists';
  /** A clock in milliseconds. By default it counts only this thread's own work. */
  readonly now?: () => number;
}

export interface Compacted {
  /** Rewritten: a redacted text has to be redacted again, because removed lines may have kept the parts of a value apart. */
  readonly text: string;
  /** Which filter was used, or null when the raw text is returned. */
  readonly filter: string | null;
  /** True when the filter had lost something and the safety net put it back, or chose a milder form. */
  readonly mended?: boolean;
  /** True when something of the output is not in it. Not all that is left out has a marker: a row of passing tests has none. */
  readonly leftOut?: boolean;
}

export interface OwnResult {
  readonly name: string;
  readonly lines: readonly string[];
}

interface Candidate {
  readonly name: string;
  readonly lines: readonly string[];
  /** True for the filter of a command, false for a shape. */
  readonly knowsTool: boolean;
}

/** A saving of fewer characters than this is not worth changing a text. */
const LEAST_WORTH = 8;
/** An output without a filter of its own is only changed if that saves enough. */
const LEAST_SAVED_CHARS = 64;
const LEAST_SAVED_SHARE = 0.1;
/** Of an output without a filter of its own, no shorter form is searched for than this share of it. */
const SHORT_ENOUGH = 0.4;
/** An unknown output is only changed if it becomes shorter by this share. */
const LEAST_SHORTER = 0.05;
/** An output of so many lines that was cut says so, whatever its filter does. */
const LONG_LINES = 120;
const NOTHING: Command = { program: '', args: [], sub: '', rest: [], through: [] };

export function compact(request: CompactRequest): Compacted {
  const raw: Compacted = { text: request.stdout, filter: null };
  if (request.stdout === '' || (request.keepAll === true && isBinary(request.stdout))) return raw;
  const counted = request.follows ? countOn(request.stdout) : null;
  try {
    return compactOrThrow(counted === null ? request : { ...request, stdout: counted.text }) ?? counted ?? raw;
  } catch {
    return counted ?? raw;
  }
}

/** With its heading. */
const MOST_ROWS = 101;

/** What the filter of a list has read as one: `docker compose logs` is none. */
function isShortList(input: FilterInput): boolean {
  const { lines } = input;
  if (lines.length > 2 * MOST_ROWS || lines.filter((line) => line !== '').length > MOST_ROWS) return false;
  const read = byCommand({ ...input, accepts: () => true });
  return FILTERS.some(({ name, isList }) => isList === true && name === read?.name);
}

/** Bytes that are no text: what would be a colour or a redrawn line there is neither. */
function isBinary(stdout: string): boolean {
  const beginning = stdout.slice(0, BINARY_LOOKED_AT);
  return (beginning.match(NOT_TEXT)?.length ?? 0) > beginning.length * BINARY_SHARE;
}

const BINARY_LOOKED_AT = 4_000;
const BINARY_SHARE = 0.1;
const NOT_TEXT = /[\0-\x06\x0e-\x1a\x1c-\x1f\ufffd]/g;

/** Progress that counts on, of which the reader saw the beginning and will see the end. */
function countOn(stdout: string): Compacted | null {
  const lines = hasManyLines(stdout) ? null : foldSequences(cleanLines(stdout));
  return lines === null ? null : { text: lines.join('\n'), filter: 'sequences' };
}

/** What the filters are tried on, and what a result must be like to be taken. */
interface Trial extends FilterInput {
  readonly accepts: (lines: readonly string[]) => boolean;
}

function compactOrThrow(request: CompactRequest): Compacted | null {
  const { stdout, exitCode } = request;
  const tick = startBudget(stdout.length, request.now ?? workClock);
  if (hasManyLines(stdout)) return compactMany(stdout);
  const cut = cutMarker(request.recovery);
  const lines = cleanLines(stdout);
  tick();
  const command = understandCommand(request.command);
  const readable = inputFor(command === null || command === MIXED ? NOTHING : command, exitCode, lines, cut, tick, 0);
  const keepAll = request.keepAll === 'lists' ? isShortList(readable) : request.keepAll;
  const accepts: Trial['accepts'] = keepAll ? (shorter) => keepsWords(lines, shorter) : () => true;
  const input: Trial = { ...readable, accepts };

  const own = request.ownFilters?.(request.command, input) ?? null;
  const found =
    own !== null
      ? null
      : command === MIXED
        ? byShape(input, LAST_SHAPES)
        : keepAll
          ? byShortest(input)
          : (byCommand(input) ?? byShape(input));
  tick();
  const rawChars = countChars(stdout);
  const mild = { name: 'lossless', lines: isFileContent(input.command) ? lines : foldRepeats(lines) };
  // a person's own filter leaves out what that person chose; the failures among it are counted below
  const { name, result, mended } =
    own === null ? mend(found, mild, input) : { name: own.name, result: squeezeBlankRuns(own.lines), mended: false };

  // checked before the failures are counted, which takes long and can only add to it
  const pays = (lines: readonly string[]) => paysOff(lines.join('\n'), rawChars, name !== mild.name);
  if (!pays(result)) return null;
  const lost = exitCode === 0 || keepAll ? 0 : countLostFailures(lines, result);
  if (lost > 0) sayLost(result, lost, cut);
  tick();

  if (!pays(result)) return null;
  const text = result.join('\n');
  const leftOut = leavesOut(text) || !hasWords(text, lines.join('\n'));
  return { text, filter: name, ...(mended ? { mended } : {}), ...(leftOut ? { leftOut } : {}) };
}

/** What a filter found, with what it lost put back. If it lost too much, a shape is asked, and then nothing is cut. */
function mend(
  found: Candidate | null,
  mild: Pick<Candidate, 'name' | 'lines'>,
  input: Trial,
): { name: string; result: string[]; mended: boolean } {
  let mended = false;
  for (const next of [() => found, () => (found === null ? null : byShape(input))]) {
    const candidate = next();
    if (candidate === null) continue;
    const result = squeezeBlankRuns(candidate.lines);
    const caught = catchLost(input.lines, result, input, candidate.knowsTool);
    if (!caught.torn) {
      const added = showCaught(result, caught, input);
      return { name: candidate.name, result, mended: mended || added };
    }
    mended = true;
  }
  return { name: mild.name, result: squeezeBlankRuns(mild.lines), mended };
}

/** Lost lines stand before the marker that ends a result. A long output that was cut always ends with one. */
function showCaught(result: string[], { kept, cut }: Caught, input: FilterInput): boolean {
  const marked = result.some((line) => isMarker(line));
  const end = isMarker(result.at(-1) ?? '') ? result.length - 1 : result.length;
  if (kept.length > 0) result.splice(end, 0, '… also said:', ...kept);
  if (cut && !marked && input.lines.length > LONG_LINES) {
    const left = input.lines.length - result.length;
    if (left > 0) result.push(input.cut(left));
  }
  return kept.length > 0;
}

const isMarker = (line: string): boolean => line.startsWith('… ') && line.includes(' left out');

/** Too many lines for any filter, and too many to hold all. None is left out; equal lines in a row become one. */
function compactMany(stdout: string): Compacted | null {
  const text = foldMany(stdout)?.join('\n') ?? stdout;
  return paysOff(text, countChars(stdout), false) ? { text, filter: 'lossless' } : null;
}

function paysOff(text: string, rawChars: number, known: boolean): boolean {
  const saved = rawChars - countChars(text);
  if (text.trim() === '' || saved < LEAST_WORTH) return false;
  return known || (saved >= LEAST_SAVED_CHARS && saved >= rawChars * LEAST_SAVED_SHARE);
}

/** Added to the marker that already ends the result, or as a marker of its own. */
function sayLost(result: string[], lost: number, cut: FilterInput['cut']): void {
  const what = lost === 1 ? 'line that names an error' : 'lines that name an error';
  const last = result.at(-1) ?? '';
  const said = last.startsWith('… ') ? last.lastIndexOf(' left out') : -1;
  if (said < 0) result.push(cut(lost, what));
  else result[result.length - 1] = `${last.slice(0, said)}, ${lost} ${what}${last.slice(said)}`;
}

function inputFor(
  command: Command,
  exitCode: number,
  lines: readonly string[],
  cut: FilterInput['cut'],
  tick: () => void,
  depth: number,
): FilterInput {
  return {
    command,
    exitCode,
    lines,
    cut,
    tick,
    as: (commandLine, inner) => {
      const other = depth < 3 ? understandCommand(commandLine) : null;
      if (other === null || other === MIXED) return null;
      const nested = { ...inputFor(other, exitCode, inner, cut, tick, depth + 1), accepts: () => true };
      return (byCommand(nested) ?? byShape(nested))?.lines ?? null;
    },
  };
}

function byCommand(input: Trial): Candidate | null {
  const stretch = isStretch(input.command);
  for (const filter of FILTERS) {
    if (!filter.matches(input.command) || !(stretch || filter.anyLines)) continue;
    const lines = attempt(filter.apply, input);
    if (lines !== null) return { name: filter.name, lines, knowsTool: true };
  }
  return null;
}

function byShape(input: Trial, shapes = SHAPES): Candidate | null {
  if (QUOTED_AS_IS.has(input.command.program)) return null;
  for (const shape of shapes) {
    if (LAST_SHAPES.includes(shape)) continue;
    const lines = attempt(shape.apply, input);
    if (lines !== null) return { name: shape.name, lines, knowsTool: false };
  }
  return isFileContent(input.command) ? byFileShapes(input) : byLastShapes(input);
}

/** Where nothing is left out, any form serves. */
function byShortest(input: Trial): Candidate | null {
  const known = byCommand(input);
  if (QUOTED_AS_IS.has(input.command.program)) return known;
  const isFile = isFileContent(input.command);
  const shapes = SHAPES.filter((shape) => !LAST_SHAPES.includes(shape));
  const laidOut = (isFile ? shapes : [...shapes, ...WHOLE_SHAPES]).map(({ name, apply }) => {
    const lines = attempt(apply, input);
    return lines === null ? null : { name, lines, knowsTool: false };
  });
  const last = isFile ? byFileShapes(input) : byLastShapes(input);
  return [known, ...laidOut, last].reduce((best, next) => {
    if (best === null || next === null) return best ?? next;
    return sizeOf(next.lines) < sizeOf(best.lines) ? next : best;
  }, null);
}

function byFileShapes(input: Trial): Candidate | null {
  for (const { name, apply } of FILE_SHAPES) {
    const lines = attempt(apply, input);
    if (lines !== null) return { name, lines, knowsTool: false };
  }
  return null;
}

/** These only lay out what every text may have. One after the other is tried until the text is short enough. */
function byLastShapes(whole: Trial): Candidate | null {
  const asides = trimAsides(whole);
  const {
    lines: trimmed,
    dropped,
    what,
    name: trim,
  } = whole.accepts([...asides.lines, whole.cut(asides.dropped, asides.what)])
    ? asides
    : { ...asides, lines: whole.lines, dropped: 0 };
  const input = dropped === 0 ? whole : { ...whole, lines: trimmed };
  const marker = dropped === 0 ? [] : [whole.cut(dropped, what)];
  const size = sizeOf(whole.lines);
  let best: Candidate | null = null;
  let least = Number.POSITIVE_INFINITY;
  if (dropped > 0 && sizeOf(trimmed) <= size * (1 - LEAST_SHORTER)) {
    least = sizeOf(trimmed);
    best = { name: trim, lines: [...trimmed, ...marker], knowsTool: false };
  }
  for (const { name, apply } of LAST_SHAPES) {
    const lines = attempt(apply, input);
    if (lines === null || sizeOf(lines) >= least) continue;
    least = sizeOf(lines);
    best = { name, lines: [...lines, ...marker], knowsTool: false };
    if (least <= size * SHORT_ENOUGH) break;
  }
  if (best === null) return null;
  const lines = sayPhrasesOnce(best.lines);
  whole.tick();
  return { ...best, lines: whole.accepts(lines) ? lines : best.lines };
}

const sizeOf = (lines: readonly string[]): number => lines.reduce((sum, { length }) => sum + length + 1, 0);

/** A filter that throws has not understood the output, so the next one is tried. A spent budget ends everything. */
function attempt(apply: (input: FilterInput) => readonly string[] | null, input: Trial): readonly string[] | null {
  let lines: readonly string[] | null = null;
  try {
    lines = apply(input);
  } catch {
    lines = null;
  }
  input.tick();
  if (lines === null || !lines.some((line) => line !== '') || isUnchanged(lines, input.lines)) return null;
  return input.accepts(lines) ? lines : null;
}

/** A filter that changed nothing has not understood the output either. */
function isUnchanged(lines: readonly string[], before: readonly string[]): boolean {
  return lines.length === before.length && lines.every((line, i) => line === before[i]);
}

/** What a caller printed on purpose is returned as it was printed. */
const QUOTED_AS_IS = new Set(['echo', 'printf', 'base64']);

/** File content must be quotable, so equal lines in a row stay. */
const isFileContent = ({ program }: Command): boolean =>
  /^(?:cat|head|tail|sed|bat|batcat|nl|less|more|awk)$/.test(program);
