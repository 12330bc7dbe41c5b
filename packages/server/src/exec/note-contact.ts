/** Notes on a machine whether it could be reached, beside whatever else is written about the command. */
import type { MachineRecord, Machines } from '../machines/machines.ts';

export interface Contact {
  note(reached: boolean): void;
  /** Resolves when the note is written, or could not be. */
  written(): Promise<void>;
}

export function noteContact(machines: Pick<Machines, 'noteReached' | 'noteFailed'>, machine: MachineRecord): Contact {
  let written = Promise.resolve();
  return {
    note: (reached) => {
      // A note that cannot be written must not turn a command that ran into one that did not.
      written = (reached ? machines.noteReached(machine) : machines.noteFailed(machine)).catch(() => undefined);
    },
    written: () => written,
  };
}
