/**
 * How a command and its secrets reach a POSIX shell on any target, without either being in argv or the environment.
 *
 * 1. `createBootstrap()`; start `argv` (docker, local) or `loginCommand` (the exec string of an ssh channel), stdin open.
 *    The process should lead its own session (sshd and container engines see to it; locally `detached: true`).
 * 2. Feed stdout to a `HandshakeScanner` and stderr to a second one. What a login shell prints beforehand is dropped.
 * 3. On `ready` (stdout) write `payload(…)` to stdin, once. Keep stdin open: with `watchdog` its end means "kill".
 * 4. `started`: the command runs; from here `output` holds its bytes and nothing else. `cwdMissing` instead: it does
 *    not run and the shell exits; throw `cwd_not_found`. `noise` is what was dropped, for the text of an error.
 * 5. The exit status of the process is the command's own. End stdin when it has come.
 *    To kill: end stdin (`watchdog`), or run `killTree(pid, signs)` by a second shell on the target.
 *
 * The command reads an empty stdin, unless `input` leaves it what follows the payload. Secrets are shell variables of its shell, not exported.
 */
import { randomBytes } from 'node:crypto';
import { createMark, setMark } from './execution-mark.ts';
import type { ResolvedCommand, Shell } from './executor.ts';
import { quoteOnOneLine, shellQuote } from './shell-quote.ts';
import { watchBeside, watchdog, watchdogInFront } from './watchdog.ts';

export { HandshakeScanner, type Scanned } from './handshake-scanner.ts';
export { killTree } from './watchdog.ts';

export interface Bootstrap {
  /** Random per execution. It frames what the bootstrap prints on stdout and stderr. */
  readonly nonce: string;
  /** For targets that take a list of arguments. */
  readonly argv: readonly string[];
  /** For targets that hand one string to the user's login shell: reads alike in sh, bash, zsh, fish and tcsh. */
  readonly loginCommand: string;
  /**
   * For a shell that waits and was started by `LOGIN_TO_BASH` or an earlier bootstrap: makes it wait for this bootstrap.
   * Its answer shows that it lives, and that it is in the directory where a new shell would be.
   */
  readonly wake: Buffer;
  /** The mark of its shell and of everything that shell starts. */
  readonly mark: number;
}

export interface PayloadOptions {
  /**
   * Starts a process that kills the tree if stdin ends before the command does, and that otherwise ends by itself.
   * Process 1 adopts it. Leave it out inside containers, whose process 1 may never reap it, and use `killTree` there.
   */
  readonly watchdog: boolean;
  /**
   * Set if the script only enters a container, where another shell waits for the command: the line that follows is
   * passed on to the script's stdin by the watchdog, which runs this text before it kills.
   */
  readonly beforeKill?: string;
  /** What follows the payload is for the command's stdin. There is no watchdog then: the command itself sees its end. */
  readonly input?: boolean;
}

/** The third character of the IFS that every shell starts with is a newline. This needs no process to make one. */
export const NEWLINE = '__synapse_n=${IFS#??}; __synapse_n=${__synapse_n%"${__synapse_n#?}"}';

/** All that a list of processes shows of a shell that waits for its command, and of one that runs it. */
export const WAIT = 'IFS= read -r _synapse && eval "$_synapse"';
const AS_SH = 'exec /bin/sh -c "$0" /bin/sh "$@"';
/**
 * `--norc`: a bash that sshd seems to have started would read ~/.bashrc, which the login shell has done where it is for
 * it to do.
 */
const AS_BASH = 'exec bash --norc -c "$0" bash "$@"';
const AS: Readonly<Record<Shell, string>> = {
  sh: AS_SH,
  bash: AS_BASH,
  auto: `command -v bash >/dev/null 2>&1 && ${AS_BASH}; ${AS_SH}`,
};

/**
 * The arguments of a program that becomes a shell of that kind, which waits for a line and runs it; more may follow, and
 * are its own. `before` is run first, and gone from the list of processes afterwards. No quote, `!` or newline is in it.
 */
export function waitingShell(shell: Shell, before = ''): readonly string[] {
  return ['/bin/sh', '-c', `${before}${AS[shell]}`, WAIT];
}

/** What a waiting shell is sent to run a text of several lines. */
export const onOneLine = (text: string): string => `${NEWLINE}; unset _synapse; eval ${quoteOnOneLine(text)}`;

/**
 * For a target that has bash: starts it without a shell before it that looks whether there is one. It says nothing until
 * it is sent `wake`. Where there is no bash, the login shell ends with an error.
 */
export const LOGIN_TO_BASH = `exec bash --norc -c '${WAIT}' bash`;

/** The fixed text that every command starts with. Holds no quote, `!` or newline: it must survive any login shell. */
export function createBootstrap(shell: Shell = 'sh', umask?: number, mark = createMark()): Bootstrap {
  const nonce = randomBytes(16).toString('hex');
  const ready = `printf "\\036${nonce}:%s\\036" "$$"`;
  const opens = umask === undefined ? '' : `umask ${umask.toString(8).padStart(4, '0')}; `;
  const argv = waitingShell(shell, `${opens}${setMark(mark)}; ${ready}; `);
  return {
    nonce,
    argv,
    loginCommand: `exec ${argv.map((word) => (/^[-/a-z]+$/.test(word) ? word : `'${word}'`)).join(' ')}`,
    wake: Buffer.from(`${setMark(mark)}; [ . -ef "$PWD" ] 2>/dev/null || cd "$PWD" 2>/dev/null; ${ready}; ${WAIT}\n`),
    mark,
  };
}

/** For the waiting shell that `earlier` is for. A mark cannot be raised again, so it stays the same. */
export const renewBootstrap = ({ mark }: Pick<Bootstrap, 'mark'>): Bootstrap => createBootstrap('sh', undefined, mark);

/**
 * The one line to send once the shell is ready. A line that is cut short is not run, because `read` fails at the end of
 * input. The variables are unset first: one that the target's environment already exports would stay exported.
 */
export function payload(
  bootstrap: Bootstrap,
  command: Pick<ResolvedCommand, 'script' | 'secrets' | 'cwd' | 'tag'>,
  options: PayloadOptions,
): Buffer {
  const { script, secrets, cwd, tag } = command;
  const say = (word: string) => `printf "\\036${bootstrap.nonce}:${word}\\036"`;
  const entering = options.beforeKill !== undefined;
  const watches = options.watchdog && !options.input;
  const watching = () => watchBeside({ tag, mark: bootstrap.mark }, options.beforeKill);
  const run = `eval ${quoteOnOneLine(script)}`;
  const steps = [
    `unset _synapse ${[...secrets.keys()].join(' ')}`,
    ...(options.input ? [] : [watches ? 'exec 3<&0 </dev/null' : 'exec </dev/null']),
    ...(watches && !entering ? [`${watchdog(watching())}; exec 3<&-`] : []),
    `export SYNAPSE_EXECUTION=${shellQuote(tag)}`,
    ...(cwd === null ? [] : [`cd -- ${quoteOnOneLine(cwd)} 2>/dev/null || { ${say('cwd')}; exit 1; }`]),
    ...[...secrets].map(([variable, value]) => `${variable}=${quoteOnOneLine(value.reveal())}`),
    `${say('go')}; ${say('go')} >&2`,
    entering && watches ? watchdogInFront(watching(), run) : run,
  ];
  const line = steps.join('; ');
  // Only where it is needed: a shell reads its input byte by byte, with one system call for each.
  return Buffer.from(`${line.includes('$__synapse_n') ? `${NEWLINE}; ` : ''}${line}\n`);
}
