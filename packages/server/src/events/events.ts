/** Live events for the pages that a user has open. */
import type { WordedRefusal } from '@synapse/contract';
import type { Bus } from '../bus/bus.ts';

export type LiveEvent =
  | {
      readonly type: 'execution';
      readonly execution_id: string;
      readonly status: string;
      readonly machine: string;
      /** Why it did not run, or why its end was not heard. */
      readonly refusal?: WordedRefusal;
    }
  | { readonly type: 'machine'; readonly machine: string; readonly connected: boolean }
  | { readonly type: 'client'; readonly name: string; readonly tools: number }
  | { readonly type: 'present'; readonly link: string; readonly title: string };

export interface Events {
  publish(userId: string, event: LiveEvent): void;
  follow(userId: string, listener: (event: LiveEvent) => void): () => void;
}

export function createEvents(bus: Bus): Events {
  const topic = (userId: string): string => `events.${userId}`;
  return {
    publish: (userId, event) => bus.publish(topic(userId), event),
    follow: (userId, listener) => bus.subscribe(topic(userId), (event) => listener(event as LiveEvent)),
  };
}
