/**
 * Steps that several sandboxes take in Perl, which almost every Linux has: it can make any system call by its number.
 * No module is loaded, because that takes longer than all the rest. A step that fails ends the program before the
 * command.
 */
import { shellQuote } from '../shell-quote.ts';
import type { Processor } from './mechanism.ts';

/** Numbers of the calls that differ between processors. */
export const CALLS = {
  x86_64: {
    mount: 165,
    umount2: 166,
    prctl: 157,
    capset: 126,
    clone: 56,
    setsid: 112,
    openat: 257,
    close: 3,
    prlimit: 302,
  },
  aarch64: {
    mount: 40,
    umount2: 39,
    prctl: 167,
    capset: 91,
    clone: 220,
    setsid: 157,
    openat: 56,
    close: 57,
    prlimit: 261,
  },
} as const;

/** `must` ends the program with what went wrong, where a call has failed. */
export const MUST = `sub must { my ($what, $result) = @_; return $result if defined $result && $result != -1; print STDERR "sandbox: $what: $!\\n"; exit 125 }`;

/** Becomes the program that the arguments name. */
export const RUN = 'exec { $ARGV[0] } @ARGV; must("exec", -1);';

/** Ends as the process in `$child` did, once that has ended. Other children that end meanwhile are noted. */
export const END_AS_CHILD = '1 while wait != $child; my $end = $? & 127 ? 128 + ($? & 127) : $? >> 8;';

/** Descriptors from `first` on are closed; 436 is close_range, since Linux 5.9. */
const closeFrom = (first: number): string =>
  `if (syscall(436, ${first}, 0xffffffff, 0) == -1) { for (${first} .. 4095) { if (open(my $f, "<&=", $_)) { close $f } } }`;

/** Runs a program with the descriptors from 10 on closed, which a shell cannot name. */
export const withoutHighDescriptors = `perl -e ${shellQuote(`${closeFrom(10)} exec { $ARGV[0] } @ARGV; exit 127`)}`;

/**
 * A process that crashes leaves no dump of its memory: neither a file, nor one that the kernel hands to a program of the
 * system, which it starts outside of any sandbox. At a limit (4: RLIMIT_CORE) of 1 there is neither; at 0 such a program is
 * started all the same. A process with a limit of 0 cannot raise it, and keeps it.
 */
export const noCoreDumps = (processor: Processor, pid: string): string =>
  `{ my $one = pack("Q2", 1, 1); syscall(${CALLS[processor].prlimit}, ${pid}, 4, $one, 0) }`;

/**
 * The last steps of the process that becomes the command: a session of its own, no descriptor but the three, no
 * privilege, the filter. Of root's privileges one is left: reading files of others (CAP_DAC_READ_SEARCH, number 2), if
 * it is there. The numbers of prctl: 24 takes a capability out of reach, 47 ambient ones, 38 no new privileges, 22 the
 * filter.
 */
export function becomeCommand(processor: Processor, filter: Buffer): string {
  const { prctl, capset, setsid } = CALLS[processor];
  return `syscall(${setsid}); ${closeFrom(3)} ${noCoreDumps(processor, '0')}
open(my $s, "<", "/proc/self/status") or must("status", -1); my $has = 0; while (<$s>) { $has = hex($1) & 4 if /^CapPrm:\\s*(\\w+)/ } close $s;
my $kept = $> == 0 ? $has : 0;
for my $c (0 .. 63) { last if !($kept && $c == 2) && syscall(${prctl}, 24, $c, 0, 0, 0) == -1 }
my ($head, $caps) = (pack("LL", 0x20080522, 0), pack("L6", $kept, $kept, $kept, 0, 0, 0));
must("capset", syscall(${capset}, $head, $caps)); syscall(${prctl}, 47, 4, 0, 0, 0);
must("ambient", syscall(${prctl}, 47, 2, 2, 0, 0)) if $kept;
must("no new privileges", syscall(${prctl}, 38, 1, 0, 0, 0));
${loadFilter(prctl, filter)}
${RUN}`;
}

/** A process that can gain no privilege may load a filter, which all that it starts inherits. */
export const loadFilter = (prctl: number, filter: Buffer): string =>
  `my $filter = pack("H*", "${filter.toString('hex')}"); my $program = pack("S x6 P", length($filter) / 8, $filter);
must("filter", syscall(${prctl}, 22, 2, $program, 0, 0));`;

/** The program comes in a variable, which is gone before it runs, and a list of processes shows what it is. */
const PROGRAM = 'SYNAPSE_SANDBOX';
const LOAD = `my $text = delete $ENV{${PROGRAM}}; $0 = "synapse: sandbox"; eval $text; print STDERR "sandbox: $@"; exit 125`;

/** Shell text that puts the program where `perl` finds it; the shell that runs it needs one of its own. */
export const givePerl = (program: string): string => `export ${PROGRAM}=${shellQuote(program)}`;
/** Shell text that runs `argv` by the program that was given. */
export const runPerl = (argv: readonly string[]): string =>
  `perl -e ${shellQuote(LOAD)} ${argv.map(shellQuote).join(' ')}`;
/** Both, in a shell of their own. */
export const perl = (program: string, argv: readonly string[]): string =>
  `( ${givePerl(program)}; exec ${runPerl(argv)} )`;
/** For whatever starts it with another environment. */
export const PERL_VARIABLE = PROGRAM;
