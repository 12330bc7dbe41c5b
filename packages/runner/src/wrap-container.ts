/** Turns a command for a container into one for its host, through the host's own `docker` or `podman` program. */

import { type Bootstrap, createBootstrap, payload } from './bootstrap.ts';
import { sayEnd } from './end-scanner.ts';
import type { Signs } from './execution-mark.ts';
import type { ResolvedCommand } from './executor.ts';
import { shellQuote } from './shell-quote.ts';
import { killInside, killMarked } from './watchdog.ts';

export interface WrappedCommand {
  /** Runs on the host, outside any container: starts a shell inside that waits for the command. */
  readonly enter: ResolvedCommand;
  /** What that shell is sent once it is ready. Until then nothing of the command has left us, so nothing can run late. */
  readonly payload: () => Buffer;
  /** Belongs to the shell inside the container. Its handshake follows the host's, and it reports the command's end. */
  readonly nonce: string;
  /** For the host: kills what runs inside, which the host's own scan may not reach. */
  readonly beforeKill: string;
}

export function wrapContainer(
  command: ResolvedCommand & { readonly container: string },
  input: boolean,
): WrappedCommand {
  const { container, tag } = command;
  const inner = createBootstrap(command.shell);
  const name = shellQuote(container);
  const { argv, text } = supervised(inner);
  // A variable that is named without its value is passed on, and in no list of arguments.
  const enter = `"$__synapse_e" exec -i -e ${shellQuote(`SYNAPSE_EXECUTION=${tag}`)} -e ${INSIDE_TEXT} -- ${name}`;
  return {
    enter: {
      script: `${findEngine(name)}; export ${INSIDE_TEXT}=${shellQuote(text)}; exec ${enter} ${argv.map(shellQuote).join(' ')}`,
      secrets: new Map(),
      cwd: null,
      container: null,
      tag,
    },
    payload: () => payload(inner, command, { watchdog: false, input }),
    nonce: inner.nonce,
    // In a subshell: if no engine is found, its exit must not end the killing.
    beforeKill: `( ${findEngine(name)}; "$__synapse_e" exec -- ${name} /bin/sh -c ${shellQuote(killMarked({ tag, mark: inner.mark }))} )`,
  };
}

/**
 * An exec does not end while a child in the background holds the output. So a shell around the command's own reports
 * when that one has ended. It must not print remarks about children that died, so the redirection happens in a process
 * of its own.
 */
export function supervised({ nonce, argv }: Bootstrap): Inside {
  return inside(`exec 3>&2 2>/dev/null; ${runInner(argv, '')} ${sayTwice(nonce)}`);
}

/** What a container is entered with: a program, and the variable that it needs. */
export interface Inside {
  readonly argv: readonly string[];
  readonly text: string;
}

/** The variable that brings what the shell around a command does. */
export const INSIDE_TEXT = 'SYNAPSE_TEXT';
const inside = (text: string): Inside => ({ argv: ['/bin/sh', '-c', `eval "$${INSIDE_TEXT}"`], text });

/**
 * The same for an exec whose input stays open as long as the service lives. A watchdog reads that input, passes the one
 * line on to the command's shell, and kills the tree when the input ends. It is a child of the shell around both, which
 * waits for it, because the first process of a container may never do so. It prints its number, so that it can be ended
 * in time.
 */
export function watchedInside({ nonce, argv }: Bootstrap, signs: Signs): Inside {
  const handOn = 'read -r w s </proc/self/stat; echo "$w"; IFS= read -r s && printf "%s\\n" "$s"; exec >/dev/null 3>&-';
  const watch = 'trap "" HUP INT QUIT TERM; while IFS= read -r s; do :; done';
  // A shell of its own, because this one has the tag in its environment and would find itself.
  const kill = `unset SYNAPSE_EXECUTION ${INSIDE_TEXT}; exec /bin/sh -c ${shellQuote(killInside(signs))} sh "$$"`;
  const text = [
    `exec 3>&2 2>/dev/null; { ${handOn}; ${watch}; ${kill}; } |`,
    `{ read -r w; ${runInner(argv, 'kill -9 "$w";')} ${sayTwice(nonce)}; }`,
  ].join(' ');
  return inside(text);
}

const runInner = (argv: readonly string[], then: string) =>
  `(unset ${INSIDE_TEXT}; exec ${argv.map(shellQuote).join(' ')} 2>&3 3>&-); r=$?; ${then}`;
const sayTwice = (nonce: string) => `${sayEnd(nonce)}; ${sayEnd(nonce)} >&3; exit "$r"`;

/**
 * Puts the program to use into `$__synapse_e`. If a host has both, it is the one that answers and knows the container:
 * a `docker` may be installed without its daemon. A host that has only one is not asked.
 */
function findEngine(name: string): string {
  const knows = (engine: string) => `$(${engine} container inspect -f . -- ${name} 2>&1 >/dev/null </dev/null)`;
  return [
    'has() { command -v "$1" >/dev/null 2>&1; }; __synapse_e=; has docker && __synapse_e=docker;',
    'if has podman; then if [ -z "$__synapse_e" ]; then __synapse_e=podman;',
    `elif __synapse_d=${knows('docker')}; then :; elif __synapse_p=${knows('podman')}; then __synapse_e=podman;`,
    'else set -f; echo docker: $__synapse_d -- podman: $__synapse_p >&2; exit 127; fi; fi;',
    '[ "$__synapse_e" ] || { echo "neither docker nor podman was found on the host" >&2; exit 127; }',
  ].join(' ');
}
