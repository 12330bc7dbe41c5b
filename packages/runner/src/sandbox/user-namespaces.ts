/** User namespaces without bubblewrap: a few lines of Perl make them, and do inside what bubblewrap does. */
import { KEPT_OF_RUN } from './kept-of-run.ts';
import { ALL_NAMESPACES, type Mechanism, type Processor } from './mechanism.ts';
import { becomeCommand, CALLS, END_AS_CHILD, MUST, perl } from './perl-steps.ts';
import { readingRules } from './reading-rules.ts';
import { systemCallFilter } from './system-call-filter.ts';

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET, and SIGCHLD at the end. */
const NEW_NAMESPACES = 0x7e020000 + 17;

export const userNamespaces: Mechanism = {
  name: 'user-namespaces',
  namespaces: ALL_NAMESPACES,
  worksOn: ({ kernel }) => kernel === 'Linux',
  wrap: (argv, system) => {
    if (system.kernel !== 'Linux') throw new RangeError('user namespaces need Linux');
    return perl([MUST, make(system.processor), setUp(system.processor), run(system.processor)].join('\n'), argv);
  },
};

/**
 * Makes the namespaces, and tells the kernel from outside who is who in them: everybody is who they are. Root has to
 * see all users, else it could not read their files; where that is refused, and for other logins, only oneself is known.
 */
function make(processor: Processor): string {
  const { prctl, clone } = CALLS[processor];
  return `must("prctl", syscall(${prctl}, 1, 9, 0, 0, 0)); pipe(my $told, my $tell) or must("pipe", -1);
sub all { open(my $f, "<", $_[0]) or return ""; join "", map { /(\\d+)\\s+\\d+\\s+(\\d+)/ ? "$1 $1 $2\\n" : "" } <$f> }
sub put { open(my $f, ">", $_[0]) or return 0; syswrite($f, $_[1]) }
my $child = must("namespaces", syscall(${clone}, ${NEW_NAMESPACES}, 0, 0, 0, 0));
if ($child) { close $told; close STDIN;
for (["uid_map", $>], ["gid_map", $) + 0]) { my ($map, $id) = @$_; next if $> == 0 && put("/proc/$child/$map", all("/proc/self/$map"));
put("/proc/$child/setgroups", "deny"); put("/proc/$child/$map", "$id $id 1\\n") or must($map, -1) }
syswrite($tell, "x"); close $tell; ${END_AS_CHILD} exit $end }
close $tell; must("prctl", syscall(${prctl}, 1, 9, 0, 0, 0)); sysread($told, my $x, 1) or exit 125; close $told;`;
}

/**
 * The first process of the new namespaces; when it ends, the kernel kills all the others. 442 is mount_setattr
 * (everything read-only in one call; since Linux 5.12). What is in `/tmp` is shown, and what is written there goes to a
 * layer above it that nobody else sees (since Linux 5.11); where there is no such layer, nothing can be written there.
 */
function setUp(processor: Processor): string {
  const { mount } = CALLS[processor];
  const kept = KEPT_OF_RUN.filter((path) => path !== '/run/current-system');
  return `sub mnt { my ($from, $to, $type, $flags, $data) = @_; must("mount $to", syscall(${mount}, $from, $to, $type, $flags, $data)) }
sub attr { my ($path, $flags, $set, $clear) = @_; my $a = pack("Q4", $set, $clear, 0, 0); must("attributes of $path", syscall(442, -100, $path, $flags, $a, 32)) }
sub touch { open(my $f, ">", $_[0]) or must($_[0], -1) }
mnt("none", "/", "", 0x44000, 0);
sysopen(my $was, "/tmp", 010000000) or must("/tmp", -1);
mnt("tmpfs", "/tmp", "tmpfs", 6, "mode=755"); mkdir "/tmp/$_" for qw(dev run was own);
my ($there, $here, $no) = ("/proc/self/fd/" . fileno($was), "/tmp/was", ""); syscall(${mount}, $there, $here, $no, 4096, 0); close $was;
for my $d (qw(null zero full random urandom tty)) { next unless -e "/dev/$d"; touch("/tmp/dev/$d"); mnt("/dev/$d", "/tmp/dev/$d", "", 4096, 0) }
symlink("/proc/self/fd", "/tmp/dev/fd"); symlink("/proc/self/fd/$$_[0]", "/tmp/dev/$$_[1]") for [0, "stdin"], [1, "stdout"], [2, "stderr"]; mkdir "/tmp/dev/shm"; mnt("/dev/shm", "/tmp/dev/shm", "", 20480, 0) if -d "/dev/shm";
for my $p (qw(${kept.join(' ')})) { next unless -e $p; my $at = "/tmp"; for my $part (split "/", substr($p, 1)) { $at .= "/$part"; -d "/" . substr($at, 5) ? mkdir($at) : touch($at) } mnt($p, "/tmp$p", "", 20480, 0) }
mnt("/tmp/dev", "/dev", "", 20480, 0); mnt("/tmp/run", "/run", "", 20480, 0);
attr("/", 0x8000, 7, 0);
for my $d (qw(null zero full random urandom tty)) { attr("/dev/$d", 0, 0, 4) if -e "/dev/$d" }
mnt("tmpfs", "/tmp/own", "tmpfs", 6, "mode=755"); mkdir "/tmp/own/$_" for qw(up work); chmod 01777, "/tmp/own/up";
my ($kind, $to, $how) = ("overlay", "/tmp", "lowerdir=/tmp/was,upperdir=/tmp/own/up,workdir=/tmp/own/work");
syscall(${mount}, $kind, $to, $kind, 6, "$how,userxattr") == 0 or syscall(${mount}, $kind, $to, $kind, 6, $how) == 0 or mnt("/tmp/was", "/tmp", "", 20480, 0);`;
}

function run(processor: Processor): string {
  return `my $child = fork; must("fork", $child);
if ($child) { close STDIN; ${END_AS_CHILD} exit $end }
${readingRules(processor, { alone: false })}
${becomeCommand(processor, systemCallFilter(processor))}`;
}
