/** Records whether a machine could be reached, independently of what else is written about the command. */
import type { MachineRecord, Machines } from '../machines/machines.ts';

export interface Contact {
  note(reached: boolean): void;
  /** Resolves when the record is written, or could not be. */
  written(): Promise<void>;
}

export function noteContact(machines: Pick<Machines, 'noteReached' | 'noteFailed'>, machine: MachineRecord): Contact {
  let written = Promise.resolve();
  return {
    note: (reached) => {
      // A record that cannot be written must not make a command that ran look like one that did not.
      written = (reached ? machines.noteReached(machine) : machines.noteFailed(machine)).catch(() => undefined);
    },
    written: () => written,
  };
}
