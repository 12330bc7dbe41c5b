/** What a machine may be: fields that depend on each other, and what a change makes of it. */
import { isDeepStrictEqual } from 'node:util';
import { argumentsInvalid, because, type FieldProblem, type MachineChange, type Maker } from '@synapse/contract';
import { isValidCwd } from './cwd.ts';
import { KINDS } from './kinds.ts';
import type { MachineRecord } from './machine-store.ts';

/** Each once, in one order. */
export const tidyTags = (tags: readonly string[]): string[] => [...new Set(tags)].toSorted();

/** What the change makes of the machine; the machine itself where it says nothing new. */
export function applyChange(before: MachineRecord, change: MachineChange, by: Maker, now: number): MachineRecord {
  const { label, containers, default_container, default_cwd, sudo_secret, connection, statut, tags } = change;
  const asked = {
    label: label ?? before.label,
    containers: containers === undefined ? before.containers : [...new Set(containers)],
    defaultContainer: default_container === undefined ? before.defaultContainer : default_container,
    defaultCwd: default_cwd === undefined ? before.defaultCwd : default_cwd,
    sudoSecret: sudo_secret === undefined ? before.sudoSecret : sudo_secret,
    connection: connection ?? before.connection,
    status: statut ?? before.status,
    tags: tags === undefined ? before.tags : tidyTags(tags),
  };
  const after = { ...before, ...asked };
  if (isDeepStrictEqual(after, before)) return before;
  const moved = !isDeepStrictEqual(after.connection, before.connection);
  return {
    ...after,
    // For a new connection nothing is pinned: its owner gives the expected key, or the first one seen is pinned.
    hostKeys: moved ? {} : before.hostKeys,
    // What it can do is found out again after any change.
    sandboxes: {},
    // Nor has anybody reached it yet.
    lastSeenAt: moved ? null : before.lastSeenAt,
    lastFailedAt: moved ? null : before.lastFailedAt,
    confirmed:
      by === 'assistant'
        ? before.confirmed && leadsSame(before, after)
        : before.confirmed || saidAll(before, change, moved),
    version: before.version + 1,
    updatedAt: now,
  };
}

/** Whether both lead to the same place, with the same secrets. */
function leadsSame(one: MachineRecord, other: MachineRecord): boolean {
  const place = ({ kind, connection, containers, sudoSecret }: MachineRecord) => [
    kind,
    connection,
    containers.toSorted(),
    sudoSecret,
  ];
  return isDeepStrictEqual(place(one), place(other));
}

/**
 * Whether a person who made this change has said themselves where the machine leads, all of it: what they left out they
 * may not have seen.
 */
function saidAll(before: MachineRecord, change: MachineChange, moved: boolean): boolean {
  return (
    moved &&
    (change.containers !== undefined || before.containers.length === 0) &&
    (change.sudo_secret !== undefined || before.sudoSecret === null)
  );
}

/** Rules that the schema cannot express: fields that depend on each other. */
export function checked(record: MachineRecord): MachineRecord {
  const problems: FieldProblem[] = KINDS[record.kind].connectionProblems(record.connection);
  const { defaultContainer, containers, defaultCwd } = record;
  if (defaultContainer !== null && !containers.includes(defaultContainer)) {
    problems.push({ field: 'default_container', problem: because('among_containers') });
  }
  if (defaultCwd !== null && !isValidCwd(defaultCwd)) {
    problems.push({ field: 'default_cwd', problem: because('absolute_path') });
  }
  if (problems.length > 0) throw argumentsInvalid(problems);
  return record;
}
