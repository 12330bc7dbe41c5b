/**
 * The text that tries a mechanism on a target. Inside it writes, to files and to a named pipe, connects, signals and reads
 * what is private, and all of it must fail; what happened is judged outside, because a program that is not what it is called could print anything. Before that, the
 * same is done outside, where it must succeed: a test that cannot fail shows nothing.
 */
import { shellQuote } from '../shell-quote.ts';
import type { Mechanism, System } from './mechanism.ts';
import { PLACES_VARIABLE } from './reading-rules.ts';

/** Connects to both sockets, and writes to the named pipe; prints nothing. */
const CALL = `use Socket; my ($port, $path) = @ARGV; socket(my $t, PF_INET, SOCK_STREAM, 0) and connect($t, sockaddr_in($port, inet_aton("127.0.0.1"))); socket(my $u, PF_UNIX, SOCK_STREAM, 0) and connect($u, sockaddr_un($path)); if (sysopen(my $p, "$path.pipe", 04001)) { syswrite $p, "x" }`;
/** Listens on all three for a minute at most, and writes one character to a file for each caller. */
const LISTEN = `use Socket; $| = 1; alarm 60; my ($dir) = @ARGV; socket(my $t, PF_INET, SOCK_STREAM, 0); bind($t, sockaddr_in(0, inet_aton("127.0.0.1"))); listen($t, 9); socket(my $u, PF_UNIX, SOCK_STREAM, 0); bind($u, sockaddr_un("$dir/socket")); listen($u, 9); sysopen(my $f, "$dir/socket.pipe", 04002); open(my $r, ">", "$dir/reached"); select((select($r), $| = 1)[0]); open(my $p, ">", "$dir/port.new"); print $p (sockaddr_in(getsockname($t)))[0]; close $p; rename "$dir/port.new", "$dir/port"; while (1) { my $v = ""; vec($v, fileno($t), 1) = 1; vec($v, fileno($u), 1) = 1; vec($v, fileno($f), 1) = 1; select($v, undef, undef, undef); if (vec($v, fileno($f), 1)) { sysread $f, my $x, 1; print $r "x" } for my $s ($t, $u) { next unless vec($v, fileno($s), 1); accept(my $c, $s); print $r "x" } }`;

/** From the line with its number on, it redirects nothing: a shell keeps a descriptor open meanwhile, and is looked at. */
const INSIDE = `P=SYNAPSE_PROBE_; for v in FILES SLEEPER PORT DIR CALL; do eval "$v=\\$$P$v"; done
for f in $FILES; do echo broken >"$f"; chmod 777 "$f"; rm -f "$f"; mv "$f" "$f.moved"; done 2>/dev/null
kill -9 $SLEEPER 2>/dev/null
[ -z "$PORT" ] || perl -e "$CALL" "$PORT" "$DIR/socket" 2>/dev/null
x=$(cat "$DIR/.env" 2>/dev/null); read -r me rest </proc/self/stat; echo "$me"; printf '%s\\n' "$x" "$SYNAPSE_UNTOLD"; read -r rest`;

