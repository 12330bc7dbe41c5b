/** The shape of a load, and how one round of it is measured. */
import { writeFileSync } from 'node:fs';
import type { BuiltServer, ServerSettings } from '../service/built-server.ts';
import { timed } from '../times.ts';

/** By name; the less of each the better. */
export type Figures = Record<string, number>;

export interface Rounds {
  /** The same work each time. */
  round(): Promise<Figures>;
  /** Code is compiled as it is used: so many rounds do not count. One, if not said. */
  readonly warmUp?: number;
  stop(): Promise<void>;
}

/** Starts the service, with the trick or without, as it needs it. */
export type Load = (start: (settings?: ServerSettings) => Promise<BuiltServer>) => Promise<Rounds>;

/** `units`: how many calls or commands the work is. */
export async function measured(server: BuiltServer, units: number, work: () => Promise<unknown>): Promise<Figures> {
  // The most memory is counted from here.
  writeFileSync(`/proc/${server.pid}/clear_refs`, '5');
  const before = server.cpuMs();
  const ms = await timed(work);
  return { time: ms / units, CPU: (server.cpuMs() - before) / units, memory: server.memory().peak };
}
