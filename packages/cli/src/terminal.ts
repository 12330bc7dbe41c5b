/** Where a command writes: data on stdout, everything else on stderr, colour only for a person. */

import type { ReadStream, WriteStream } from 'node:tty';
import { visibleText } from '@synapse/contract/visible-text';
import { createHarmlessText, harmless } from './harmless-text.ts';
import { shownTime } from './shown-time.ts';

export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True when the answer is for a program. */
  readonly json: boolean;
  /** True when a person can be asked. */
  readonly interactive: boolean;
  /** Writes data as it comes. On a terminal, control sequences are made harmless. `flush` ends it. */
  write(text: string, stream?: 'stdout' | 'stderr'): void;
  /** Whether a person reads it as it comes. */
  isScreen(stream: 'stdout' | 'stderr'): boolean;
  flush(): void;
  /** The answer: as JSON if that was asked for, otherwise as text. */
  answer(value: unknown, text: () => string): void;
  /** A remark for a person. */
  say(text: string): void;
  /** A time: how long ago on a terminal, ISO 8601 elsewhere. */
  time(iso: string): string;
  /** Progress: shown on a terminal only, always on the same line. */
  progress(text: string): void;
  dim(text: string): string;
  bold(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
}

export interface TerminalParts {
  readonly stdin: ReadStream | NodeJS.ReadStream;
  readonly stdout: WriteStream | NodeJS.WriteStream;
  readonly stderr: WriteStream | NodeJS.WriteStream;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function createTerminal(parts: TerminalParts, options: { json: boolean; color: boolean }): Terminal {
  const { stdin, stdout, stderr, env } = parts;
  const colour = options.color && !env.NO_COLOR && env.TERM !== 'dumb' && stdout.isTTY === true && !options.json;
  const paint =
    (code: number) =>
    (text: string): string =>
      colour ? `\x1b[${code}m${text}\x1b[0m` : text;
  const streams = { stdout, stderr };
  const filters = { stdout: createHarmlessText(), stderr: createHarmlessText() };
  const shown = (text: string, stream: 'stdout' | 'stderr') => (streams[stream].isTTY === true ? harmless(text) : text);
  let showing = false;
  const clear = (): void => {
    if (showing) stderr.write('\r\x1b[K');
    showing = false;
  };
  return {
    env,
    json: options.json,
    interactive: stdin.isTTY === true && stderr.isTTY === true,
    write: (text, stream = 'stdout') => {
      clear();
      streams[stream].write(streams[stream].isTTY === true ? filters[stream].pass(text) : text);
    },
    isScreen: (stream) => streams[stream].isTTY === true,
    flush: () => {
      for (const stream of ['stdout', 'stderr'] as const) {
        const rest = filters[stream].end();
        if (rest !== '') streams[stream].write(rest);
      }
    },
    answer: (value, text) => {
      clear();
      const words = shown(options.json ? JSON.stringify(value, null, 2) : text(), 'stdout');
      if (words !== '') stdout.write(words.endsWith('\n') ? words : `${words}\n`);
    },
    say: (text) => {
      clear();
      stderr.write(`${shown(text, 'stderr')}\n`);
    },
    progress: (text) => {
      if (stderr.isTTY !== true) return;
      stderr.write(`\r\x1b[K${printable(text).slice(0, (stderr.columns ?? 80) - 1)}`);
      showing = true;
    },
    time: (iso) => (stdout.isTTY === true ? shownTime(iso) : iso),
    dim: paint(2),
    bold: paint(1),
    red: paint(31),
    green: paint(32),
    yellow: paint(33),
  };
}

/** Text from elsewhere must not control the terminal. */
export function printable(text: string): string {
  return visibleText(text).replaceAll('\n', ' ⏎ ').replaceAll('\t', ' ');
}

/** The same for a text whose lines stay lines. */
export function printableLines(text: string): string[] {
  return visibleText(text).split('\n').map(printable);
}

/** What a table is written to: a terminal so wide, or anything else (null). */
export interface Screen {
  readonly columns: number | null;
  readonly now?: number;
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const GAP = '  ';
/** A column is not cut to less. */
const LEAST = 8;

/** Columns as wide as they need to be. On a terminal, times are for a person, and what does not fit is cut or left out. */
export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
  screen: Screen = screenOf(process.stdout),
): string {
  const text = (cell: string | number | null | undefined): string => {
    const shown = cell === null || cell === undefined ? '-' : String(cell);
    return screen.columns !== null && ISO_TIME.test(shown) ? shownTime(shown, screen.now) : printable(shown);
  };
  const all = [head, ...rows].map((row) => row.map(text));
  const whole = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const { shown, widths } = fitting(whole, screen.columns);
  const cells = all.map((row) => shown.map((column) => row[column] ?? ''));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cut(cell, widths[column]!))
        .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column]!)))
        .join(GAP),
    )
    .join('\n');
}

const screenOf = (stream: NodeJS.WriteStream): Screen => ({ columns: stream.isTTY === true ? stream.columns : null });

const cut = (text: string, width: number): string => (text.length > width ? `${text.slice(0, width - 1)}…` : text);

/**
 * Which columns fit, and how wide. The first one names the row, and is never cut. Of the others the widest gives way
 * first; where even that is not enough, columns are left out, beginning with the last but one.
 */
function fitting(whole: readonly number[], columns: number | null): { shown: number[]; widths: number[] } {
  const shown = whole.map((_, column) => column);
  const widths = [...whole];
  const total = (): number => widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1));
  while (columns !== null && total() > columns && widths.length > 1) {
    const widest = widths.indexOf(Math.max(...widths.slice(1)), 1);
    if (widths[widest]! > LEAST) widths[widest]! -= 1;
    else {
      shown.splice(-2 + Number(shown.length === 2), 1);
      widths.splice(0, widths.length, ...shown.map((column) => whole[column]!));
    }
  }
  return { shown, widths };
}
