/**
 * A view of the file system without the service's files: a mount namespace that is made once, by a few lines of Perl,
 * and that every command enters before it begins. Nothing else about the command changes. The namespace stays for as
 * long as the service or a command needs it. One for each command would hold up its end: the kernel takes its time to
 * take a namespace apart.
 *
 * A user who may not make one gets it inside a user namespace, which has one more effect: its processes can neither
 * trace nor open those outside (`/proc/PID/environ`, `mem`, `root`, `cwd`, `fd`), whichever user they run as. Root needs no
 * user namespace. There the capabilities that lead back out are taken away, and the kernel lets no process trace one
 * that has more of them; where it has Landlock, nor one outside the command.
 *
 * Inside a namespace of its own making, a command cannot remove these mounts: the kernel locks what it has inherited.
 */
import type { ChildProcess } from 'node:child_process';
import { close, open, readlinkSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Processor } from '../sandbox/mechanism.ts';
import { CALLS, loadFilter, MUST, noCoreDumps } from '../sandbox/perl-steps.ts';
import { noDebuggerFilter } from '../sandbox/system-call-filter.ts';
import { startChild } from '../start-child.ts';
import { systemProgram } from '../system-program.ts';
import type { Isolation, ServiceFiles } from './isolation.ts';

const UNSHARE = { x86_64: 272, aarch64: 97 } as const;
const SETNS = { x86_64: 308, aarch64: 268 } as const;

/**
 * What could read files or processes past the mounts: DAC_READ_SEARCH (files by handle), SYS_MODULE, SYS_RAWIO,
 * SYS_PTRACE, SYS_ADMIN, MKNOD, MAC_ADMIN, PERFMON, BPF, CHECKPOINT_RESTORE.
 */
const TAKEN_AWAY = [2, 16, 17, 19, 21, 27, 33, 38, 39, 40];

const openDescriptor = promisify(open) as (path: string, flags: string) => Promise<number>;
const MAKE_MS = 20_000;

export async function ownMounts(files: ServiceFiles, processor: Processor): Promise<Isolation> {
  const lists = [files.programs, [files.data, ...files.others]].flatMap((list) => [String(list.length), ...list]);
  const perl = systemProgram('perl');
  const maker = startChild(perl, ['-e', makerText(processor), ...lists], {
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const late = setTimeout(() => maker.kill('SIGKILL'), MAKE_MS);
  const descriptors: number[] = [];
  try {
    await made(maker);
    for (const name of ['user', 'mnt']) {
      const path = `/proc/${maker.pid}/ns/${name}`;
      if (readlinkSync(path) !== readlinkSync(`/proc/self/ns/${name}`))
        descriptors.push(await openDescriptor(path, 'r'));
    }
  } catch (error) {
    for (const descriptor of descriptors) close(descriptor);
    throw error;
  } finally {
    clearTimeout(late);
    maker.stdin?.end();
  }
  const program = entryText(processor, descriptors.length);
  let closed = false;
  return {
    kind: 'mounts',
    descriptors,
    enclose: (argv) => [perl, '-e', program, ...argv],
    close: () => {
      // A second time, their numbers may be those of other files.
      if (closed) return;
      closed = true;
      for (const descriptor of descriptors) close(descriptor);
    },
  };
}

/** Resolves when the namespace is there; the maker then stays until its input ends. */
function made(maker: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    maker.stderr?.on('data', (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(0, 300);
    });
    maker.stdout?.once('data', () => resolve());
    maker.once('error', (error) => reject(new Error(error.message)));
    maker.once('close', () => reject(new Error(said.trim() || 'perl ended')));
  });
}

const makerText = (processor: Processor): string =>
  [
    MUST,
    // A command of the same user may send the service a signal that ends it with such a dump, and could read that.
    noCoreDumps(processor, 'getppid'),
    read(),
    enter(processor),
    conceal(processor),
    '$| = 1; print "ready\\n"; sysread(STDIN, my $x, 1);',
  ].join('\n');

