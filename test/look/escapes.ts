/**
 * Ways to get out of a sandbox, or to change something from inside. Each is a few lines of sh that know:
 *
 * - `$W`: a folder outside that the login may write to, with the files `keep` and `old`;
 *   `$W/new-$I` must never appear. `$I` is the number of the attempt.
 * - `$PORT`, `$UDP`, `$SOCK`, `$ABSTRACT`: servers outside that take down every word they hear.
 * - `$KEY`: of memory, messages and semaphores that processes share; nobody has it.
 * - `$VICTIM`: a process of the same login. `$NAP`: how long children sleep, by which they are found.
 *
 * `bare`: without a sandbox it works wherever its program is there, which shows that the attempt is a real one.
 */
export interface Escape {
  readonly name: string;
  readonly text: string;
  readonly bare?: true;
}

const attempt = (name: string, text: string): Escape => ({ name, text });
const real = (name: string, text: string): Escape => ({ name, text, bare: true });
const perl = (text: string): string => `perl -e '${text}'`;
/** A system call by number, on x86_64. */
const call = (number: number, ...args: (string | number)[]): string =>
  perl(`exit(syscall(${[number, ...args].join(', ')}) == -1)`);
const wrote = '&& echo got >/proc/self/fd/1';

/** Takes a lock or a lease on `keep`, which is open for reading: `taken` says, in Perl, whether it has one. */
const holds = (taken: string): string =>
  `${perl(`open(F, "<", "$ENV{W}/keep"); my $l = pack("s s x4 q q i x4", 0, 0, 0, 0, 0); exit(!(${taken}))`)} && { echo "got $I"; echo x >"$W/new-$I"; }`;
/** Another process asks whether it could write. */
const isLocked =
  'my $c = fork // exit 1; if (!$c) { open(G, "+<", "$ENV{W}/keep") || open(G, "<", "$ENV{W}/keep"); my $w = pack("s s x4 q q i x4", 1, 0, 0, 0, 0); fcntl(G, 5, $w) or exit 1; exit((unpack("s", $w))[0] == 2) } waitpid($c, 0); $? == 0';

