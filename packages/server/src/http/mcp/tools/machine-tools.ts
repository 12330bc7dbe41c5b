/** Machines: list, look at, make, change, remove. */
import { CreatedMachine, Machine, MachineChange, NewMachine, Tag } from '@synapse/contract';
import * as z from 'zod';
import type { Author, Machines } from '../../../machines/machines.ts';
import type { RefuseNamed } from '../../../policy/index.ts';
import { STATUT_SYNONYMS } from '../../synonyms.ts';
import { machinesText } from '../text/machines-text.ts';
import { defineTool, type Tool, type ToolCall } from '../tool.ts';
import { CHANGES, DELETES, OVERWRITES, READS } from './annotations.ts';
import { Deleted, MachineArgument } from './arguments.ts';
import { machineHints } from './machine-hints.ts';

export const ownerOf = ({ caller }: ToolCall): Author => ({ ...caller, maker: 'assistant' });

const CONNECTION =
  'Of ssh: host, user, port?, key_secret, password_secret or agent: true, passphrase_secret?, certificate_secret?, host_key?, jump? (given like this one). Of docker: socket, or host, ca_secret, cert_secret, key_secret. Secrets by name.';

export const machineReadTools = ({ machines }: { machines: Machines }): Tool[] => [
  defineTool({
    name: 'synapse_list_machines',
    description: 'The machines you may run commands on: slug, kind, containers, statut, connected.',
    scope: 'mcp:read',
    core: true,
    input: z.object({ tag: Tag.optional() }),
    // What its agent runs on is shown only when one machine is looked at.
    output: z.object({ machines: z.array(Machine.omit({ agent: true })) }),
    annotations: READS,
    alwaysLoad: true,
    view: { uri: 'ui://synapse/machines' },
    text: machinesText,
    handler: async ({ tag }, call) => ({ machines: await machines.list(ownerOf(call), tag) }),
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
    handler: async ({ machine: slug }, call) => {
      const machine = await machines.get(ownerOf(call), slug);
      return { ...machine, hints: machineHints(machine) };
    },
  }),
];

interface WriteServices {
  readonly machines: Machines;
  readonly refuseNamed: RefuseNamed;
}

export const machineWriteTools = ({ machines, refuseNamed }: WriteServices): Tool[] => [
  defineTool({
    name: 'synapse_create_machine',
    description:
      'Registers a machine: local (the service’s own host), ssh, docker, or agent (it connects out; answers with a one-time enrollment). No secret of a person is sent to it before they confirm it.',
    scope: 'mcp:synapse',
    input: NewMachine.safeExtend({ connection: NewMachine.shape.connection.meta({ brief: CONNECTION }) }),
    output: CreatedMachine.meta({ brief: 'As synapse_get_machine; kind agent: also enrollment.' }),
    synonyms: STATUT_SYNONYMS,
    annotations: CHANGES,
    handler: async (args, call) => {
      await refuseNamed.machine(call.caller.userId, args);
      return machines.create(ownerOf(call), args);
    },
  }),
  defineTool({
    name: 'synapse_update_machine',
    description:
      'Changes label, containers, default_container, default_cwd, connection, tags or statut (active, maintenance, disabled). What is left out stays.',
    scope: 'mcp:synapse',
    input: MachineChange.extend({
      machine: MachineArgument,
      connection: MachineChange.shape.connection.meta({ brief: 'As in synapse_create_machine.' }),
    }),
    output: Machine.meta({ brief: 'As synapse_get_machine.' }),
    synonyms: STATUT_SYNONYMS,
    annotations: OVERWRITES,
    handler: async ({ machine, ...change }, call) => {
      const owner = ownerOf(call);
      if (change.tags !== undefined) {
        await refuseNamed.tags(owner.userId, (await machines.get(owner, machine)).tags, change.tags);
      }
      return machines.update(owner, machine, change);
    },
  }),
  defineTool({
    name: 'synapse_delete_machine',
    description: 'Forgets a machine. Nothing on the machine itself changes; the audit log stays.',
    scope: 'mcp:synapse',
    input: z.object({ machine: MachineArgument }),
    output: Deleted,
    annotations: DELETES,
    handler: async ({ machine }, call) => {
      const owner = ownerOf(call);
      await refuseNamed.machine(owner.userId, await machines.get(owner, machine));
      await machines.remove(owner, machine);
      return { deleted: true as const };
    },
  }),
];
