/** The log: one line of JSON per record, on stderr. What needs redaction is not logged in the first place. */
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
    // Synchronous: the last lines before a crash are the ones that matter.
    pino.destination({ dest: 2, sync: true }),
  );
}

/** Name, message and stack only: other properties of an error may carry what was being worked on. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  return { name: error.name, message: error.message, stack: error.stack };
}
