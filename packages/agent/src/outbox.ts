/** Sends the frames of the commands, one of each in turn, so that a command that floods does not delay the others. */
import type { WebSocket } from 'ws';
import type { HeldCommand } from './held-command.ts';

export interface Outbox {
  /** From now on commands send over this link. Null: over none. */
  bind(socket: WebSocket | null): void;
  /** There is something to send. */
  wake(): void;
}

/** How many bytes may wait in the socket: enough to keep it busy, few enough that the next command comes soon. */
const QUEUED_BYTES_MAX = 512 * 1024;

export function createOutbox(commands: ReadonlyMap<string, HeldCommand>): Outbox {
  let bound: WebSocket | null = null;
  let turn: HeldCommand[] = [];
  let scheduled = false;

  const pump = (): void => {
    scheduled = false;
    const socket = bound;
    if (socket === null || socket.readyState !== socket.OPEN) return;
    while (socket.bufferedAmount < QUEUED_BYTES_MAX) {
      const sent = sendOne(socket);
      if (!sent) return;
    }
  };

  /** False when no command has anything to send. */
  const sendOne = (socket: WebSocket): boolean => {
    for (let round = 0; round < 2; round++) {
      for (let command = turn.shift(); command !== undefined; command = turn.shift()) {
        const frame = command.nextFrame();
        if (frame === null) continue;
        socket.send(frame instanceof Uint8Array ? frame : JSON.stringify(frame), pump);
        return true;
      }
      turn = [...commands.values()];
    }
    return false;
  };

  return {
    bind: (socket) => {
      bound = socket;
      turn = [];
      pump();
    },
    wake: () => {
      if (scheduled) return;
      scheduled = true;
      queueMicrotask(pump);
    },
  };
}
