/** Machines: list, look at, make, change, remove. */

import { CreatedMachine, Identifier, Machine, MachineAddress, MachineChange, NewMachine, Tag } from '@synapse/contract';
import * as z from 'zod';
import type { Caller } from '../../../auth/caller.ts';
import { readAddress } from '../../../exec/prepare/enter-workspace.ts';
import { KINDS } from '../../../machines/kinds.ts';
import type { Author, Machines } from '../../../machines/machines.ts';
import type { NamedIn, RefuseNamed } from '../../../policy/index.ts';
import { STATUT_SYNONYMS } from '../../synonyms.ts';
import { listTool } from '../list-tool.ts';
import { machinesText } from '../text/machines-text.ts';
import { defineTool, type Tool, type ToolCall } from '../tool.ts';
import { CHANGES, DELETES, OVERWRITES, READS } from './annotations.ts';
import { Deleted, MachineArgument } from './arguments.ts';
import {
  CrewArgument,
  callerIn,
  type InWorkspace,
  inWorkspace,
  type ReadServices,
  rowsOf,
  type WorkspaceServices,
} from './workspaces.ts';

export const ownerOf = ({ caller, tell }: Pick<ToolCall, 'caller'> & Partial<InWorkspace>): Author => ({
  ...caller,
  maker: 'assistant',
  tell,
});

const Row = Machine.omit({ agent: true }).extend({ crew: Identifier.nullable().optional() });

/** How a machine of such a list is named in a call. */
export const addressOf = ({ crew, slug }: { readonly crew?: string | null; readonly slug: string }): string =>
  crew == null ? slug : `${crew}/${slug}`;

/** The machines of the caller, and those of their crews; `crew`: of that one alone. */
export const listMachines = (
  services: ReadServices & { readonly machines: Machines },
  caller: Caller,
  crew?: string,
  tag?: string,
) =>
  rowsOf(services, caller, crew, Row, (workspace) =>
    services.machines.list(ownerOf({ caller: callerIn(caller, workspace) }), tag),
  );

const CONNECTION =
  'Of ssh: host, user, port?, key_secret, password_secret or agent: true, passphrase_secret?, certificate_secret?, host_key?, jump? (given like this one). Of docker: socket, or host, ca_secret, cert_secret, key_secret. Secrets by name.';

export const machineReadTools = (services: WorkspaceServices & { machines: Machines }): Tool[] => [
  listTool('machines', {
    name: 'synapse_list_machines',
    description: 'The machines you may run commands on.',
    scope: 'mcp:read',
    core: true,
    input: z.object({ tag: Tag.optional(), crew: CrewArgument }),
    // What its agent runs on is shown only when one machine is looked at.
    output: z.object({ machines: z.array(Row) }),
    annotations: READS,
    alwaysLoad: true,
    view: { uri: 'ui://synapse/machines' },
    text: machinesText,
    handler: async ({ tag, crew }, { caller }) => ({ machines: await listMachines(services, caller, crew, tag) }),
  }),
  defineTool({
    name: 'synapse_get_machine',
    description:
      'One machine; `hints` says what a command on it needs: whether it runs now, which container, which directory.',
    scope: 'mcp:read',
    input: z.object({ machine: MachineArgument }),
    output: Machine.extend({ hints: z.array(z.string()) }).meta({
      brief: 'As in synapse_list_machines, with agent and hints.',
    }),
    annotations: READS,
    handler: ({ machine: name }, call) => {
      const { crew, slug } = readAddress(name);
      const get = async (where: InWorkspace) => {
        const machine = await services.machines.get(ownerOf(where), slug);
        return { ...machine, hints: machineHints(machine) };
      };
      return inWorkspace(services, call, crew, 'read', get, Machine);
    },
  }),
];

interface WriteServices extends WorkspaceServices {
  readonly machines: Machines;
  readonly refuseNamed: RefuseNamed;
}

const namedIn = ({ workspace: { id, crew }, caller }: InWorkspace): NamedIn => ({
  workspaceId: id,
  member: crew === null ? undefined : { id: caller.userId, crew },
});

export const machineWriteTools = (services: WriteServices): Tool[] => [
  defineTool({
    name: 'synapse_create_machine',
    description:
      'Registers a machine: local (the service’s own host), ssh, docker, or agent (it connects out; answers with a one-time enrollment). No secret of a person is sent to it before they confirm it.',
    scope: 'mcp:synapse',
    input: NewMachine.safeExtend({
      slug: MachineAddress,
      connection: NewMachine.shape.connection.meta({ brief: CONNECTION }),
    }),
    output: CreatedMachine.meta({ brief: 'As synapse_get_machine; kind agent: also enrollment.' }),
    synonyms: STATUT_SYNONYMS,
    annotations: CHANGES,
    handler: (args, call) => {
      const { crew, slug } = readAddress(args.slug);
      return inWorkspace(
        services,
        call,
        crew,
        'write-machines',
        async (where) => {
          const wish = { ...args, slug };
          await services.refuseNamed.machine(namedIn(where), wish);
          return services.machines.create(ownerOf(where), wish);
        },
        CreatedMachine,
      );
    },
  }),
  defineTool({
    name: 'synapse_update_machine',
    description: 'Changes a machine. What is left out stays.',
    scope: 'mcp:synapse',
    input: MachineChange.extend({
      machine: MachineArgument,
      connection: MachineChange.shape.connection.meta({ brief: 'As in synapse_create_machine.' }),
    }),
    output: Machine.meta({ brief: 'As synapse_get_machine.' }),
    synonyms: STATUT_SYNONYMS,
    annotations: OVERWRITES,
    handler: ({ machine, ...change }, call) => {
      const { crew, slug } = readAddress(machine);
      return inWorkspace(
        services,
        call,
        crew,
        'write-machines',
        async (where) => {
          const owner = ownerOf(where);
          if (change.tags !== undefined) {
            const { tags } = await services.machines.get(owner, slug);
            await services.refuseNamed.tags(namedIn(where), tags, change.tags);
          }
          return services.machines.update(owner, slug, change);
        },
        Machine,
      );
    },
  }),
  defineTool({
    name: 'synapse_delete_machine',
    description: 'Forgets a machine. Nothing on the machine itself changes; the audit log stays.',
    scope: 'mcp:synapse',
    input: z.object({ machine: MachineArgument }),
    output: Deleted,
    annotations: DELETES,
    handler: ({ machine }, call) => {
      const { crew, slug } = readAddress(machine);
      return inWorkspace(
        services,
        call,
        crew,
        'write-machines',
        async (where) => {
          const owner = ownerOf(where);
          await services.refuseNamed.machine(namedIn(where), await services.machines.get(owner, slug));
          await services.machines.remove(owner, slug);
          return { deleted: true as const };
        },
        Deleted,
      );
    },
  }),
];

/** What the author of commands for a machine has to know about it, in sentences. */
function machineHints(machine: Machine): string[] {
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
