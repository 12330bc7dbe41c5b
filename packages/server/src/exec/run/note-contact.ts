/** Records whether a machine could be reached, independently of what else is written about the command. */
import type { Queries } from '../../db/database.ts';
import type { MachineRecord, Machines } from '../../machines/machines.ts';

export interface Contact {
  note(reached: boolean): void;
  /** Writes it, once. `at`: together with what else is asked for there. Never rejects. */
  write(at?: Queries): Promise<void>;
}

export function noteContact(machines: Pick<Machines, 'noteReached' | 'noteFailed'>, machine: MachineRecord): Contact {
  let reached: boolean | null = null;
  let written: Promise<void> | null = null;
  return {
    note: (whether) => {
      reached = whether;
    },
    write: (at) => {
      if (reached === null) return Promise.resolve();
      // A record that cannot be written must not make a command that ran look like one that did not.
      written ??= (reached ? machines.noteReached(machine, at) : machines.noteFailed(machine, at)).catch(
        () => undefined,
      );
      return written;
    },
  };
}
