/** A worker's place among those of one service: its number, its folder, and the way to its parent. */
import cluster from 'node:cluster';
import { join } from 'node:path';
import type { FromParent, ParentChannel } from '../bus/worker-bus.ts';
import { boundedSend } from './bounded-send.ts';

export interface Seat {
  /** For its own checkpoints. The first has the data directory itself, as a service without workers. */
  readonly folder: string;
  readonly channel: ParentChannel;
  /** Its number, and what the service of all its workers is called on a bus that others share. */
  readonly number: number;
  readonly service: string;
  /** It listens. `line`: what its parent tells the operator. */
  ready(line: string): void;
  onParentGone(leave: () => void): void;
}

/** Where a worker finds its number. It outlives the worker: whoever takes its place has the same. */
export const SEAT = 'WORKER_SEAT';
/** A name that all workers of one parent have. */
export const SERVICE = 'WORKER_SERVICE';

export interface Ready {
  readonly ready: string;
}

export function takeSeat(dataDir: string): Seat {
  const seat = Number(process.env[SEAT]);
  const service = process.env[SERVICE] ?? '';
  delete process.env[SEAT];
  delete process.env[SERVICE];
  // Without this, a worker whose parent is gone ends at once: its commands would have no time to finish.
  cluster.worker!.exitedAfterDisconnect = true;
  const isUp = (): boolean => process.connected;
  const send = boundedSend((message, done) => void process.send?.(message, undefined, undefined, done), isUp);
  return {
    ...{ number: seat, service },
    folder: seat === 1 ? dataDir : join(dataDir, `worker-${seat}`),
    channel: {
      send,
      receive: (handler) => void process.on('message', (message) => handler(message as FromParent)),
      isUp,
    },
    ready: (line) => void send({ ready: line } satisfies Ready),
    onParentGone: (leave) => {
      process.once('disconnect', leave);
      if (!process.connected) leave();
    },
  };
}
