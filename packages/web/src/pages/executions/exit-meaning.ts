/** What an exit code says by convention, if it says something. */
import type { Catalogue } from '../../i18n/catalogue.ts';

const SIGNALS: Readonly<Record<number, string>> = {
  1: 'SIGHUP',
  2: 'SIGINT',
  3: 'SIGQUIT',
  4: 'SIGILL',
  6: 'SIGABRT',
  7: 'SIGBUS',
  8: 'SIGFPE',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  13: 'SIGPIPE',
  15: 'SIGTERM',
};
/** A shell answers 128 and the number of the signal. */
const SIGNAL_BASE = 128;

export function exitMeaning(code: number, text: Catalogue['executions']['exitCodes']): string | null {
  if (code === 124) return text.timeout;
  if (code === 126) return text.notExecutable;
  if (code === 127) return text.notFound;
  const signal = SIGNALS[code - SIGNAL_BASE];
  return signal === undefined ? null : text.signal(signal);
}
