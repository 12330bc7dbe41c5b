/** Streams kept open for children that commands left in the background: closing them would kill a child that prints. */

interface Closable {
  close(): void;
  once(event: 'close', listener: () => void): unknown;
}

export interface Lingering {
  add(stream: Closable): void;
  close(): void;
}

/** Beyond this number the oldest is closed. Its child then finds a closed pipe, as it would with any ssh client. */
const MOST = 10;
const LONGEST_MS = 3_600_000;

export function createLingering(): Lingering {
  const kept = new Map<Closable, NodeJS.Timeout>();
  const drop = (stream: Closable) => {
    clearTimeout(kept.get(stream));
    kept.delete(stream);
  };
  return {
    add: (stream) => {
      kept.set(stream, setTimeout(() => stream.close(), LONGEST_MS).unref());
      stream.once('close', () => drop(stream));
      if (kept.size <= MOST) return;
      const [oldest] = kept.keys();
      drop(oldest!);
      oldest!.close();
    },
    close: () => {
      for (const stream of [...kept.keys()]) {
        drop(stream);
        stream.close();
      }
    },
  };
}
