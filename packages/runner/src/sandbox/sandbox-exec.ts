/**
 * macOS: its own `sandbox-exec` with a profile that allows reading and little else. Written from its documentation, and
 * never tried by our tests, which run on Linux. As everywhere, nothing runs in it before the probe has tried it on the
 * target.
 */
import { shellQuote } from '../shell-quote.ts';
import type { Mechanism } from './mechanism.ts';

const PROFILE = [
  '(version 1)(deny default)(allow process-fork)(allow process-exec)(allow file-read*)(allow sysctl-read)',
  '(allow process-info*)(allow signal (target same-sandbox))(deny network*)(deny mach-lookup)',
  '(deny file-read* (regex #"/[.](ssh/(id_|.*_key)|gnupg|aws|azure|kube|docker|netrc|pgpass|env)"))',
  '(allow file-write* (literal "/dev/null") (literal "/dev/stdout") (literal "/dev/stderr") (literal "/dev/tty"))',
].join('');

/** The rest of the environment may hold secrets. */
const CLEAN = ['PATH', 'HOME', 'USER', 'LOGNAME', 'LANG', 'TZ', 'TERM', 'SHELL', 'PWD', 'SYNAPSE_EXECUTION']
  .map((name) => `${name}="$${name}"`)
  .reduce((command, variable) => `${command} ${variable}`, 'env -i');

export const sandboxExec: Mechanism = {
  name: 'sandbox-exec',
  namespaces: [],
  worksOn: ({ kernel }) => kernel === 'Darwin',
  wrap: (argv) => `${CLEAN} sandbox-exec -p ${shellQuote(PROFILE)} ${argv.map(shellQuote).join(' ')}`,
};
