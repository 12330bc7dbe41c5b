/** What a service is put under to see what a trick is worth. */
import { calls, callsOfBusyAddresses, callsOnPostgres, notes, oneCallAtATime } from './call-loads.ts';
import { longOutputs, shortOutputs, sshCommands, sshOneByOne, sshOutput } from './command-loads.ts';
import type { Load } from './load.ts';
import { starts } from './start-load.ts';

export const LOADS = {
  calls,
  'calls of busy addresses': callsOfBusyAddresses,
  'one call at a time': oneCallAtATime,
  notes,
  'calls on PostgreSQL': callsOnPostgres,
  'ssh one by one': sshOneByOne,
  'ssh 16 at once': sshCommands,
  'ssh output': sshOutput,
  'short outputs': shortOutputs,
  'long outputs': longOutputs,
  start: starts,
} satisfies Record<string, Load>;

export type LoadName = keyof typeof LOADS;
