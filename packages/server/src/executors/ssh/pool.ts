/** Open ssh connections of one machine: a few channels on each, then another connection; idle ones are closed. */
import type { SshConnection } from './connection.ts';

export interface Lease {
  readonly connection: SshConnection;
  /** The connection was open before: it may have died unnoticed since. */
  readonly reused: boolean;
  /** The channel is closed, so its place is free. */
  release(): void;
  /** Retires the connection: no new channels; it closes with its last one. */
  retire(): void;
  /** The host has opened the channel. */
  opened(): void;
  /** The host refused the channel: this connection cannot hold more than is open now. */
  overfull(): void;
}

export interface PoolOptions {
  readonly channelsPerConnection: number;
  readonly maxConnections: number;
  readonly idleMs: number;
}

/** sshd allows 10 sessions on a connection by default and frees them late. With 5 no refusal was seen, with 8 a few. */
export const POOL_DEFAULTS: PoolOptions = { channelsPerConnection: 5, maxConnections: 8, idleMs: 300_000 };

const URGENT_PLACES = 2;

interface Entry {
  readonly opening: Promise<SshConnection>;
  connection: SshConnection | undefined;
  /** The places taken, and for how many of them the host has opened a channel. */
  channels: number;
  open: number;
  retired: boolean;
  idle: NodeJS.Timeout | undefined;
}

export interface SshPool {
  /** `urgent`: for a kill, because the command itself may hold every place. Takes one beyond the limits. */
  acquire(signal: AbortSignal, options?: { readonly urgent?: boolean }): Promise<Lease>;
  /** A free place on an open connection, for optional work; no connection is opened for it. */
  vacancy(): Lease | undefined;
  /** Closes what is idle now, and the rest once it is idle. */
  close(): void;
}

export function createSshPool(connect: () => Promise<SshConnection>, options: PoolOptions): SshPool {
  const entries = new Set<Entry>();
  const waiting = new Set<() => void>();
  let capacity = options.channelsPerConnection;

  const remove = (entry: Entry) => {
    entries.delete(entry);
    clearTimeout(entry.idle);
    wake();
  };
  const wake = () => {
    for (const one of waiting) one();
    waiting.clear();
  };
  const open = (): Entry => {
    const entry: Entry = {
      opening: connect(),
      connection: undefined,
      channels: 0,
      open: 0,
      retired: false,
      idle: undefined,
    };
    entries.add(entry);
    entry.opening.then(
      (connection) => {
        entry.connection = connection;
        connection.onClose(() => remove(entry));
        rest(entry);
      },
      () => remove(entry),
    );
    return entry;
  };
  /** It is idle: closed now if it is retired, later if it stays idle. */
  const rest = (entry: Entry) => {
    if (entry.channels > 0 || !entry.connection) return;
    if (entry.retired) entry.connection.close();
    else {
      clearTimeout(entry.idle);
      entry.idle = setTimeout(() => retire(entry), options.idleMs).unref();
    }
  };
  const retire = (entry: Entry) => {
    entry.retired = true;
    entries.delete(entry);
    rest(entry);
    wake();
  };
  const pick = (urgent: boolean): Entry | undefined => {
    const places = urgent ? capacity + URGENT_PLACES : capacity;
    const free = [...entries].filter((entry) => !entry.retired && entry.channels < places);
    // Connected ones first, and among them the one with the fewest channels.
    free.sort((a, b) => Number(!a.connection) - Number(!b.connection) || a.channels - b.channels);
    return free[0] ?? (urgent || entries.size < options.maxConnections ? open() : undefined);
  };

  /** A place on the connection; `granted` turns it into a lease once the connection is open. */
  const take = (entry: Entry) => {
    const reused = entry.connection !== undefined;
    entry.channels += 1;
    clearTimeout(entry.idle);
    let released = false;
    let isOpen = false;
    const release = () => {
      if (released) return;
      released = true;
      entry.channels -= 1;
      if (isOpen) entry.open -= 1;
      rest(entry);
      wake();
    };
    const granted = (connection: SshConnection): Lease => ({
      connection,
      reused,
      release,
      retire: () => retire(entry),
      opened: () => {
        isOpen = true;
        entry.open += 1;
      },
      overfull: () => {
        capacity = Math.max(1, Math.min(capacity, entry.open));
      },
    });
    return { granted, release };
  };

  return {
    acquire: async (signal, { urgent = false } = {}) => {
      let entry = pick(urgent);
      while (!entry) {
        await untilAborted(new Promise<void>((resolve) => waiting.add(resolve)), signal);
        entry = pick(urgent);
      }
      const place = take(entry);
      try {
        return place.granted(await untilAborted(entry.opening, signal));
      } catch (error) {
        place.release();
        throw error;
      }
    },
    vacancy: () => {
      for (const entry of entries) {
        if (entry.connection && entry.channels < capacity) return take(entry).granted(entry.connection);
      }
      return undefined;
    },
    close: () => {
      for (const entry of entries) retire(entry);
    },
  };
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
