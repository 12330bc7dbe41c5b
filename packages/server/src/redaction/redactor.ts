/** Removes the vault's values from output. Built once per vault version, shared by all streams. */
import type { Automaton } from './automaton.ts';
import { buildAutomaton } from './build-automaton.ts';
import type { Cover } from './covered-output.ts';
import { type NamedValue, type Patterns, patternsOf } from './patterns.ts';
import { PIECE } from './piece-hash.ts';
import { type RedactedBytes, type RedactedText, redactedTextOf } from './redacted.ts';
import { createRedactionStream, type RedactionStream, type StreamOptions } from './redaction-stream.ts';
import { isSpecial, type ScanTables } from './scanner.ts';
import { finish, type Steps } from './steps.ts';

export interface Redactor {
  /** States of the automaton; each takes about 20 bytes of memory. */
  readonly weight: number;
  /** One for each time that secrets were added. None if there are no secrets. */
  readonly tables: readonly ScanTables[];
  /** Whether it also hides private data that is known by its shape alone. */
  readonly shapes: boolean;
  /** One for stdout, one for stderr: a stream has state and is used once. */
  stream(options?: Omit<StreamOptions, 'onFound' | 'shapes'>): RedactionStream;
  /** For error texts and progress messages. */
  redactText(text: string): RedactedText;
  /** The same for a long text, in steps. */
  redactSteps(text: string): Steps<RedactedText>;
  /** What would be taken out of these bytes, from left to right, in steps. */
  coverSteps(bytes: Buffer): Steps<Cover[]>;
}

/** What a match may span beyond its own characters: escapes and colours turn one character into up to 18 bytes. */
const SPAN_FACTOR = 24;
const SPAN_SLACK = 4096;

/** A long text is processed in chunks, like output, so that not all matches are held at once. */
const CHUNK = 64 * 1024;

/** All at once, for vaults that are known to be small. */
export function buildRedactor(secrets: Iterable<NamedValue>): Redactor {
  return finish(redactorSteps(secrets));
}

/** In steps, so that others do not notice a large vault. */
export function* redactorSteps(secrets: Iterable<NamedValue>): Steps<Redactor> {
  const all = [...secrets];
  const patterns = yield* patternsOf(all);
  if (patterns.size === 0) return emptyRedactor;
  const automaton = yield* buildAutomaton(patterns);
  const yielding = new Set(all.filter(({ yields }) => yields).map(({ name }) => name));
  return redactorOf([scanTables(automaton, patterns, yielding)]);
}

const joined = new WeakMap<Redactor, WeakMap<Redactor, Redactor>>();

/**
 * Removes what either of them finds, also if their matches overlap. Each reads every byte. The result
 * is cached per pair, so that callers can tell by identity that nothing has changed.
 */
export function joinRedactors(one: Redactor, other: Redactor): Redactor {
  if (other.tables.length === 0 && !other.shapes) return one;
  const others = joined.get(one) ?? new WeakMap<Redactor, Redactor>();
  joined.set(one, others);
  let known = others.get(other);
  if (known === undefined) {
    known = redactorOf([...one.tables, ...other.tables], one.shapes || other.shapes);
    others.set(other, known);
  }
  return known;
}

const hiding = new WeakMap<Redactor, Redactor>();

/** The same one each time, which also hides private data that is known by its shape alone: keys, tokens, passwords. */
export function hidingShapes(redactor: Redactor): Redactor {
  if (redactor.shapes) return redactor;
  let known = hiding.get(redactor);
  if (known === undefined) {
    known = redactorOf(redactor.tables, true);
    hiding.set(redactor, known);
  }
  return known;
}

export function scanTables(
  automaton: Automaton,
  patterns: Patterns,
  yielding: ReadonlySet<string> = new Set(),
): ScanTables {
  const columns = Uint8Array.from(automaton.classes, (cls, byte) => (isSpecial(byte) ? automaton.classCount : cls));
  return {
    automaton,
    columns,
    rowStarts: Int32Array.from(columns, (column) => column * automaton.denseCount),
    maxSpan: Math.max(automaton.maxDepth, PIECE) * SPAN_FACTOR + SPAN_SLACK,
    yielding,
    countsBytes: countsBytes(patterns),
  };
}

function countsBytes(patterns: Patterns): boolean {
  for (const meanings of patterns.values()) {
    if (meanings.some(({ exactLength, token }) => exactLength !== 0 && token === null)) return true;
  }
  return false;
}

function redactorOf(tables: readonly ScanTables[], shapes = false): Redactor {
  const stream: Redactor['stream'] = (options) => createRedactionStream(tables, { ...options, shapes });
  function* redactSteps(text: string): Steps<RedactedText> {
    const one = stream();
    const bytes = Buffer.from(text);
    const pieces: RedactedBytes[] = [];
    for (let at = 0; at < bytes.length; at += CHUNK) {
      pieces.push(one.push(bytes.subarray(at, at + CHUNK)));
      yield;
    }
    pieces.push(one.end());
    return redactedTextOf(pieces);
  }
  function* coverSteps(bytes: Buffer): Steps<Cover[]> {
    const covers: Cover[] = [];
    const one = createRedactionStream(tables, { shapes, onCover: (cover) => covers.push(cover) });
    for (let at = 0; at < bytes.length; at += CHUNK) {
      one.push(bytes.subarray(at, at + CHUNK));
      yield;
    }
    one.end();
    return covers;
  }
  return {
    weight: tables.reduce((sum, { automaton }) => sum + automaton.depth.length, 0),
    tables,
    shapes,
    stream,
    redactText: (text) => finish(redactSteps(text)),
    redactSteps,
    coverSteps,
  };
}

const emptyRedactor = redactorOf([]);