/** The descriptors of the namespaces come after the three streams; the user namespace is the first to be entered. */
function entryText(processor: Processor, count: number): string {
  const enterAll = `for (3 .. ${2 + count}) { must("namespace", syscall(${SETNS[processor]}, $_, 0)); if (open(my $f, "<&=", $_)) { close $f } }`;
  // A user namespace keeps its processes from those outside by itself.
  const apart = count === 1 ? [ownDomain()] : [];
  const filter = loadFilter(CALLS[processor].prctl, noDebuggerFilter(processor));
  const steps = [MUST, LINES, enterAll, filter, ...apart, weaken(processor)];
  return [...steps, 'exec { $ARGV[0] } @ARGV; must("exec", -1);'].join('\n');
}

/**
 * Root may open what a process of root sees (`/proc/PID/root`) if that one has no more capabilities than itself. Nobody
 * opens it from inside a domain of Landlock, whatever its rules are; these are about abstract sockets alone (1), the only
 * ones that neither keep from mounting inside a namespace nor from signals. Since version 6 (Linux 6.12).
 */
function ownDomain(): string {
  return `if (syscall(444, 0, 0, 1) >= 6) { my $a = pack("Q3", 0, 0, 1); my $set = must("Landlock", syscall(444, $a, 24, 0)); must("Landlock", syscall(446, $set, 0)) }`;
}

const LINES = 'sub lines { open(my $f, "<", $_[0]) or return (); <$f> }';

/**
 * A process that may read a disk, or what was swapped to one, reads every file on it. The manager of a user's services, and
 * the bus that leads to it, start programs outside.
 */
function read(): string {
  return `my @programs = splice @ARGV, 0, shift @ARGV; my @hidden = splice @ARGV, 0, shift @ARGV; my @own = (@programs, @hidden);
${LINES}
push @hidden, map { "/run/user/$>/$_" } "systemd", "bus";
push @hidden, grep { -r } map { /^\\s*\\d+\\s+\\d+\\s+\\d+\\s+(\\S+)/ ? "/dev/$1" : () } lines("/proc/partitions");
push @hidden, grep { -r } map { m{^(/\\S+)} ? $1 : () } lines("/proc/swaps");`;
}

/**
 * In a user namespace everybody is who they are. A helper that stays outside maps all users for root; for others it maps
 * the account itself alone, which is all that the kernel allows.
 */
function enter(processor: Processor): string {
  const unshare = UNSHARE[processor];
  return `sub put { open(my $f, ">", $_[0]) or return 0; syswrite($f, $_[1]) }
sub all { join "", map { /(\\d+)\\s+\\d+\\s+(\\d+)/ ? "$1 $1 $2\\n" : "" } lines("/proc/self/$_[0]") }
my ($uid, $gid, $made) = ($>, $) + 0, syscall(${unshare}, 0x20000) == 0);
if (!$made && $uid == 0) { my $me = $$; pipe(my $told, my $tell) or must("pipe", -1); my $helper = fork; must("fork", $helper);
if (!$helper) { close $tell; sysread($told, my $x, 1); my ($u, $g) = (all("uid_map"), all("gid_map")); exit(put("/proc/$me/uid_map", $u) && put("/proc/$me/gid_map", $g) ? 0 : 1) }
close $told; must("namespaces", syscall(${unshare}, 0x10020000)); close $tell; waitpid $helper, 0; must("users", $? == 0 ? 0 : -1) }
elsif (!$made) { must("namespaces", syscall(${unshare}, 0x10020000));
put("/proc/self/setgroups", "deny"); put("/proc/self/uid_map", "$uid $uid 1\\n") or must("user", -1); put("/proc/self/gid_map", "$gid $gid 1\\n") or must("group", -1) }`;
}

/**
 * Mounts an empty folder or file over each hidden one, and over the same one wherever its file system is mounted a
 * second time. Later mounts of the host are seen as before (MS_SLAVE). 442 is mount_setattr, since Linux 5.12.
 *
 * A folder above them could be renamed, and another one put in its place: a mount point cannot. What root may write to
 * make the kernel itself start a program (core_pattern, uevent_helper) is read-only.
 *
 * A user namespace shows the files of others as nobody's, and ssh refuses settings that are: it gets a copy of its own.
 */
