/** Machines. */
import type {
  Enrollment,
  FoundContainer,
  MachineChange,
  MachineCheck,
  MachineHealth,
  MachineMove,
  MachineTest,
  NewMachine,
  OwnMachine,
} from '@synapse/contract';
import { queryOptions } from '@tanstack/react-query';
import { at, call } from './call.ts';

export type Machine = OwnMachine;
export type { MachineChange, MachineCheck, MachineHealth };

/** Of a crew's machine, members who do not manage it are not told how it is reached. */
const UNTOLD: Pick<Machine, 'version' | 'connection' | 'sudo_secret' | 'secrets' | 'host_keys'> = {
  version: 0,
  connection: null,
  sudo_secret: null,
  secrets: [],
  host_keys: [],
};

export const machinesQuery = queryOptions({
  queryKey: ['machines'],
  queryFn: ({ signal }) => call<{ machines: Machine[] }>('GET', '/synapse/machines', undefined, signal),
  select: ({ machines }) => machines.map((machine): Machine => ({ ...UNTOLD, ...machine })),
  refetchInterval: 30_000,
});

/** Asking is looking: the service checks machines more often meanwhile. */
export const healthQuery = queryOptions({
  queryKey: ['machines', 'health'],
  queryFn: ({ signal }) => call<{ machines: MachineHealth[] }>('GET', '/synapse/machine-health', undefined, signal),
  select: ({ machines }) => new Map(machines.map((machine) => [machine.slug, machine])),
  // A machine without a check yet is being checked now.
  refetchInterval: ({ state }) => (state.data?.machines.some(({ reached }) => reached === null) ? 2_000 : 30_000),
});

/** For kind `agent` the answer also contains, only this once, how to start the agent. */
export type CreatedMachine = Pick<Machine, 'slug'> & {
  readonly enrollment?: Pick<Enrollment, 'command' | 'expires_at'>;
};
export type MachineWish = Omit<Partial<NewMachine>, 'slug' | 'kind'> & Pick<NewMachine, 'slug' | 'kind'>;

export const createMachine = (wish: MachineWish): Promise<CreatedMachine> => call('POST', '/synapse/machines', wish);
export const changeMachine = (slug: string, change: MachineChange): Promise<unknown> =>
  call('PATCH', at`/synapse/machines/${slug}`, change);
/** `version`: the one that was shown. */
export const confirmMachine = ({ slug, version }: Pick<Machine, 'slug' | 'version'>): Promise<unknown> =>
  call('POST', at`/synapse/machines/${slug}/confirm`, { version });
export const enrollMachine = (slug: string): Promise<Enrollment> =>
  call('POST', at`/synapse/machines/${slug}/enrollment`);
export const deleteMachine = (slug: string): Promise<void> => call('DELETE', at`/synapse/machines/${slug}`);

/** From one's own workspace to that of a crew, with the secrets that are named. */
export const moveMachine = (slug: string, move: MachineMove): Promise<unknown> =>
  call('POST', at`/synapse/machines/${slug}/move`, move);

export type Reach = MachineTest;

export const testMachine = (slug: string): Promise<Reach> => call('POST', at`/synapse/machines/${slug}/test`);
/** Nothing of it is stored. */
export const checkMachine = (wish: MachineWish): Promise<MachineCheck> => call('POST', '/synapse/machines/check', wish);
export const findContainers = (slug: string): Promise<{ readonly containers: FoundContainer[] }> =>
  call('GET', at`/synapse/machines/${slug}/containers`);
