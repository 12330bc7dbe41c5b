/** The log: one line of JSON per record, on stderr. What would need redaction is never logged. */
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

/** Name, message and stack only: other properties of an error may contain user data. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  return { name: error.name, message: error.message, stack: error.stack };
}
