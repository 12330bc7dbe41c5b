/** Where a command writes: data on stdout, everything else on stderr, colour only for a person. */

import type { ReadStream, WriteStream } from 'node:tty';
import { visibleText } from '@synapse/contract/visible-text';
import { createHarmlessText, harmless } from './harmless-text.ts';

export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True when the answer is for a program. */
  readonly json: boolean;
  /** True when a person can be asked. */
  readonly interactive: boolean;
  /** Writes data as it comes. On a terminal, control sequences are made harmless. `flush` ends it. */
  write(text: string, stream?: 'stdout' | 'stderr'): void;
  flush(): void;
  /** The answer: as JSON if that was asked for, otherwise as text. */
  answer(value: unknown, text: () => string): void;
  /** A remark for a person. */
  say(text: string): void;
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

/** Columns as wide as they need to be; the last one as it is. */
export function table(head: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => (cell === null ? '-' : printable(String(cell)))));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column]!))).join('  '),
    )
    .join('\n');
}
