/** The parent's part of the bus between workers: who listens to what. It cannot read what it passes on. */
import type { FromParent, ToParent } from '../bus/worker-bus.ts';

export interface Switchboard {
  /** A worker is there. `send` answers false for what is lost. */
  join(worker: number, send: (message: FromParent) => boolean): void;
  take(worker: number, message: ToParent): void;
  leave(worker: number): void;
}

export function createSwitchboard(): Switchboard {
  const workers = new Map<number, (message: FromParent) => boolean>();
  const listeners = new Map<string, Set<number>>();

  const unlisten = (worker: number, topic: string): void => {
    const there = listeners.get(topic);
    there?.delete(worker);
    if (there?.size === 0) listeners.delete(topic);
  };
  const post = (from: number, { topic, bytes, ask }: ToParent & { bus: 'post' }): void => {
    const there = listeners.get(topic);
    const message = {
      bus: 'come',
      topic,
      bytes,
      ...(ask === undefined ? {} : { from: { worker: from, ask } }),
    } as const;
    let reached = false;
    for (const worker of there ?? []) if (workers.get(worker)?.(message)) reached = true;
    if (!reached && ask !== undefined) workers.get(from)?.({ bus: 'answered', ask, bytes: null });
  };

  return {
    join: (worker, send) => void workers.set(worker, send),
    take: (worker, message) => {
      // What was still on its way when it left.
      if (!workers.has(worker)) return;
      switch (message.bus) {
        case 'listen': {
          const there = listeners.get(message.topic);
          if (there === undefined) listeners.set(message.topic, new Set([worker]));
          else there.add(worker);
          return;
        }
        case 'leave':
          return unlisten(worker, message.topic);
        case 'post':
          return post(worker, message);
        case 'answer':
          workers.get(message.to.worker)?.({ bus: 'answered', ask: message.to.ask, bytes: message.bytes });
      }
    },
    leave: (worker) => {
      workers.delete(worker);
      for (const topic of [...listeners.keys()]) unlisten(worker, topic);
    },
  };
}
