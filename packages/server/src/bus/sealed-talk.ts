/** What every bus between processes does with what it carries: opens it, or does not believe it; answers a request. */
import type { Logger } from 'pino';
import { type BusMeter, MESSAGE_BYTES } from './bus.ts';
import type { Opened, SealedMessages } from './sealed-messages.ts';

export interface SealedTalk {
  /** Null: it was not sealed by one of us, and is as if it had never come. */
  open(topic: string, bytes: Uint8Array): Opened | null;
  /** The sealed answer to a request. Null: the request is not believed. */
  answer(topic: string, handler: (message: unknown) => unknown, request: Uint8Array): Promise<Uint8Array | null>;
}

export function createSealedTalk(sealed: SealedMessages, log: Logger, meter: BusMeter): SealedTalk {
  const open: SealedTalk['open'] = (topic, bytes) => {
    const opened = sealed.open(topic, bytes);
    if (opened === null) {
      meter.count('refused');
      log.warn({ topic }, 'bus message rejected: not genuine, too old, or repeated');
    }
    return opened;
  };
  return {
    open,
    answer: async (topic, handler, request) => {
      const opened = open(topic, request);
      if (opened === null) return null;
      try {
        const bytes = sealed.sealAnswer(topic, opened.id, await handler(opened.message));
        if (bytes.byteLength > MESSAGE_BYTES) throw new RangeError('an answer that is too large');
        return bytes;
      } catch (error) {
        log.warn({ err: error, topic }, 'bus request failed');
        return sealed.sealAnswer(topic, opened.id, null);
      }
    },
  };
}
