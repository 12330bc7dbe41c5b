/**
 * The bus between the processes of one service (`SYNAPSE_WORKERS`): everything goes through their parent, sealed as on
 * any other bus. What their parent cannot take now is lost.
 */
import type { Logger } from 'pino';
import type { Bus, BusMeter } from './bus.ts';
import type { SealedMessages } from './sealed-messages.ts';
import { createSealedTalk } from './sealed-talk.ts';

/** What a worker says to its parent. `ask`: an answer is waited for, under this number. */
export type ToParent =
  | { readonly bus: 'listen' | 'leave'; readonly topic: string }
  | { readonly bus: 'post'; readonly topic: string; readonly bytes: Uint8Array; readonly ask?: number }
  | { readonly bus: 'answer'; readonly to: Asker; readonly bytes: Uint8Array };

/** What its parent passes on. `answered` with null: nobody listens there. */
export type FromParent =
  | { readonly bus: 'come'; readonly topic: string; readonly bytes: Uint8Array; readonly from?: Asker }
  | { readonly bus: 'answered'; readonly ask: number; readonly bytes: Uint8Array | null };

/** Who asked, and under which number. */
export interface Asker {
  readonly worker: number;
  readonly ask: number;
}

/** The way to the parent and back. */
export interface ParentChannel {
  /** False: there is no way to it, or too much is on its way already. */
  send(message: ToParent): boolean;
  receive(handler: (message: FromParent) => void): void;
  isUp(): boolean;
}

export interface WorkerBusParts {
  readonly channel: ParentChannel;
  readonly sealed: SealedMessages;
  readonly log: Logger;
  readonly meter: BusMeter;
}

type Handler = (bytes: Uint8Array, from: Asker | undefined) => void;

export function createWorkerBus({ channel, sealed, log, meter }: WorkerBusParts): Bus {
  const talk = createSealedTalk(sealed, log, meter);
  const listening = new Map<string, Set<Handler>>();
  const asked = new Map<number, (bytes: Uint8Array | null) => void>();
  let asks = 0;

  const post = (message: ToParent): boolean => {
    const sent = channel.send(message);
    meter.count(sent ? 'sent' : 'lost');
    return sent;
  };
  channel.receive((message) => {
    if (message.bus === 'answered') return asked.get(message.ask)?.(message.bytes);
    meter.count('received');
    for (const handler of [...(listening.get(message.topic) ?? [])]) {
      try {
        handler(message.bytes, message.from);
      } catch (error) {
        log.warn({ err: error, topic: message.topic }, 'bus message lost');
      }
    }
  });
  const listen = (topic: string, handler: Handler): (() => void) => {
    const there = listening.get(topic) ?? new Set();
    if (there.size === 0) channel.send({ bus: 'listen', topic });
    listening.set(topic, there.add(handler));
    return () => {
      if (!there.delete(handler) || there.size > 0) return;
      listening.delete(topic);
      channel.send({ bus: 'leave', topic });
    };
  };

  return {
    publish: (topic, message) => void post({ bus: 'post', topic, bytes: sealed.seal(topic, message).bytes }),
    subscribe: (topic, handler) =>
      listen(topic, (bytes) => {
        const opened = talk.open(topic, bytes);
        if (opened !== null) handler(opened.message);
      }),
    request: async (topic, message, withinMs) => {
      const begun = performance.now();
      const { id, bytes } = sealed.seal(topic, message);
      const ask = ++asks;
      const { promise, resolve } = Promise.withResolvers<Uint8Array | null>();
      const late = setTimeout(resolve, withinMs, null);
      asked.set(ask, resolve);
      if (!post({ bus: 'post', topic, bytes, ask })) resolve(null);
      const answer = await promise;
      clearTimeout(late);
      asked.delete(ask);
      if (answer === null) meter.count('unanswered');
      else meter.answeredIn((performance.now() - begun) / 1000);
      return answer === null ? null : sealed.openAnswer(topic, id, answer);
    },
    respond: (topic, handler) =>
      listen(topic, (bytes, from) => {
        if (from === undefined) return;
        void talk.answer(topic, handler, bytes).then((answer) => {
          if (answer !== null) post({ bus: 'answer', to: from, bytes: answer });
        });
      }),
    send: (topic, bytes) => void post({ bus: 'post', topic, bytes }),
    receive: (topic, handler) => listen(topic, (bytes) => handler(bytes)),
    shared: true,
    connected: channel.isUp,
    close: async () => {
      for (const topic of listening.keys()) channel.send({ bus: 'leave', topic });
      listening.clear();
      for (const resolve of asked.values()) resolve(null);
    },
  };
}
