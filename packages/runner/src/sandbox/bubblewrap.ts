/** Bubblewrap: everything read-only, namespaces of its own, the filter of system calls, and rules for reading. */
import { KEPT_OF_RUN } from './kept-of-run.ts';
import { ALL_NAMESPACES, type Mechanism } from './mechanism.ts';
import { givePerl, MUST, noCoreDumps, RUN, runPerl, withoutHighDescriptors } from './perl-steps.ts';
import { readingRules } from './reading-rules.ts';
import { systemCallFilter } from './system-call-filter.ts';

const OPTIONS = [
  // The target's own /proc stays, so that `ps` shows all processes. They cannot be signalled or opened from inside.
  '--ro-bind / / --dev /dev --ro-bind-try /dev/shm /dev/shm --remount-ro /dev',
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
/** What is in `/tmp` is shown; what is written there, only its own layer has. Before version 0.11 nothing can be. */
const OWN_TMP = 'T=; case $(bwrap --help 2>&1) in *--tmp-overlay*) T="--overlay-src /tmp --tmp-overlay /tmp";; esac;';
const CLOSED = '3<&- 4<&- 5<&- 6<&- 7<&- 8<&-';

export const bubblewrap: Mechanism = {
  name: 'bubblewrap',
  namespaces: ALL_NAMESPACES,
  worksOn: ({ kernel }) => kernel === 'Linux',
  wrap: (argv, system) => {
    if (system.kernel !== 'Linux') throw new RangeError('bubblewrap needs Linux');
    const { processor } = system;
    const filter = [...systemCallFilter(processor)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`);
    const given = givePerl(
      [MUST, noCoreDumps(processor, '0'), readingRules(processor, { alone: false }), RUN].join('\n'),
    );
    // The filter comes through a pipe of its own, and the program's input is kept aside meanwhile.
    return `( ${given}; ${FENCE} ${OWN_TMP} printf '${filter.join('')}' | fence bwrap ${OPTIONS} $T -- ${runPerl(argv)} 9<&0 0<&8 ${CLOSED} ) 8<&0`;
  },
};
