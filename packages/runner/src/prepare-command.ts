/** What a host's shell is sent for a command, in a container or not, and how to answer when it did not start. */
import { because, Refusal } from '@synapse/contract';
import { type Bootstrap, type PayloadOptions, payload } from './bootstrap.ts';
import type { Unstarted } from './drive-shell.ts';
import type { ResolvedCommand, Shell } from './executor.ts';
import { wrapContainer } from './wrap-container.ts';

export interface PreparedCommand {
  readonly nonces: readonly string[];
  /** What the host's shell is sent. For a container it only enters that. */
  readonly payload: () => Buffer;
  /** What the shell in the container is sent: the command itself. */
  readonly innerPayload?: () => Buffer;
  readonly endNonce: string | null;
  readonly watched: boolean;
  /** Shell text for the host that kills what its own scan of processes may not reach. Undefined: there is no such. */
  readonly killBeside?: string;
}

/**
 * `watchdog`: the host's shell starts a process that kills when its input ends. Containers always have one, unless the
 * command reads that input itself.
 */
export function prepareCommand(
  command: ResolvedCommand,
  bootstrap: Bootstrap,
  { watchdog, input = false }: Pick<PayloadOptions, 'watchdog' | 'input'>,
): PreparedCommand {
  const { container } = command;
  if (container === null) {
    return {
      nonces: [bootstrap.nonce],
      payload: () => payload(bootstrap, command, { watchdog, input }),
      watched: watchdog || input,
      endNonce: null,
    };
  }
  const { enter, payload: innerPayload, nonce, beforeKill } = wrapContainer({ ...command, container }, input);
  return {
    nonces: [bootstrap.nonce, nonce],
    payload: () => payload(bootstrap, enter, { watchdog: true, beforeKill, input }),
    innerPayload,
    watched: true,
    endNonce: nonce,
    killBeside: beforeKill,
  };
}

/** What runs on the host for a command in a container is ours. */
export const hostShell = ({ shell, container }: ResolvedCommand): Shell | undefined =>
  container === null ? shell : undefined;

const LONGEST_REASON = 300;

/** The time for the shell is over, and nothing was run. */
export function shellStuck(ms: number): Refusal {
  return new Refusal('machine_shell_stuck', { seconds: Math.max(1, Math.round(ms / 1000)) });
}

/**
 * `noise` is what the target printed instead; one of its last lines says why. It comes before the command, so it holds
 * no output.
 */
export function unstartedRefusal(command: ResolvedCommand, { noise, exit }: Unstarted, shellMs: number): Refusal {
  if (exit === null) return shellStuck(shellMs);
  const text = noise
    .split('\n')
    .findLast((line) => line.trim() !== '')
    ?.trim()
    .slice(0, LONGEST_REASON);
  const reason = text || ('code' in exit ? because('shell_ended', { code: exit.code }) : exit.lost);
  return new Refusal(command.container === null ? 'machine_unreachable' : 'container_unavailable', { reason });
}
