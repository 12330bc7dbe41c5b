/**
 * Ways in which a process tries to outlive its command. Each leaves at least one process with the needle among its
 * arguments.
 */

export interface Way {
  readonly name: string;
  /** Shell text. Returns at once, unless it `stays`. */
  readonly script: (needle: string) => string;
  /** What it needs: `posix` also runs in a busybox container, `host` on any Debian, `root` only there as root. */
  readonly needs: 'posix' | 'host' | 'root';
  /** The command's shell itself becomes the process. */
  readonly stays?: true;
  /** Removes every sign by which it could be found: only a control group holds it, once it is in one. */
  readonly held?: true;
}

const way = (needs: Way['needs'], name: string, script: Way['script'], more: Partial<Way> = {}): Way => ({
  name,
  script,
  needs,
  ...more,
});
const posix = (name: string, script: Way['script'], more?: Partial<Way>) => way('posix', name, script, more);
const host = (name: string, script: Way['script'], more?: Partial<Way>) => way('host', name, script, more);
const root = (name: string, script: Way['script'], more?: Partial<Way>) => way('root', name, script, more);

/** Returns when the command is in its control group. */
export const GATHERED = 'until grep -q synapse_execution- /proc/self/cgroup; do sleep 0.05; done';
/** In case one escapes, it does not go on for ever. */
const GENERATIONS = 10_000;
/** `$1` is the text itself, `$2` the needle, `$3` how many are to come. */
const chain = (start: string, text: string, needle: string) =>
  `c='[ $3 -gt 0 ] || exit; ${text}'; ${start} sh -c "$c" sh "$c" ${needle} ${GENERATIONS} >/dev/null 2>&1 &`;
const perl = (text: string) => (needle: string) => `env -i setsid perl -e '${text}' ${needle} >/dev/null 2>&1 &`;

