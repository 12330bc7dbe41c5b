/** Bubblewrap: everything read-only, namespaces of its own, and the filter of system calls. */
import { shellQuote } from '../shell-quote.ts';
import { KEPT_OF_RUN } from './kept-of-run.ts';
import { ALL_NAMESPACES, type Mechanism } from './mechanism.ts';
import { withoutHighDescriptors } from './perl-steps.ts';
import { systemCallFilter } from './system-call-filter.ts';

const OPTIONS = [
  // The target's own /proc stays, so that `ps` shows all processes. They cannot be signalled or opened from inside.
  '--ro-bind / / --dev /dev --remount-ro /dev --tmpfs /tmp',
  `--tmpfs /run ${KEPT_OF_RUN.map((path) => `--ro-bind-try ${path} ${path}`).join(' ')} --remount-ro /run`,
  '--unshare-user --unshare-all --cap-drop ALL --new-session --die-with-parent --seccomp 9',
].join(' ');

/**
 * Descriptors that the target's own shell was left with must not reach the inside. A shell can name them only up to 9,
 * so Perl closes the others where there are any. The probe refuses a sandbox in which one is open.
 */
const FENCE = [
  'fence() { "$@"; }; for d in /proc/self/fd/*; do case ${d##*/} in ?) ;; *) command -v perl >/dev/null || break;',
  `fence() { ${withoutHighDescriptors} "$@"; };;`,
  'esac; done;',
].join(' ');
const CLOSED = '3<&- 4<&- 5<&- 6<&- 7<&- 8<&-';

export const bubblewrap: Mechanism = {
  name: 'bubblewrap',
  namespaces: ALL_NAMESPACES,
  worksOn: ({ kernel }) => kernel === 'Linux',
  wrap: (argv, system) => {
    if (system.kernel !== 'Linux') throw new RangeError('bubblewrap needs Linux');
    const filter = [...systemCallFilter(system.processor)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`);
    const inside = argv.map(shellQuote).join(' ');
    // The filter comes through a pipe of its own, and the program's input is kept aside meanwhile.
    return `{ ${FENCE} printf '${filter.join('')}' | fence bwrap ${OPTIONS} -- ${inside} 9<&0 0<&8 ${CLOSED}; } 8<&0`;
  },
};
