/**
 * From the vault's values to the normalised byte strings that are searched for, and the rule under which each counts.
 */
import { echoed } from './echoed.ts';
import { allForms, type Form, leanForms } from './encoded-forms.ts';
import { escapedForms } from './escaped.ts';
import { normalise, trimSeparators } from './normal-bytes.ts';
import { PIECE } from './piece-hash.ts';
import type { Steps } from './steps.ts';
import { effectiveLength, FULL_LENGTH, isCommon, TOKEN_LENGTH } from './weakness.ts';

export interface NamedValue {
  readonly name: string;
  readonly value: string;
  /** The reader of the output set it, and knows it: a match gives way to an overlapping one of another value. */
  readonly yields?: boolean;
}

export interface Pattern {
  readonly name: string;
  /**
   * 0: any separators may be inside. Otherwise the number of bytes that a match must span, so that it contains exactly
   * as many separators as the value. Short patterns would otherwise be found across the words or columns of innocent
   * text.
   */
  readonly exactLength: number;
  /** Set for a short value: the exact bytes that must stand alone as a word. */
  readonly token: Buffer | null;
  /** A part of a long form, `PIECE` characters long. */
  readonly piece: boolean;
}

/** Normalised bytes (as latin1) → what they stand for. More than one entry only if exact lengths differ. */
export type Patterns = ReadonlyMap<string, readonly Pattern[]>;

const LINE_LENGTH = 8;
/** Below these lengths a form is searched without extra separators. Digits alone are common in columns. */
const LOOSE_LENGTH = { plain: 8, encoded: 7 };
const LOOSE_DIGITS = 12;
/** No common word is longer. The matcher tries each length of such a rule, so there must be few. */
const LONGEST_COMMON = 12;
/**
 * A longer form is cut into pieces, each of which counts on its own: it would need as many states as it has characters.
 */
const LONGEST_WHOLE = 254;
/**
 * Longer values get fewer forms (their single lines still get all). So do the longest values, if the total is too
 * large.
 */
const FULL_VALUE_BYTES = 1024;
const FULL_MULTILINE_BYTES = 256;
const FULL_TOTAL_BYTES = 32 * 1024;
/** The rare forms are for short values of one line, and only for as many as can be built in an instant. */
const RARE_VALUE_BYTES = 64;
const RARE_TOTAL_BYTES = 4 * 1024;

/** A form of this length is a step of its own. */
const LONG_STEP = 4096;

/** Lines that every file of their format contains. Replacing them would spoil innocent output. */
const ARMOUR = /^-{4,5} ?(BEGIN|END) [A-Z0-9 ]{1,60}-{4,5}$/;
const BOILERPLATE = new Set(['apiVersion: v1', 'kind: Config', 'preferences: {}', '"type": "service_account",']);

export function* patternsOf(secrets: Iterable<NamedValue>): Steps<Patterns> {
  const patterns = new Map<string, Pattern[]>();
  let fullBytes = 0;
  let rareBytes = 0;
  const order = (a: NamedValue, b: NamedValue): number =>
    Number(a.yields ?? false) - Number(b.yields ?? false) || a.value.length - b.value.length;
  for (const { name, value } of [...secrets].sort(order)) {
    if (effectiveLength(value) < FULL_LENGTH) {
      addToken(patterns, name, value);
      continue;
    }
    const units = unitsOf(value);
    for (const unit of units) {
      const size = Buffer.byteLength(unit);
      const full =
        size <= (unit.includes('\n') ? FULL_MULTILINE_BYTES : FULL_VALUE_BYTES) && fullBytes + size <= FULL_TOTAL_BYTES;
      if (full) fullBytes += size;
      const short = units.length === 1 && size <= RARE_VALUE_BYTES;
      const rare = full && short && rareBytes + size <= RARE_TOTAL_BYTES;
      if (rare) rareBytes += size;
      const common = size <= LONGEST_COMMON && isCommon(unit);
      for (const form of full ? allForms(unit, rare) : leanForms(unit)) {
        addForm(patterns, name, form, common);
        if (form.bytes.length > LONG_STEP) yield;
      }
      yield;
    }
    for (const unit of [...echoed(value), ...escapedForms(value)].flatMap(unitsOf)) {
      if (effectiveLength(unit) < FULL_LENGTH) continue;
      for (const form of leanForms(unit)) addForm(patterns, name, form, isCommon(unit));
      yield;
    }
  }
  return patterns;
}

/** The value without outer separators, and each line of a multi-line one that is long enough to mean something. */
function unitsOf(value: string): string[] {
  const core = trimSeparators(value);
  const lines = core.split(/[\r\n]+/).map(trimSeparators);
  if (lines.length === 1) return [core];
  return [core, ...lines.filter((line) => effectiveLength(line) >= LINE_LENGTH && !isBoilerplate(line))];
}

function isBoilerplate(line: string): boolean {
  return ARMOUR.test(line) || BOILERPLATE.has(line);
}

/** A common value is only searched as it is: `31 32 33 34 35 36` is more likely a column than `123456` in hex. */
function addForm(patterns: Map<string, Pattern[]>, name: string, { bytes, kind }: Form, common: boolean): void {
  const normal = normalise(bytes).toString('latin1');
  if (normal.length < FULL_LENGTH) return;
  if (normal.length > LONGEST_WHOLE) {
    addPieces(patterns, name, normal);
    return;
  }
  const loose = !common && normal.length >= (/^\d+$/.test(normal) ? LOOSE_DIGITS : LOOSE_LENGTH[kind]);
  const exactLength = loose ? 0 : bytes.length;
  add(patterns, normal, { name, exactLength, token: null, piece: false });
}

/** Neighbouring pieces share a character, so that matches of them join into one. */
function addPieces(patterns: Map<string, Pattern[]>, name: string, normal: string): void {
  const pattern = { name, exactLength: 0, token: null, piece: true };
  const whole = isOneCharacter(normal);
  for (let at = 0; at < normal.length - 1; at += PIECE - 1) {
    const piece = at + PIECE <= normal.length ? normal.slice(at, at + PIECE) : normal.slice(-PIECE);
    // A run of one character inside a value says nothing about it, and occurs in many outputs.
    if (whole || !isOneCharacter(piece)) add(patterns, piece, pattern);
  }
}

function isOneCharacter(text: string): boolean {
  return /^([\s\S])\1*$/.test(text);
}

function addToken(patterns: Map<string, Pattern[]>, name: string, value: string): void {
  const core = trimSeparators(value);
  if (effectiveLength(core) < TOKEN_LENGTH || isCommon(core)) return;
  const token = Buffer.from(core);
  add(patterns, normalise(token).toString('latin1'), { name, exactLength: token.length, token, piece: false });
}

/** If two secrets share a form, the first name stays. A rule that matches more replaces a narrower one. */
function add(patterns: Map<string, Pattern[]>, normal: string, pattern: Pattern): void {
  const there = patterns.get(normal);
  if (there === undefined) {
    patterns.set(normal, [pattern]);
  } else if (pattern.exactLength === 0 && there.every((other) => other.exactLength !== 0)) {
    patterns.set(normal, [pattern]);
  } else if (there.every((other) => other.exactLength !== 0 && !sameRule(other, pattern))) {
    there.push(pattern);
  }
}

function sameRule(one: Pattern, other: Pattern): boolean {
  if (one.token !== null && other.token !== null) return one.token.equals(other.token);
  return one.token === other.token && one.exactLength === other.exactLength;
}
