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
 * layer above it that no other process sees (since Linux 5.11). Where something else is mounted below `/tmp`, no such layer can
 * be made, the kernel's log would say so each time, and nothing can be written there.
 */
function setUp(processor: Processor): string {
  const { mount, umount2 } = CALLS[processor];
  const kept = KEPT_OF_RUN.filter((path) => path !== '/run/current-system');
  return `sub mnt { my ($from, $to, $type, $flags, $data) = @_; must("mount $to", syscall(${mount}, $from, $to, $type, $flags, $data)) }
sub attr { my ($path, $flags, $set, $clear) = @_; my $a = pack("Q4", $set, $clear, 0, 0); must("attributes of $path", syscall(442, -100, $path, $flags, $a, 32)) }
sub touch { open(my $f, ">", $_[0]) or must($_[0], -1) }
mnt("none", "/", "", 0x44000, 0);
my ($at) = grep { -d } qw(/sys /mnt /srv /opt); must("a place", -1) unless defined $at;
mnt("tmpfs", $at, "tmpfs", 6, "mode=755"); mkdir "$at/$_" for qw(dev run was own); mnt("/tmp", "$at/was", "", 20480, 0);
for my $d (qw(null zero full random urandom tty)) { next unless -e "/dev/$d"; touch("$at/dev/$d"); mnt("/dev/$d", "$at/dev/$d", "", 4096, 0) }
symlink("/proc/self/fd", "$at/dev/fd"); symlink("/proc/self/fd/$$_[0]", "$at/dev/$$_[1]") for [0, "stdin"], [1, "stdout"], [2, "stderr"]; mkdir "$at/dev/shm"; mnt("/dev/shm", "$at/dev/shm", "", 20480, 0) if -d "/dev/shm";
for my $p (qw(${kept.join(' ')})) { next unless -e $p; my $real = ""; for my $part (split "/", substr($p, 1)) { $real .= "/$part"; -d $real ? mkdir("$at$real") : touch("$at$real") } mnt($p, "$at$p", "", 20480, 0) }
mnt("$at/dev", "/dev", "", 20480, 0); mnt("$at/run", "/run", "", 20480, 0);
attr("/", 0x8000, 7, 0);
for my $d (qw(null zero full random urandom tty)) { attr("/dev/$d", 0, 0, 4) if -e "/dev/$d" }
mnt("tmpfs", "$at/own", "tmpfs", 6, "mode=755"); mkdir "$at/own/$_" for qw(up work); chmod 01777, "$at/own/up";
my ($kind, $to, $how) = ("overlay", "/tmp", "lowerdir=$at/was,upperdir=$at/own/up,workdir=$at/own/work");
my $mounts; my $alone = open($mounts, "<", "/proc/self/mountinfo") && !grep { (split / /)[4] =~ m{^/tmp/} } <$mounts>;
$alone && (syscall(${mount}, $kind, $to, $kind, 6, "$how,userxattr") == 0 || syscall(${mount}, $kind, $to, $kind, 6, $how) == 0) or mnt("$at/was", "/tmp", "", 20480, 0);
must("unmount $at", syscall(${umount2}, $at, 2));`;
}

function run(processor: Processor): string {
  return `my $child = fork; must("fork", $child);
if ($child) { close STDIN; ${END_AS_CHILD} exit $end }
${readingRules(processor, { alone: false })}
${becomeCommand(processor, systemCallFilter(processor))}`;
}
