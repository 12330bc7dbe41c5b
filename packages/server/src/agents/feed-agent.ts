/** The input of a command on an agent: sent as the command reads it, never more ahead than the window. */
import { LINK_LIMITS } from '@synapse/contract';

export interface Feeding {
  /** The command has read so much. The agent's first report starts the input. */
  fed(position: number): void;
  /** Some of it was not sent yet. */
  unfinished(): boolean;
  /** The reader is gone. */
  stop(): void;
}

/** `send` gets pieces in base64, and null if the input failed. */
export function createFeeding(input: AsyncIterable<Buffer>, send: (data: string | null) => void): Feeding {
  let begun = false;
  let over = false;
  let complete = false;
  let sent = 0;
  let taken = 0;
  let room = Promise.withResolvers<void>();

  const run = async (): Promise<void> => {
    try {
      for await (const chunk of input) {
        for (let at = 0; at < chunk.length; at += LINK_LIMITS.inputFrameBytes) {
          while (!over && sent - taken >= LINK_LIMITS.smallWindowBytes) await room.promise;
          if (over) return;
          const piece = chunk.subarray(at, at + LINK_LIMITS.inputFrameBytes);
          sent += piece.length;
          send(piece.toString('base64'));
        }
      }
      complete = true;
    } catch {
      if (!over) send(null);
    }
  };
  const wake = (): void => {
    room.resolve();
    room = Promise.withResolvers<void>();
  };
  return {
    fed: (position) => {
      taken = Math.max(taken, Math.min(position, sent));
      if (!begun) {
        begun = true;
        void run();
      }
      wake();
    },
    unfinished: () => !complete,
    stop: () => {
      over = true;
      wake();
    },
  };
}
