/**
 * Landlock, for places where no namespaces can be made: most containers, and systems that keep users from it. It takes
 * no privilege. Rules on paths keep the command from writing, a scope from signals, and the filter of system calls from
 * what Landlock does not know: sockets, modes, owners, times. There is no private `/tmp`: nothing at all can be written.
 *
 * `setpriv` of util-linux 2.40 can set such rules too, but neither the scope nor the filter; so Perl makes the calls.
 */
import type { Mechanism, Processor } from './mechanism.ts';
import { becomeCommand, CALLS, END_AS_CHILD, MUST, perl } from './perl-steps.ts';
import { readingRules } from './reading-rules.ts';
import { systemCallFilter } from './system-call-filter.ts';

export const landlock: Mechanism = {
  name: 'landlock',
  namespaces: [],
  worksOn: ({ kernel }) => kernel === 'Linux',
  wrap: (argv, system) => {
    if (system.kernel !== 'Linux') throw new RangeError('Landlock needs Linux');
    const { processor } = system;
    const filter = systemCallFilter(processor, { namespaces: false });
    const steps = [
      MUST,
      watchOver(processor),
      readingRules(processor, { alone: true }),
      becomeCommand(processor, filter),
    ];
    return perl(steps.join('\n'), argv);
  },
};

/**
 * The process in front adopts what the command leaves behind (36: subreaper), and kills it when the command has ended.
 * It stays outside the rules, so that no process inside can reach it.
 */
function watchOver(processor: Processor): string {
  const { prctl } = CALLS[processor];
  return `must("prctl", syscall(${prctl}, 1, 9, 0, 0, 0)); must("prctl", syscall(${prctl}, 36, 1, 0, 0, 0));
my $child = fork; must("fork", $child);
if ($child) { close STDIN; ${END_AS_CHILD}
while ((my $gone = waitpid(-1, 1)) != -1) { next if $gone; opendir(my $d, "/proc"); for (grep { /^\\d/ } readdir $d) { open(my $f, "<", "/proc/$_/stat") or next; my $s = <$f> // ""; kill 9, $1 if $s =~ /^(\\d+) .*\\) \\S (\\d+) / && $2 == $$ } wait }
exit $end }
must("prctl", syscall(${prctl}, 1, 9, 0, 0, 0));`;
}
