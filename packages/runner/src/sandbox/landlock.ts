/**
 * Landlock, for places where no namespaces can be made: most containers, and systems that keep users from it. It takes
 * no privilege. Rules on paths keep the command from writing, a scope from signals, and the filter of system calls from
 * what Landlock does not know: sockets, modes, owners, times. There is no private `/tmp`: nothing at all can be written.
 *
 * `setpriv` of util-linux 2.40 can set such rules too, but neither the scope nor the filter; so Perl makes the calls.
 */
import { KEPT_OF_RUN } from './kept-of-run.ts';
import type { Mechanism, Processor } from './mechanism.ts';
import { becomeCommand, CALLS, END_AS_CHILD, MUST, perl } from './perl-steps.ts';
import { systemCallFilter } from './system-call-filter.ts';

/** Linux 6.12: the first that keeps signals in. */
const VERSION = 6;
/** Every right but those to run a program and to list a folder. */
const HANDLED = 0xfff6;
const READ = 4;
const WRITE = 2;

export const landlock: Mechanism = {
  name: 'landlock',
  namespaces: [],
  worksOn: ({ kernel }) => kernel === 'Linux',
  wrap: (argv, system) => {
    if (system.kernel !== 'Linux') throw new RangeError('Landlock needs Linux');
    return perl([MUST, watchOver(system.processor), rules(), enter(system.processor)].join('\n'), argv);
  },
};

/**
 * The process in front adopts what the command leaves behind (36: subreaper), and kills it when the command has ended.
 * It stays outside the rules, so that nobody inside can reach it.
 */
function watchOver(processor: Processor): string {
  const { prctl } = CALLS[processor];
  return `must("prctl", syscall(${prctl}, 1, 9, 0, 0, 0)); must("prctl", syscall(${prctl}, 36, 1, 0, 0, 0));
my $child = fork; must("fork", $child);
if ($child) { close STDIN; ${END_AS_CHILD}
while ((my $gone = waitpid(-1, 1)) != -1) { next if $gone; for (glob "/proc/[0-9]*/stat") { open(my $f, "<", $_) or next; my $s = <$f> // ""; kill 9, $1 if $s =~ /^(\\d+) .*\\) \\S (\\d+) / && $2 == $$ } wait }
exit $end }
must("prctl", syscall(${prctl}, 1, 9, 0, 0, 0));`;
}

/**
 * Files can be read everywhere but in /dev and /run. 444 to 446 are the calls of Landlock; 010000000 opens a path
 * without opening what is there.
 */
function rules(): string {
  return `my $v = must("Landlock", syscall(444, 0, 0, 1)); if ($v < ${VERSION}) { print STDERR "sandbox: version $v of Landlock is too old\\n"; exit 125 }
my $a = pack("Q3", ${HANDLED}, 3, 3); my $set = must("rules", syscall(444, $a, 24, 0));
sub rule { my ($path, $rights) = @_; sysopen(my $f, $path, 010000000) or return; my $r = pack("Ql", $rights, fileno $f); must("rule for $path", syscall(445, $set, 1, $r, 0)) }
opendir(my $root, "/") or must("/", -1);
for (readdir $root) { rule("/$_", ${READ}) unless /^\\.\\.?$/ || -l "/$_" || $_ eq "dev" || $_ eq "run" }
rule($_, ${READ}) for grep { -e } qw(${KEPT_OF_RUN.join(' ')});
rule("/dev/$_", ${READ | WRITE}) for qw(null zero full random urandom tty);`;
}

function enter(processor: Processor): string {
  const { prctl } = CALLS[processor];
  return `must("no new privileges", syscall(${prctl}, 38, 1, 0, 0, 0)); must("rules", syscall(446, $set, 0));
${becomeCommand(processor, systemCallFilter(processor, { namespaces: false }))}`;
}
