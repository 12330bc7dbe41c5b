/**
 * One subscription for each topic, opened once, whatever number of handlers listens in this process. A sealed message can
 * be opened once only, so it is opened here and given to all of them.
 */
import type { Logger } from 'pino';
import type { Bus } from './bus.ts';

/** Opens the subscription to a topic. Returns a function that ends it. */
type Open = (topic: string, deliver: (message: unknown) => void) => () => void;

interface Listener {
  readonly handler: (message: unknown) => void;
}

export function createFanOut(open: Open, log: Logger): Bus['subscribe'] {
  const topics = new Map<string, { readonly listeners: Set<Listener>; readonly end: () => void }>();

  const begin = (topic: string) => {
    const listeners = new Set<Listener>();
    const deliver = (message: unknown): void => {
      for (const { handler } of [...listeners]) {
        try {
          handler(message);
        } catch (error) {
          log.warn({ err: error, topic }, 'bus subscriber failed');
        }
      }
    };
    const begun = { listeners, end: open(topic, deliver) };
    topics.set(topic, begun);
    return begun;
  };

  return (topic, handler) => {
    const { listeners, end } = topics.get(topic) ?? begin(topic);
    // Not the function itself: it may listen twice, and then leaves twice.
    const listener: Listener = { handler };
    listeners.add(listener);
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return;
      topics.delete(topic);
      end();
    };
  };
}
