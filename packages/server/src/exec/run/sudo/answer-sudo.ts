/**
 * Lets the vault answer `sudo` in a command: a private folder on the target holds a `sudo` that asks a helper, and the
 * helper gets the answer by a pipe that only its user may open. The value is in no argument list, environment or file.
 */
import { randomBytes } from 'node:crypto';
import { shellQuote } from '@synapse/runner';

/** Where the target's shell finds the value. Not exported, and unknown to the command itself. */
export const SUDO_VARIABLE = '__synapse_sudo';

/**
 * Stands before the real program in PATH. A call that must not prompt (`-n`) asks the helper; `-S` brings its own
 * answer.
 */
const WRAPPER = `#!/bin/sh
d=\${0%/*}; rm -rf "$d/asked.$$"; ask=-A; options=1; left=$#
while [ "$left" -gt 0 ]; do
  word=$1; shift; left=$((left - 1)); value=
  [ "$options" ] && case $word in
    --) options= ;;
    --non-interactive) continue ;;
    --stdin) ask= ;;
    --user|--group|--host|--prompt|--chdir|--chroot|--close-from|--role|--type|--command-timeout|--other-user) value=1 ;;
    --*|[!-]*=*) ;;
    -?*)
      rest=\${word#-}; word=-
      while [ "$rest" ]; do
        letter=\${rest%"\${rest#?}"}; rest=\${rest#?}
        case $letter in
          n) continue ;;
          S) ask= ;;
          [CDRTUghprtu]) [ "$rest" ] || value=1; letter=$letter$rest; rest= ;;
        esac
        word=$word$letter
      done
      [ "$word" = - ] && continue ;;
    *) options= ;;
  esac
  set -- "$@" "$word"
  if [ "$value" ] && [ "$left" -gt 0 ]; then set -- "$@" "$1"; shift; left=$((left - 1)); fi
done
exec "$d/real/sudo" $ask "$@"`;

/** Answers once: a second question of the same sudo means that the first answer was wrong. */
const helper = (name: string): string => `#!/bin/sh
d=\${0%/*}
if ! mkdir "$d/asked.$PPID" 2>/dev/null; then
  echo "synapse: sudo did not accept the secret ${name}, the sudo_secret of this machine" >&2
  exit 1
fi
[ -p "$d/ask" ] && mkfifo "$d/answer.$$" && echo "answer.$$" >"$d/ask" && cat "$d/answer.$$"`;

/**
 * Where the folder may be. Programs cannot be started from every place: one may be mounted without that right, or be
 * full.
 */
const PLACES = '"${XDG_RUNTIME_DIR:-/tmp}" /tmp /var/tmp "$HOME"';

/** Whether the command whose folder is `$d` is over. */
const IS_OVER = '{ p=${d##*-sudo-}; [ -O "$d" ] && ! kill -0 "${p%%-*}" 2>/dev/null; }';

/** A folder that a killed command left behind holds no value, but is removed by the next one. */
const TIDY = `for d in "$b"/.synapse-sudo-*; do ${IS_OVER} && rm -rf "$d"; done`;

/** The script, so that `sudo` in it is answered. `name` is that of the secret in SUDO_VARIABLE. */
export function answerSudo(script: string, name: string, { tidy = true } = {}): string {
  const folder = `.synapse-sudo-$$-${randomBytes(12).toString('hex')}`;
  const write = (file: string, text: string) => `printf '%s\\n' ${shellQuote(text)} >"$d/${file}"`;
  const make = [
    'umask 077',
    'mkdir "$d" "$d/real"',
    'mkfifo "$d/ask"',
    '{ read -r stat <"/proc/$$/stat"; set -- ${stat##*) }; echo "$4" >"$d/session"; }',
    'ln -s "$s" "$d/real/sudo"',
    write('askpass', helper(name)),
    write('sudo', WRAPPER),
    'chmod 700 "$d/askpass" "$d/sudo"',
    '[ -x "$d/askpass" ]',
  ].join(' && ');
  const place = [
    's=$(command -v sudo)',
    `for b in ${PLACES}`,
    `do ${tidy ? TIDY : ':'}; d=$b/${folder}; (${make}) && printf %s "$d" && break; rm -rf "$d"; done`,
  ].join('; ');
  const quiet = 'exec </dev/null >/dev/null 2>&1';
  // Each question names a pipe of its own for the answer: two that come together must not share one.
  const feed = `exec 9<>ask; while IFS= read -r a <&9; do printf '%s\\n' "$${SUDO_VARIABLE}" >"$a" & done`;
  // Whatever ends the shell, its value does not stay behind.
  const guard = 'while kill -0 "$$"; do sleep 1; done; kill "$__synapse_f"; rm -rf "$__synapse_d"';
  // Called by its path, sudo asks the helper of its own accord, but only where there seems to be a screen.
  const environment = 'SUDO_ASKPASS=$__synapse_d/askpass PATH=$__synapse_d:$PATH DISPLAY=${DISPLAY-}';
  return [
    `__synapse_d=$( { ${place}; } 2>/dev/null )`,
    `( trap '' PIPE; ${quiet}; cd "$__synapse_d" && { ${feed}; } ) & __synapse_f=$!`,
    `( ${quiet}; ${guard} ) & __synapse_g=$!`,
    `( unset ${SUDO_VARIABLE}; [ "$__synapse_d" ] && ${environment} && export SUDO_ASKPASS PATH DISPLAY`,
    `unset __synapse_d __synapse_f __synapse_g; eval ${shellQuote(script)}`,
    ') ; __synapse_r=$?',
    '{ kill "$__synapse_g" "$__synapse_f"; wait "$__synapse_g" "$__synapse_f"; rm -rf "$__synapse_d"; } 2>/dev/null',
    'exit "$__synapse_r"',
  ].join('\n');
}

/**
 * Kills what a killed command had started through sudo: its own user may not. Such processes are of the session of its
 * shell, whose number is not reused while they live; only if there is a process of that number, they do not.
 */
export const END_SUDO = `
all=
for b in ${PLACES}; do for d in "$b"/.synapse-sudo-*; do
  ${IS_OVER} || continue
  id=$(cat "$d/session"); rm -rf "$d"
  [ "$id" ] && [ ! -e "/proc/$id" ] || continue
  for f in /proc/[0-9]*/stat; do
    read -r s <"$f" || continue
    p=\${f#/proc/}; set -- \${s##*) }; [ "$4" = "$id" ] && all="$all \${p%/stat}"
  done
done; done 2>/dev/null
[ "$all" ] && sudo kill -9 $all`;