/** Prints `nonce name ok`, or `nonce name` and why not, for each mechanism until one serves. */
export function probeText(mechanisms: readonly Mechanism[], system: System, nonce: string): string {
  const inner = ['/bin/sh', '-c', INSIDE, nonce];
  const tries = mechanisms.map(
    ({ name, namespaces, wrap }) => `enter() { ${wrap(inner, system)}
}
attempt ${[name, ...namespaces].join(' ')}`,
  );
  return `LC_ALL=C; export LC_ALL; umask 077
N=${shellQuote(nonce)}; CALL=${shellQuote(CALL)}; LISTEN=${shellQuote(LISTEN)}; FILES= PORT= LISTENER= DIR=
for d in "\${HOME:-/nowhere}" /var/tmp /dev/shm /tmp .; do f=$(mktemp "$d/.synapse-look-XXXXXXXX" 2>/dev/null) || continue; echo "$N" >"$f" && FILES="$FILES $f"; done
for d in "\${HOME:-/nowhere}" /var/tmp /dev/shm /tmp; do DIR=$(mktemp -d "$d/.synapse-look-XXXXXXXX" 2>/dev/null) && break; done
sleep 60 & SLEEPER=$!
finish() { kill -9 $SLEEPER $LISTENER; rm -rf $FILES "$DIR"; } 2>/dev/null
trap finish EXIT; trap '' PIPE # what does not start reads nothing
[ "$FILES" ] && [ "$DIR" ] && echo "private $N" >"$DIR/.env" && mkfifo "$DIR/socket.pipe" || { echo "$N - nothing can be written even outside a sandbox"; exit 0; }
alive() { kill -0 $SLEEPER 2>/dev/null || return 1; if [ -r /proc/$SLEEPER/stat ]; then read -r s </proc/$SLEEPER/stat; else s=$(ps -o stat= -p $SLEEPER); fi; case $s in *") Z "*|Z*) return 1;; esac; }
calls() { wc -c <"$DIR/reached" | tr -d ' '; }
if command -v perl >/dev/null 2>&1; then
perl -e "$LISTEN" "$DIR" >/dev/null 2>&1 </dev/null & LISTENER=$!
i=0; while [ ! -s "$DIR/port" ] && [ $i -lt 100 ]; do sleep 0.03; i=$((i+1)); done
PORT=$(cat "$DIR/port" 2>/dev/null); perl -e "$CALL" "$PORT" "$DIR/socket" 2>/dev/null
i=0; while [ "$(calls)" != 3 ] && [ $i -lt 40 ]; do sleep 0.03; i=$((i+1)); done
[ "$(calls)" = 3 ] || PORT=
fi
tell() { SYNAPSE_PROBE_FILES=$FILES SYNAPSE_PROBE_SLEEPER=$SLEEPER SYNAPSE_PROBE_PORT=$PORT SYNAPSE_PROBE_DIR=$DIR SYNAPSE_PROBE_CALL=$CALL; SYNAPSE_UNTOLD="private $N" ${PLACES_VARIABLE}=$DIR; export SYNAPSE_PROBE_FILES SYNAPSE_PROBE_SLEEPER SYNAPSE_PROBE_PORT SYNAPSE_PROBE_DIR SYNAPSE_PROBE_CALL SYNAPSE_UNTOLD ${PLACES_VARIABLE}; }
tell
# Root may be left the right to read (CAP_DAC_READ_SEARCH).
ALLOWED=0000000000000000; [ "$(id -u)" != 0 ] || ALLOWED="$ALLOWED 0000000000000004"
outside() { # Inside, the process may have another number: the last of those that it has.
for f in $(grep -lsF "$N" /proc/[0-9]*/cmdline); do f=\${f%/*}; case $(grep "^NSpid:" "$f/status") in *"	$1") echo "$f"; return;; esac; done
}
state() { # of the process inside, as the kernel tells it: its number, then the namespaces that must be its own
p=/proc/$1; case $(tr '\\000' ' ' <"$p/cmdline") in *"$N"*) ;; *) p=$(outside "$1");; esac; shift; case $(tr '\\000' ' ' <"$p/cmdline") in *"$N"*) ;; *) echo "it runs something else"; return;; esac
for n in "$@"; do a=$(readlink "$p/ns/$n") && b=$(readlink "/proc/self/ns/$n") && [ "$a" != "$b" ] || { echo "no $n namespace of its own"; return; }; done
kept=; while read -r k v; do case $k$v in NoNewPrivs:1|Seccomp:2) kept=x$kept;; esac
case $k in CapInh:|CapPrm:|CapEff:|CapAmb:) ;; CapBnd:) [ $# -gt 0 ] || continue;; *) continue;; esac
case " $ALLOWED " in *" $v "*) ;; *) echo "it has privileges: $k $v"; return;; esac; done <"$p/status"
[ "$kept" = xx ] || { echo "no filter, or new privileges can be gained"; return; }
for f in "$p/fd"/*; do case \${f##*/} in 0|1|2) ;; *) echo "descriptor \${f##*/} is open"; return;; esac; done
}
attempt() {
name=$1; shift; rm -f "$DIR/in" "$DIR/out" "$DIR/over"; mkfifo "$DIR/in"; { enter <"$DIR/in" >"$DIR/out" 2>"$DIR/err"; : >"$DIR/over"; } &
E=$!; exec 7>"$DIR/in"; P=; i=0
while [ $i -lt 100 ]; do read -r P <"$DIR/out" && break; [ ! -e "$DIR/over" ] || break; sleep 0.03; i=$((i+1)); done 2>/dev/null
why=; case $P in ''|*[!0-9]*) why=$(tail -n 1 "$DIR/err"); why="does not start: $why";; *) [ ! -d /proc/self ] || why=$(state "$P" "$@" 2>&1);; esac
echo >&7; exec 7>&-
i=0; while [ ! -e "$DIR/over" ] && [ $i -lt 100 ]; do sleep 0.03; i=$((i+1)); done; kill -9 $E 2>/dev/null; wait $E 2>/dev/null
for f in $FILES; do [ "$(cat "$f" 2>/dev/null)" = "$N" ] || why="it can write to $f"; case $(ls -ld "$f" 2>/dev/null) in -rw-------*) ;; *) why="it can change $f";; esac; done
alive || why="it can end processes"
[ -z "$PORT" ] || [ "$(calls)" = 3 ] || why="it can connect, or write to a named pipe"
case $(cat "$DIR/out") in *"private $N"*) why="it can read what is private";; esac
if [ -z "$why" ]; then echo "$N $name ok"; exit 0; fi
echo "$N $name $why"
for f in $FILES; do echo "$N" >"$f"; chmod 600 "$f"; done; alive || { sleep 60 & SLEEPER=$!; }
[ -z "$PORT" ] || [ "$(calls)" = 3 ] || PORT=
tell
}
${tries.join('\n')}`;
}
