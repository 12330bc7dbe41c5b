/** One shell on one channel of a leased connection, or why there is none. */
import { constants } from 'node:os';
import { because, type Words } from '@synapse/contract';
import { type ShellExit, type ShellProcess, startPatience } from '@synapse/runner';
import type { ClientChannel } from 'ssh2';
import type { SshConnection } from './connection.ts';
import type { Lease } from './pool.ts';

/** `full`: the host has no room for it on that connection, but may have on another. */
export type NoChannel = 'aborted' | 'late' | 'full' | { readonly failed: Words };

const NO_ROOM = 2;

/** Gives the lease back when the channel closes, or when it is clear that there will be none. */
export async function openChannel(
  lease: Lease,
  text: string,
  signal: AbortSignal,
  patienceMs: number,
): Promise<ClientChannel | NoChannel> {
  const opening = lease.connection.exec(text);
  opening.then((channel) => {
    lease.opened();
    channel.once('close', lease.release);
  }, lease.release);
  const wait = giveUp(signal, patienceMs);
  try {
    const opened = await Promise.race([opening, wait.over]);
    if (typeof opened === 'object') return opened;
    opening.then(
      (channel) => channel.close(),
      () => {},
    );
    return opened;
  } catch (error) {
    const { message, reason, why } = error as Error & { reason?: number; why?: Words };
    if (reason === NO_ROOM) {
      lease.overfull();
      return 'full';
    }
    lease.retire();
    return { failed: why ?? because('connection_failed', { detail: message }) };
  } finally {
    wait.clear();
  }
}

export const isChannel = (opened: ClientChannel | NoChannel): opened is ClientChannel =>
  typeof opened === 'object' && !('failed' in opened);

function giveUp(signal: AbortSignal, ms: number) {
  const { promise: over, resolve } = Promise.withResolvers<'aborted' | 'late'>();
  const onAbort = () => resolve('aborted');
  const endPatience = startPatience(ms, () => resolve('late'));
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  const clear = () => {
    endPatience();
    signal.removeEventListener('abort', onAbort);
  };
  return { over, clear };
}

export function shellOf(
  channel: ClientChannel,
  connection: SshConnection,
  killTree: ShellProcess['killTree'],
): ShellProcess {
  return {
    stdin: channel,
    stdout: channel,
    stderr: channel.stderr,
    exit: exitOf(channel, connection),
    killTree,
    destroy: () => channel.close(),
  };
}

function exitOf(channel: ClientChannel, connection: SshConnection): Promise<ShellExit> {
  return new Promise((resolve) => {
    const ended = (code: number | null, signal?: string) => resolve({ code: code ?? 128 + numberOf(signal) });
    channel.once('exit', ended);
    const forget = connection.onClose(() => resolve({ lost: connection.closeReason }));
    // An exit status that came together with the channel was not heard, and is reported again. Without one the shell has not
    // ended; the connection to it has.
    channel.once('close', (code?: number | null, signal?: string) => {
      forget();
      if (typeof code === 'number' || signal !== undefined) ended(code ?? null, signal);
      else resolve({ lost: connection.closed ? connection.closeReason : because('channel_closed') });
    });
  });
}

function numberOf(signal: string | undefined): number {
  return (constants.signals as Record<string, number>)[signal ?? ''] ?? 0;
}