function conceal(processor: Processor): string {
  return `sub mnt { my ($from, $to, $type, $flags, $data) = @_; must("mount $to", syscall(${CALLS[processor].mount}, $from, $to, $type, $flags, $data)) }
mnt("none", "/", "", 0x84000, 0);
my @mounts = map { my @w = split / /; $w[$_] =~ s/\\\\(\\d{3})/chr oct $1/ge for 3, 4; [@w[2, 3, 4]] } lines("/proc/self/mountinfo");
sub below { my ($path, $top) = @_; $top = "" if $top eq "/"; $path eq $top ? "" : index($path, "$top/") == 0 ? substr($path, length $top) : undef }
sub places { my ($path) = @_; my $on; for (@mounts) { $on = $_ if defined below($path, $$_[2]) && (!$on || length $$_[2] >= length $$on[2]) }
return $path unless $on; my $in = ($$on[1] eq "/" ? "" : $$on[1]) . below($path, $$on[2]); my %places = ($path => 1);
for (@mounts) { next unless $$_[0] eq $$on[0]; my $rest = below($in, $$_[1]); $places{($$_[2] eq "/" ? "" : $$_[2]) . $rest} = 1 if defined $rest && length $rest } sort keys %places }
sub parent { my ($p) = @_; $p =~ s{/[^/]*$}{}; length $p ? $p : "/" }
my %above; for (@own) { for (my $p = parent($_); $p ne "/"; $p = parent($p)) { $above{$p} = 1 if -w parent($p) } }
mnt($_, $_, "", 0x5000, 0) for sort { length $a <=> length $b } keys %above;
if ($> == 0) { for (grep { -e } "/proc/sys", "/proc/sysrq-trigger", "/sys/kernel/uevent_helper") { mnt($_, $_, "", 0x1000, 0); mnt("none", $_, "", 0x102f, 0) } }
for my $p (grep { -d } @programs) { mnt($p, $p, "", 0x5000, 0); my $a = pack("Q4", 1, 0, 0, 0); syscall(442, -100, $p, 0, $a, 32) }
my ($data, @rest) = map { places($_) } @hidden;
mnt("tmpfs", $data, "tmpfs", 6, "mode=700,size=1m"); mkdir "$data/folder", 0; open(my $e, ">", "$data/file") or must("file", -1); close $e; chmod 0, "$data/file";
my @settings = $made ? () : glob("/etc/ssh/ssh_config.d/*.conf");
if (@settings) { mkdir "$data/ssh", 0755; for (@settings) { my ($name) = m{([^/]+)$}; my $text = join "", lines($_); open(my $f, ">", "$data/ssh/$name") or must("ssh", -1); print $f $text; close $f; chmod 0644, "$data/ssh/$name" }
mnt("$data/ssh", "/etc/ssh/ssh_config.d", "", 0x1000, 0) }
for (@rest) { if (-d) { mnt("$data/folder", $_, "", 0x1000, 0) } elsif (-e) { mnt("$data/file", $_, "", 0x1000, 0) } }
chmod 0, $data; mnt("none", $data, "", 0x27, 0);`;
}

/** Takes the capabilities out of every set, and out of reach (24: the bounding set) for whatever this becomes. */
function weaken(processor: Processor): string {
  const { prctl, capset } = CALLS[processor];
  return `my %has = map { /^Cap(\\w+):\\s*(\\w{8})(\\w{8})/ ? ($1, [hex $3, hex $2]) : () } lines("/proc/self/status"); my @gone = (0, 0);
for my $c (${TAKEN_AWAY.join(', ')}) { my ($word, $bit) = ($c >> 5, 1 << ($c & 31)); $gone[$word] |= $bit; must("capabilities", syscall(${prctl}, 24, $c, 0, 0, 0)) if $has{Bnd}[$word] & $bit && $has{Eff}[0] & 256 }
my ($head, $sets) = (pack("LL", 0x20080522, 0), pack("L6", map { my $w = $_; map { $has{$_}[$w] & ~$gone[$w] } "Eff", "Prm", "Inh" } 0, 1));
must("capset", syscall(${capset}, $head, $sets));`;
}
