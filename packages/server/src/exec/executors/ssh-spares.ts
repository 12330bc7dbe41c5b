/**
 * Shells that were started ahead, on connections that are warm anyway: the next command finds one waiting, and is spared
 * the opening of a channel and the start of a login shell. They hold nothing of any command, and go away unused.
 */
import { createBootstrap } from '@synapse/runner';
import type { ClientChannel } from 'ssh2';
import { isChannel, openChannel } from './ssh-channel.ts';
import type { Lease } from './ssh-pool.ts';

export interface Spare {
  readonly lease: Lease;
  /** Not read from yet. */
  readonly channel: ClientChannel;
  /** What the shell was started with; in its argument list for as long as it lives. */
  readonly nonce: string;
}

export interface Spares {
  /** One that waits; undefined: there is none. It may have died unnoticed. */
  take(): Spare | undefined;
  /** Starts shells until so many wait. Never opens a connection for one. */
  fill(count: number): void;
  close(): void;
}

export interface SpareOptions {
  readonly vacancy: () => Lease | undefined;
  /** How long one waits for a command. */
  readonly idleMs: number;
  readonly readyMs: number;
}

export function createSpares({ vacancy, idleMs, readyMs }: SpareOptions): Spares {
  const waiting = new Map<Spare, NodeJS.Timeout>();
  /** Channels that are being opened: each ends by itself, soon. */
  const opening = new Set<AbortController>();

  const remove = (spare: Spare): boolean => {
    clearTimeout(waiting.get(spare));
    return waiting.delete(spare);
  };
  const dismiss = (spare: Spare) => {
    if (remove(spare)) hangUp(spare.channel);
  };
  const start = async (lease: Lease) => {
    const { loginCommand, nonce } = createBootstrap();
    const giveUp = new AbortController();
    opening.add(giveUp);
    const channel = await openChannel(lease, loginCommand, giveUp.signal, readyMs);
    opening.delete(giveUp);
    if (!isChannel(channel)) return;
    const spare = { lease, channel, nonce };
    waiting.set(spare, setTimeout(dismiss, idleMs, spare).unref());
    channel.once('exit', () => dismiss(spare));
  };

  return {
    take: () => {
      for (const spare of waiting.keys()) {
        if (!spare.lease.connection.closed) {
          remove(spare);
          return spare;
        }
        dismiss(spare);
      }
      return undefined;
    },
    fill: (count) => {
      while (waiting.size + opening.size < count) {
        const lease = vacancy();
        if (!lease) return;
        start(lease);
      }
    },
    close: () => {
      for (const giveUp of opening) giveUp.abort();
      for (const spare of waiting.keys()) dismiss(spare);
    },
  };
}

/** What it has printed is read, for only then does the channel count as closed. */
function hangUp(channel: ClientChannel): void {
  channel.resume().stderr.resume();
  channel.close();
}
