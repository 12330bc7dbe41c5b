/** Live events for the pages that a user has open. */
import type { ApprovalStatus, Freeze, WordedRefusal } from '@synapse/contract';
import type { Bus } from '../bus/bus.ts';

export type LiveEvent =
  | {
      readonly type: 'execution';
      readonly execution_id: string;
      readonly status: string;
      readonly machine: string;
      /** Once it is over. */
      readonly exit_code?: number | null;
      /** Why it did not run, or why its end was not heard. */
      readonly refusal?: WordedRefusal;
    }
  | { readonly type: 'machine'; readonly machine: string; readonly connected: boolean }
  | { readonly type: 'client'; readonly name: string; readonly tools: number }
  | { readonly type: 'present'; readonly link: string; readonly title: string }
  /** A person is asked, or has been. */
  | {
      readonly type: 'approval';
      readonly id: string;
      readonly execution_id: string;
      readonly status: ApprovalStatus;
      readonly machine: string;
    }
  /** Something else that pages show was changed, by another page, a client or a hook. */
  | { readonly type: 'changed' }
  /** Something was frozen, or is no more. `crew`: for a member, in their own workspace. */
  | { readonly type: 'freeze'; readonly freeze: Freeze; readonly active: boolean; readonly crew?: string };

export interface Events {
  publish(ownerId: string, event: LiveEvent): void;
  publishToAll(event: LiveEvent): void;
  /** Null: for everybody. */
  changed(ownerId: string | null): void;
  follow(ownerId: string, listener: (event: LiveEvent) => void): () => void;
  /** What happens in a crew, for one of its members. */
  followCrew(crewId: string, listener: (event: LiveEvent) => void): () => void;
}

const EVERYBODY = 'events';

export function createEvents(bus: Bus): Events {
  const topic = (ownerId: string): string => `events.${ownerId}`;
  return {
    publish: (ownerId, event) => bus.publish(topic(ownerId), event),
    publishToAll: (event) => bus.publish(EVERYBODY, event),
    changed: (ownerId) => bus.publish(ownerId === null ? EVERYBODY : topic(ownerId), { type: 'changed' }),
    follow: (ownerId, listener) => {
      const tell = (event: unknown) => listener(event as LiveEvent);
      const leave = [bus.subscribe(topic(ownerId), tell), bus.subscribe(EVERYBODY, tell)];
      return () => {
        for (const end of leave) end();
      };
    },
    followCrew: (crewId, listener) => bus.subscribe(topic(crewId), (event) => listener(event as LiveEvent)),
  };
}