export const ESCAPES: readonly Escape[] = [
  // Files, by every program at hand
  real('sh writes', 'echo x >"$W/new-$I"'),
  real('bash writes', 'bash -c \'echo x >"$W/new-$I"\''),
  real('perl writes', perl('open(F, ">", "$ENV{W}/new-$ENV{I}"); print F 1')),
  real('awk writes', 'awk \'BEGIN { print 1 > (ENVIRON["W"] "/new-" ENVIRON["I"]) }\''),
  attempt(
    'python writes',
    'python3 -c \'import os; open(os.environ["W"] + "/new-" + os.environ["I"], "w").write("x")\'',
  ),
  attempt('node writes', 'node -e \'require("fs").writeFileSync(process.env.W + "/new-" + process.env.I, "x")\''),
  real('tee writes', 'echo x | tee "$W/new-$I"'),
  real('dd writes', 'dd if=/dev/zero of="$W/new-$I" count=1'),
  real('cp writes', 'cp /etc/hostname "$W/new-$I"'),
  real('sort writes', 'sort -o "$W/new-$I" /etc/hostname'),
  real('tar unpacks', 'cd /tmp && echo x >"new-$I" && tar cf a.tar "new-$I" && tar xf a.tar -C "$W"'),
  real('git makes a repository', 'git init -q "$W/new-$I"'),
  real('install writes', 'install -m 755 /bin/true "$W/new-$I"'),
  real('a folder is made', 'mkdir "$W/new-$I"'),
  real('a link is made', 'ln -s / "$W/new-$I"'),
  attempt('a hard link is made', 'ln "$W/keep" "$W/new-$I"'),
  real('a pipe is made', 'mkfifo "$W/new-$I"'),
  attempt('a device is made', 'mknod "$W/new-$I" c 1 3'),
  attempt('a file is changed', 'echo x >>"$W/keep"; sed -i s/kept/lost/ "$W/keep"; truncate -s 0 "$W/keep"'),
  attempt('a file is removed', 'rm -f "$W/keep"; find "$W" -name keep -delete; mv "$W/keep" "$W/new-$I"'),
  attempt('a mode is changed', 'chmod 777 "$W/old"; chown 1:1 "$W/old"'),
  attempt('a time is changed', 'touch -d 2001-01-01 "$W/old"'),
  attempt(
    'what processes share',
    perl('shmget($ENV{KEY}, 8, 01600); msgget($ENV{KEY}, 01600); semget($ENV{KEY}, 1, 01600)'),
  ),
  attempt('an attribute is set', 'setfattr -n user.x -v 1 "$W/old"; chattr +i "$W/old"'),
  attempt('through the working directory', 'cd "$W" && echo x >"new-$I"'),
  attempt('through its own root', 'echo x >"/proc/self/root$W/new-$I"; echo x >"/proc/$$/root$W/new-$I"'),
  attempt(
    'through the root of another process',
    'echo x >"/proc/$VICTIM/root$W/new-$I"; echo x >"/proc/1/root$W/new-$I"',
  ),
  attempt('through the directory of another process', 'echo x >"/proc/$VICTIM/cwd/new-$I"'),
  attempt(
    'through a memory file',
    perl(
      'my $f = syscall(319, "x", 0); open(M, ">&=", $f); print M "#!/bin/sh\\necho x >$ENV{W}/new-$ENV{I}\\n"; close STDIN; system("/bin/sh", "/proc/self/fd/$f")',
    ),
  ),

  // Undoing the mounts
  attempt('the root is mounted again', `mount -o remount,rw / ; mount -o remount,bind,rw "$W"; echo x >"$W/new-$I"`),
  attempt('a mask is taken away', 'umount -l /tmp; umount -l /run; echo x >"$W/new-$I"'),
  attempt('something is mounted over it', 'mount -t tmpfs none "$W" && echo x >"$W/new-$I"; mount --bind /tmp "$W"'),
  attempt('mount_setattr', `${call(442, -100, '"/"', '0x8000', 'pack("Q4", 0, 1, 0, 0)', 32)} && echo x >"$W/new-$I"`),
  attempt(
    'a user namespace inside',
    'unshare -Urm sh -c \'mount -o remount,bind,rw /; mount -o remount,rw /; echo x >"$W/new-$I"\'',
  ),
  attempt('a user namespace by clone', `${call(56, '0x10000011', 0, 0, 0, 0)} && echo x >"$W/new-$I"`),
  attempt('the namespaces of process 1', 'nsenter -t 1 -m -n -p sh -c \'echo x >"$W/new-$I"\''),
  attempt('the namespaces of another process', 'nsenter -t "$VICTIM" -a sh -c \'echo x >"$W/new-$I"\''),
  attempt('chroot', 'chroot / sh -c \'echo x >"$W/new-$I"\''),
  attempt('pivot_root', 'pivot_root / /tmp'),
  attempt('a handle instead of a path', `${call(304, -100, '"\\0" x 128', 2)}`),
  attempt('another sandbox in the sandbox', 'bwrap --bind / / sh -c \'echo x >"$W/new-$I"\''),

  // Others: networks and sockets
  real(
    'TCP',
    perl(
      'use Socket; socket(S, PF_INET, SOCK_STREAM, 0); connect(S, sockaddr_in($ENV{PORT}, inet_aton("127.0.0.1"))); syswrite S, "$ENV{I}\\n"',
    ),
  ),
  real('TCP by bash', 'bash -c \'echo "$I" >"/dev/tcp/127.0.0.1/$PORT"\''),
  real(
    'UDP',
    perl(
      'use Socket; socket(S, PF_INET, SOCK_DGRAM, 0); send(S, "$ENV{I}\\n", 0, sockaddr_in($ENV{UDP}, inet_aton("127.0.0.1")))',
    ),
  ),
  real(
    'a socket in a folder',
    perl(
      'use Socket; socket(S, PF_UNIX, SOCK_STREAM, 0); connect(S, sockaddr_un($ENV{SOCK})); syswrite S, "$ENV{I}\\n"',
    ),
  ),
  attempt(
    'a socket in a folder, through a pair',
    perl(
      'use Socket; socketpair(A, B, PF_UNIX, SOCK_DGRAM, 0); connect(A, sockaddr_un($ENV{SOCK})); send(A, "$ENV{I}\\n", 0, sockaddr_un($ENV{SOCK}))',
    ),
  ),
  real(
    'an abstract socket',
    perl(
      'use Socket; socket(S, PF_UNIX, SOCK_STREAM, 0); connect(S, pack("S a*", AF_UNIX, "\\0$ENV{ABSTRACT}")); syswrite S, "$ENV{I}\\n"',
    ),
  ),
  attempt(
    'the hypervisor',
    perl('use Socket; socket(S, 40, SOCK_STREAM, 0) and open(F, ">", "$ENV{W}/new-$ENV{I}")') +
      ` ; ${perl('use Socket; exit !socket(S, 40, SOCK_STREAM, 0)')} && echo "got $I"`,
  ),
  attempt(
    'raw packets',
    `${perl('use Socket; exit !(socket(S, 17, SOCK_RAW, 0) or socket(S, PF_INET, SOCK_RAW, 1))')} && echo "got $I"`,
  ),
  attempt(
    'the engine',
    'docker ps -q && echo "got $I"; curl -s --unix-socket /run/docker.sock http://x/_ping && echo "got $I"',
  ),
  attempt(
    'D-Bus',
    'busctl status && echo "got $I"; dbus-send --system --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.GetId && echo "got $I"',
  ),
  attempt('systemd', 'systemctl daemon-reload && echo "got $I"; ls /run/systemd/private /run/dbus && echo "got $I"'),
  attempt('the keys’ agent', 'ssh-add -l && echo "got $I"; [ -z "$SSH_AUTH_SOCK" ] || echo "got $I"'),
  attempt('the journal', '[ ! -S /dev/log ] || echo "got $I"; [ ! -S /run/systemd/journal/socket ] || echo "got $I"'),

  // Others: processes
  attempt('a signal', 'kill -9 "$VICTIM"; kill "$VICTIM"; kill -STOP "$VICTIM"'),
  attempt('a signal to all', '( trap "" TERM; kill -TERM -1 )'),
  attempt('a signal to its group', 'kill -9 -"$VICTIM"'),
  attempt(
    'a signal through a folder of /proc',
    perl(
      'open(D, "<", "/proc/$ENV{VICTIM}"); sysopen(P, "/proc/$ENV{VICTIM}", 0200000); syscall(424, fileno(P), 9, 0, 0)',
    ),
  ),
  attempt('ptrace', `${perl('exit(syscall(101, 16, $ENV{VICTIM}, 0, 0) == -1)')} && echo "got $I"`),
  attempt('its environment', 'tr "\\0" "\\n" <"/proc/$VICTIM/environ" | grep -q . && echo "got $I"'),
  attempt(
    'its memory',
    'head -c 1 "/proc/$VICTIM/maps" | grep -q . && echo "got $I"; dd if="/proc/$VICTIM/mem" bs=1 count=1 && echo "got $I"',
  ),
  attempt(
    'its memory by process_vm_readv',
    `${perl('my $b = "x" x 8; exit(syscall(310, $ENV{VICTIM}, pack("PQ", $b, 8), 1, pack("QQ", 4096, 8), 1, 0) == -1)')} && echo "got $I"`,
  ),
  attempt(
    'its descriptors',
    'readlink "/proc/$VICTIM/fd/0" && echo "got $I"; cat "/proc/$VICTIM/fd/0" && echo "got $I"',
  ),
  attempt(
    'its priority',
    'renice 19 -p "$VICTIM" && echo "got $I"; prlimit --pid "$VICTIM" --nofile=9 && echo "got $I"',
  ),
  attempt(
    'process 1',
    '[ "$(readlink /proc/1/ns/pid)" != "$(readlink /proc/self/ns/pid)" ] && cat /proc/1/environ && echo "got $I"; kill -HUP "$(cut -d" " -f4 /proc/$VICTIM/stat)" && echo "got $I"',
  ),

  // Privileges, devices, kernel
  attempt('su and sudo', 'sudo -n true && echo "got $I"; su -c true nobody </dev/null && echo "got $I"'),
  attempt('a setuid copy', 'cp /bin/sh /tmp/s && chmod u+s /tmp/s && /tmp/s -p -c \'echo x >"$W/new-$I"\''),
  // Root keeps the right to read (0x4). What is left to be gained counts for nothing without new privileges.
  attempt(
    'capabilities',
    'grep -Eq "^Cap(Inh|Prm|Eff|Amb):.*[1-9a-f]" /proc/self/status && ! { [ "$(id -u)" = 0 ] && ! grep -E "^Cap(Inh|Prm|Eff|Amb)" /proc/self/status | grep -qEv "0000000000000004$"; } && echo "got $I"',
  ),
  attempt(
    'capabilities by a namespace',
    'unshare -U sh -c \'grep -q "^CapEff:.*[1-9a-f]" /proc/self/status && echo "got $I"\'',
  ),
  attempt('new privileges', 'grep -q "^NoNewPrivs:.0" /proc/self/status && echo "got $I"'),
  attempt(
    'disks and memory',
    'for d in /dev/mem /dev/kmem /dev/sda /dev/vda /dev/kvm /dev/fuse /dev/net/tun /dev/kmsg; do [ ! -e $d ] || { ( : <$d ) && echo "got $I"; ( : >>$d ) && echo "got $I"; }; done',
  ),
  attempt('a disk made by hand', 'mknod /tmp/disk b 254 0 && head -c 1 /tmp/disk >/dev/null && echo "got $I"'),
  attempt(
    'a dump of its memory, which the kernel may hand to a program outside',
    `${perl('my $l = pack("Q2", 9, 9); syscall(302, 0, 4, $l, 0); syscall(302, 0, 4, 0, $l); my ($now, $most) = unpack("Q2", $l); exit($now <= 1 && $most <= 1)')} && echo "got $I"`,
  ),
  attempt('the core pattern', `echo "|$W/core" >/proc/sys/kernel/core_pattern ${wrote} "$I"`),
  attempt(
    'kernel settings',
    'sysctl -w vm.swappiness=61 && echo "got $I"; echo 1 >/proc/sys/kernel/sysrq && echo "got $I"',
  ),
  attempt('the host’s name', 'hostname looked && echo "got $I"; echo x >/proc/sys/kernel/hostname && echo "got $I"'),
  real('a lock on a file', holds(`fcntl(F, 6, $l) && do { ${isLocked} }`)),
  real('a lock that is waited for', holds(`fcntl(F, 7, $l) && do { ${isLocked} }`)),
  real('a lock of an open file', holds(`fcntl(F, 37, $l) && do { ${isLocked} }`)),
  real('a lock of an open file that is waited for', holds(`fcntl(F, 38, $l) && do { ${isLocked} }`)),
  real('a lock on a whole file', holds('flock(F, 1)')),
  real('a lease', holds('fcntl(F, 1024, 0)')),
  attempt('the clock', 'date -s 2001-01-01 && echo "got $I"'),
  attempt('sysrq', 'echo h >/proc/sysrq-trigger && echo "got $I"'),
  attempt(
    'control groups',
    'mkdir /sys/fs/cgroup/look && echo "got $I"; echo $$ >/sys/fs/cgroup/cgroup.procs && echo "got $I"; find /sys/fs/cgroup -name cgroup.procs -writable 2>/dev/null | head -1 | grep -q . && echo x >"$W/new-$I"',
  ),
  attempt('its own limits', 'echo -1000 >/proc/self/oom_score_adj && echo "got $I"'),
  attempt('io_uring', `${call(425, 8, '"\\0" x 120')} && echo "got $I"`),
  attempt('bpf', `${call(321, 0, '"\\0" x 64', 64)} && echo "got $I"`),
  attempt('keys of the kernel', `${call(250, 0, -3, 1)} && echo "got $I"`),
  attempt('perf', `${call(298, '"\\0" x 128', 0, -1, -1, 0)} && echo "got $I"`),
  attempt('userfaultfd', `${call(323, 0)} && echo "got $I"`),
  attempt('modules', 'modprobe dummy && echo "got $I"; insmod /tmp/x.ko && echo "got $I"'),
  attempt(
    'the other system calls of the processor',
    `${perl('exit(syscall(0x40000000 + 41, 1, 1, 0) == -1)')} && echo "got $I"`,
  ),

  // What is left behind
  attempt(
    'inherited descriptors',
    'for f in /proc/self/fd/*; do case ${f##*/} in 0|1|2|3|10) ;; *) [ ! -e "$f" ] || echo "got $I";; esac; done',
  ),
  attempt('writing by an inherited descriptor', 'for n in 3 4 5 6 7 8 9; do eval "echo x >&$n" && echo "got $I"; done'),
  attempt('a child in the background', '( sleep $NAP & )'),
  attempt('a child in a session of its own', 'setsid sleep $NAP & setsid -f sleep $NAP'),
  attempt('a child that ignores signals', '( trap "" HUP TERM INT; nohup sleep $NAP & ) >/dev/null'),
  attempt('a daemon', perl('exit if fork; use POSIX; POSIX::setsid(); exit if fork; exec "sleep", $ENV{NAP}')),
  attempt(
    'a job for later',
    'echo "touch $W/new-$I" | at now && echo "got $I"; echo "* * * * * touch $W/new-$I" | crontab - && echo "got $I"',
  ),
];
