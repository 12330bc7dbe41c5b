/** What somebody who writes commands for a machine has to know about it, in sentences. */
import type { Machine } from '@synapse/contract';
import { KINDS } from '../../../machines/kinds.ts';

export function machineHints(machine: Machine): string[] {
  return [...obstacles(machine), ...secrets(machine), ...place(machine), ...directory(machine)];
}

function obstacles({ statut, kind, connected }: Machine): string[] {
  if (statut !== 'active') return [`Commands are refused: its statut is ${statut}.`];
  return KINDS[kind].isAgent && !connected ? ['Commands are refused until its agent is connected.'] : [];
}

function secrets({ confirmed }: Machine): string[] {
  return confirmed ? [] : ['No person has confirmed it yet: secrets that a person stored are not sent to it.'];
}

function place({ kind, containers, default_container }: Machine): string[] {
  if (default_container !== null)
    return [`Commands run in the container ${default_container} unless you pass another.`];
  if (!KINDS[kind].hasHost) return ['Pass container with every command: it has no host to run on.'];
  return containers.length === 0 ? [] : ['Commands run on the host itself unless you pass container.'];
}

function directory({ kind, default_cwd, default_container }: Machine): string[] {
  if (!KINDS[kind].hasHome) return ['Pass cwd (absolute) with every command.'];
  if (default_cwd !== null) return [`Commands start in ${default_cwd} unless you pass cwd.`];
  return !KINDS[kind].hasHost || default_container !== null ? [] : ['git needs cwd (absolute).'];
}