export const WAYS: readonly Way[] = [
  posix('in the background', (n) => `sleep ${n} &`),
  posix('nohup', (n) => `nohup sleep ${n} >/dev/null 2>&1 &`),
  posix('setsid', (n) => `setsid sleep ${n} &`),
  posix('fork, fork and exit', (n) => `( ( sleep ${n} & ) & )`),
  posix('setsid after fork, fork and exit', (n) => `( ( setsid sleep ${n} & ) & )`),
  posix('env -i', (n) => `env -i sleep ${n} &`),
  posix('env -i setsid', (n) => `env -i setsid sleep ${n} &`),
  posix('unset, setsid', (n) => `(unset SYNAPSE_EXECUTION; exec setsid sleep ${n}) &`),
  posix('unset, setsid after fork, fork and exit', (n) => `(unset SYNAPSE_EXECUTION; ( setsid sleep ${n} & ) & )`),
  posix('env -u', (n) => `env -u SYNAPSE_EXECUTION setsid sleep ${n} &`),
  posix('another tag', (n) => `SYNAPSE_EXECUTION=another setsid sleep ${n} &`),
  posix('an empty tag', (n) => `SYNAPSE_EXECUTION= setsid sleep ${n} &`),
  posix('every descriptor closed', (n) => `(exec 0<&- 1>&- 2>&-; exec env -i setsid sleep ${n}) &`),
  posix('a session from a session', (n) => `env -i setsid setsid sleep ${n} &`),
  posix('a session inside a session', (n) => `env -i setsid sh -c 'setsid sleep ${n} & sleep ${n}' &`),
  posix('ignores TERM', (n) => `(trap "" TERM; setsid sleep ${n}) &`),
  posix('ignores all signals', (n) => `(trap "" HUP INT QUIT TERM USR1 USR2 PIPE ALRM; env -i setsid sleep ${n}) &`),
  posix(
    'starts another when told to end',
    (n) => `env -i setsid sh -c 'trap "env -i setsid sleep ${n} &" TERM HUP; while :; do sleep 1; done' ${n} &`,
  ),
  posix('stopped', (n) => `env -i setsid sh -c 'kill -STOP $$' ${n} &`),
  posix(
    'a daemon by the book',
    (n) => `(cd /; umask 0; exec </dev/null >/dev/null 2>&1; env -i setsid sh -c 'sleep ${n} & exit') &`,
  ),
  posix('its parent ends at once', (n) => `env -i sh -c 'sleep ${n} >/dev/null 2>&1 & exit 0'`),
  posix('a chain, 2 ms each', (n) =>
    chain('setsid', '(sleep 0.002; exec sh -c "$1" sh "$1" "$2" $(($3-1))) & exit', n),
  ),
  posix('a chain with an empty environment', (n) =>
    chain('env -i setsid', '(sleep 0.002; exec sh -c "$1" sh "$1" "$2" $(($3-1))) & exit', n),
  ),
  posix('a chain without a pause', (n) => chain('env -i setsid', 'sh -c "$1" sh "$1" "$2" $(($3-1)) & exit', n)),
  root(
    'a chain of sessions',
    (n) => `${GATHERED}; ${chain('env -i setsid', 'setsid sh -c "$1" sh "$1" "$2" $(($3-1)) & exit', n)}`,
    { held: true },
  ),
  posix('two chains', (n) =>
    [
      chain('env -i setsid', 'sh -c "$1" sh "$1" "$2" $(($3-1)) & exit', n),
      chain('setsid', 'sh -c "$1" sh "$1" "$2" $(($3-1)) & exit', n),
    ].join('\n'),
  ),
  posix(
    'one that starts the next when it dies',
    (n) => `env -i setsid sh -c 'while :; do sleep ${n} & wait $!; done' &`,
  ),
  posix(
    'two that look after each other',
    (n) => `for i in 1 2; do env -i setsid sh -c 'while :; do sh -c "sleep ${n}; :"; done' ${n} & done`,
  ),
  posix('a shell fed from a document', (n) => `env -i setsid sh <<END &\nsleep ${n}\n:\nEND`),
  posix('a member of a pipeline', (n) => `env -i setsid sh -c 'sleep ${n} | sleep ${n}' &`),
  posix('from a substitution', (n) => `x=$(env -i setsid sleep ${n} >/dev/null 2>&1 &)`),
  posix('from a trap', (n) => `trap 'env -i setsid sleep ${n} &' EXIT; env -i setsid sleep ${n} &`),
  posix('in a loop', (n) => `(while :; do env -i setsid sleep ${n}; done) &`),
  posix('eight shells deep', (n) => {
    const deeper = '[ $1 -gt 0 ] && exec setsid sh -c "$0" "$0" $(($1-1)) $2; env -i setsid sleep $2';
    return `d='${deeper}'; sh -c "$d" "$d" 8 ${n} &`;
  }),
  posix('forty of them', (n) => `i=0; while [ $i -lt 40 ]; do i=$((i+1)); env -i setsid sleep ${n} & done`),
  posix('by xargs', (n) => `echo ${n} | env -i setsid xargs sleep &`),
  posix('by find', (n) => `env -i setsid find / -maxdepth 0 -exec sleep ${n} \\; &`),
  posix('by timeout', (n) => `env -i setsid timeout 900000 sleep ${n} &`),
  host('by nice', (n) => `env -i setsid nice -n 5 sleep ${n} &`),
  posix('through three envs', (n) => `env -i env env setsid sleep ${n} &`),
  posix('the shell turned into it', (n) => `exec sleep ${n}`, { stays: true }),
  posix('the shell turned into it, without environment', (n) => `exec env -i sleep ${n}`, { stays: true }),
  posix('the shell stopped', (n) => `env -i setsid sleep ${n} & kill -STOP $$`, { stays: true }),
  root('no sign left', (n) => `${GATHERED}; ( (ulimit -m 4000000; exec env -i setsid sleep ${n}) & )`, { held: true }),
  root(
    'no sign left, a chain',
    (n) => `${GATHERED}; ulimit -m 4000000; ${chain('env -i setsid', 'sh -c "$1" sh "$1" "$2" $(($3-1)) & exit', n)}`,
    { held: true },
  ),
  root(
    'out of the group',
    (n) => `${GATHERED}; env -i setsid sh -c 'echo 0 >/sys/fs/cgroup/unified/cgroup.procs; sleep ${n}; :' &`,
  ),
  host('another name', (n) => `env -i setsid bash -c 'exec -a "[kworker/0:1]" sleep ${n}' &`),
  host('disowned', (n) => `bash -c 'env -i setsid sleep ${n} & disown -a' &`),
  host('job control', (n) => `bash -mc 'env -i sleep ${n} & exit' &`),
  host('a coprocess', (n) => `bash -c 'coproc env -i setsid sleep ${n}; exit' &`),
  host('a terminal of its own', (n) => `env -i setsid script -qc "sleep ${n}" /dev/null >/dev/null 2>&1 </dev/null &`),
  host('by a lock', (n) => `env -i setsid flock -n /dev/null sleep ${n} &`),
  host('start-stop-daemon', (n) => `env -i /sbin/start-stop-daemon -S -b -p /nonexistent/${n} -a /bin/sleep -- ${n}`),
  host('no privileges to gain', (n) => `env -i setsid setpriv --no-new-privs sleep ${n} &`),
  host('perl: a daemon', perl('use POSIX; fork and exit; POSIX::setsid(); fork and exit; chdir "/"; sleep 900000')),
  host('perl: every descriptor closed', perl('use POSIX; fork and exit; POSIX::close($_) for 0..255; sleep 900000')),
  host('perl: another title', perl('$n = shift; fork and exit; $0 = "[kthreadd] $n"; sleep 900000')),
  host('perl: another name', perl('fork and exit; my $t = "kthreadd"; syscall(157, 15, $t); sleep 900000')),
  host('perl: not to be looked into', perl('fork and exit; syscall(157, 4, 0, 0, 0, 0); sleep 900000')),
  host(
    'perl: takes in orphans',
    perl('syscall(157, 36, 1, 0, 0, 0); fork or do { fork and exit; sleep 900000 }; sleep 900000'),
  ),
  host('perl: a chain, 2 ms each', perl('for (1..10000) { fork and exit; select undef, undef, undef, 0.002 }')),
  host('perl: a chain without a pause', perl('for (1..20000) { fork and exit }')),
  root(
    'perl: a chain of sessions',
    (n) => `${GATHERED}; ${perl('use POSIX; for (1..20000) { fork and exit; POSIX::setsid() }')(n)}`,
    { held: true },
  ),
  host(
    'perl: all signals blocked',
    perl(
      'use POSIX; my $s = POSIX::SigSet->new; $s->fillset; POSIX::sigprocmask(SIG_BLOCK, $s); fork and exit; sleep 900000',
    ),
  ),
  host(
    'perl: traced by its parent',
    perl(
      'my $p = fork; if (!$p) { syscall(101, 0, 0, 0, 0); kill STOP => $$; sleep 900000 } waitpid $p, 2; sleep 900000',
    ),
  ),
  host('perl: twenty at a time', perl('fork for 1..4; for (;;) { sleep 900000 }')),
  root('another user, by su', (n) => `env -i setsid su -s /bin/sh nobody -c 'sleep ${n}' &`),
  root('another user, by setpriv', (n) => `env -i setsid setpriv --reuid 65534 --clear-groups sleep ${n} &`),
  root('chroot', (n) => `env -i setsid /usr/sbin/chroot / sleep ${n} &`),
  root('a namespace of mounts', (n) => `env -i setsid unshare --mount sleep ${n} &`),
  root('a namespace of processes', (n) => `env -i setsid unshare --pid --fork sleep ${n} &`),
  root(
    'a namespace of processes with its own /proc',
    (n) => `env -i setsid unshare --pid --fork --mount-proc sleep ${n} &`,
  ),
  root('a namespace of users', (n) => `env -i setsid unshare --user sleep ${n} &`),
  root('a namespace of groups', (n) => `env -i setsid unshare --cgroup --net --uts --ipc sleep ${n} &`),
];
