/** A machine moves from a person, or from a crew, to a crew of which they are a keeper. */
import { type MachineMove, type OwnMachine, Refusal } from '@synapse/contract';
import { type Access, assertCan } from '../access/access.ts';
import type { Audit } from '../audit/audit.ts';
import { noteChange } from '../audit/note-change.ts';
import { refuseFrozen } from '../freezes/freezes.ts';
import type { Machines, Owner } from '../machines/machines.ts';
import { lockCrew } from './crew-store.ts';
import { type CrewPerson, crewNote } from './crews.ts';

export type MoveMachine = (by: CrewPerson, from: Owner, slug: string, move: MachineMove) => Promise<OwnMachine>;

interface Parts {
  readonly access: Pick<Access, 'enter'>;
  readonly audit: Pick<Audit, 'note' | 'committed'>;
  readonly machines: Pick<Machines, 'move'>;
}

export function createMoveMachine({ access, audit, machines }: Parts): MoveMachine {
  return async (by, from, slug, { crew, secrets = [] }) => {
    const noted: (() => void)[] = [];
    const moved = await machines.move(from, slug, [...new Set(secrets)], async (tx) => {
      noted.length = 0;
      const { id } = await access.enter(by.id, crew, tx);
      if (!(await lockCrew(tx, id))) throw new Refusal('not_found');
      // Locked: the role is not taken away meanwhile.
      const target = await access.enter(by.id, crew, tx);
      assertCan(target, 'write-machines');
      assertCan(target, 'write-secrets');
      // Its freeze would stay behind.
      await refuseFrozen(tx, { workspaceId: from.workspaceId, actorId: null, machine: slug, tokenId: null });
      const note = {
        workspaceId: from.workspaceId,
        source: 'app',
        ip: by.ip,
        what: `machine move ${slug} to ${crew}`,
      } as const;
      noted.push(await noteChange(audit, tx, { ...note, tell: from.tell }));
      return {
        id,
        tell: async (at, what) => {
          const entry = await audit.note(at, crewNote(by, target, what));
          noted.push(() => audit.committed(entry));
        },
      };
    });
    for (const committed of noted) committed();
    return moved;
  };
}
