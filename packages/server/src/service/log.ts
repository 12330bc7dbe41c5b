/** The log: one line of JSON per record, on stderr. What would need redaction is never logged. */
import { Refusal } from '@synapse/contract';
import pino, { type Logger } from 'pino';

export function createLog(level: string): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    // Synchronous, because the last lines before a crash matter most.
    pino.destination({ dest: 2, sync: true }),
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
