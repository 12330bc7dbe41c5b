/** The log, on stderr: one line of JSON per record, or a readable one at a terminal. What would need redaction is never logged. */
import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { Refusal } from '@synapse/contract';
import pino, { type Logger } from 'pino';
import { readableLine } from './readable-log.ts';

const STDERR = 2;

export function createLog(level: string): Logger {
  const write = (json: string): void => {
    const line = readableLine(json, level === 'debug');
    if (line !== null) writeSync(STDERR, line);
  };
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    // Synchronous, because the last lines before a crash matter most.
    isatty(STDERR) ? { write } : pino.destination({ dest: STDERR, sync: true }),
  );
}

/**
 * Name, message and stack only: other properties of an error may contain user data. In English, whatever language the
 * refusal was made in: a log is searched.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, stack = '' } = error;
  const message = error instanceof Refusal ? error.in('en') : error.message;
  return { name, message, stack: stack.replace(error.message, () => message) };
}
