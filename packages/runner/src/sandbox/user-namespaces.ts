/**
 * User namespaces without bubblewrap: `unshare` of util-linux makes them, and a few lines of Perl, which almost every
 * Linux has, do inside what bubblewrap does.
 */
import { shellQuote } from '../shell-quote.ts';
import { KEPT_OF_RUN } from './kept-of-run.ts';
import type { Mechanism, Processor } from './mechanism.ts';
import { systemCallFilter } from './system-call-filter.ts';

/** Numbers of the system calls that Perl has no function for. */
const CALLS = {
  x86_64: { mount: 165, prctl: 157, capset: 126 },
  aarch64: { mount: 40, prctl: 167, capset: 91 },
} as const;

const OPTIONS =
  '--user --map-current-user --keep-caps --mount --net --ipc --uts --pid --cgroup --fork --kill-child --propagation private';

export const userNamespaces: Mechanism = {
  name: 'user-namespaces',
  worksOn: ({ kernel }) => kernel === 'Linux',
  wrap: (argv, system) => {
    if (system.kernel !== 'Linux') throw new RangeError('user namespaces need Linux');
    const inside = argv.map(shellQuote).join(' ');
    return `unshare ${OPTIONS} perl -e ${shellQuote(settingUp(system.processor))} ${inside}`;
  },
};

/**
 * Runs as the first process of the new namespaces; when it ends, the kernel kills all the others. Any step that fails
 * ends it before the command. 442 is mount_setattr (everything read-only in one call; since Linux 5.12). The numbers of
 * prctl: 1 dies with its parent, 24 takes a capability out of reach, 38 no new privileges, 22 the filter, 47 ambient.
 */
function settingUp(processor: Processor): string {
  const { mount, prctl, capset } = CALLS[processor];
  const kept = KEPT_OF_RUN.filter((path) => path !== '/run/current-system');
  return `use strict;
sub must { my ($what, $result) = @_; return if $result != -1; print STDERR "sandbox: $what: $!\\n"; exit 125 }
sub mnt { my ($from, $to, $type, $flags, $data) = @_; must("mount $to", syscall(${mount}, $from, $to, $type, $flags, $data)) }
sub attr { my ($path, $flags, $set, $clear) = @_; my $a = pack("Q4", $set, $clear, 0, 0); must("attributes of $path", syscall(442, -100, $path, $flags, $a, 32)) }
sub touch { open(my $f, ">", $_[0]) or must($_[0], -1) }
must("prctl", syscall(${prctl}, 1, 9, 0, 0, 0));
mnt("tmpfs", "/tmp", "tmpfs", 6, "mode=755"); mkdir "/tmp/dev"; mkdir "/tmp/run";
for my $d (qw(null zero full random urandom tty)) { next unless -e "/dev/$d"; touch("/tmp/dev/$d"); mnt("/dev/$d", "/tmp/dev/$d", "", 4096, 0) }
symlink("/proc/self/fd", "/tmp/dev/fd"); symlink("/proc/self/fd/$$_[0]", "/tmp/dev/$$_[1]") for [0, "stdin"], [1, "stdout"], [2, "stderr"]; mkdir "/tmp/dev/shm";
for my $p (qw(${kept.join(' ')})) { next unless -e $p; my $at = "/tmp"; for my $part (split "/", substr($p, 1)) { $at .= "/$part"; -d "/" . substr($at, 5) ? mkdir($at) : touch($at) } mnt($p, "/tmp$p", "", 20480, 0) }
mnt("/tmp/dev", "/dev", "", 20480, 0); mnt("/tmp/run", "/run", "", 20480, 0);
attr("/", 0x8000, 7, 0);
for my $d (qw(null zero full random urandom tty)) { attr("/dev/$d", 0, 0, 4) if -e "/dev/$d" }
mnt("tmpfs", "/tmp", "tmpfs", 6, "mode=1777");
my $child = fork; must("fork", -1) unless defined $child;
if ($child) { close STDIN; 1 while wait != $child; exit($? & 127 ? 128 + ($? & 127) : $? >> 8) }
use POSIX (); POSIX::setsid(); POSIX::close($_) for 3 .. 255;
syscall(${prctl}, 24, $_, 0, 0, 0) for 0 .. 63;
syscall(${prctl}, 47, 4, 0, 0, 0);
my ($head, $none) = (pack("LL", 0x20080522, 0), "\\0" x 24);
must("capset", syscall(${capset}, $head, $none));
must("no new privileges", syscall(${prctl}, 38, 1, 0, 0, 0));
my $filter = pack("H*", "${systemCallFilter(processor).toString('hex')}");
my $program = pack("S x6 P", length($filter) / 8, $filter);
must("filter", syscall(${prctl}, 22, 2, $program, 0, 0));
exec { $ARGV[0] } @ARGV; must("exec", -1);`;
}
