/** Machines: list, look at, make, change, remove. */
import { CreatedMachine, Machine, MachineChange, NewMachine } from '@synapse/contract';
import { z } from 'zod';
import type { Machines, Owner } from '../../../machines/machines.ts';
import { STATUT_SYNONYMS } from '../../synonyms.ts';
import { defineTool, type Tool, type ToolCall } from '../tool.ts';
import { CHANGES, DELETES, READS } from './annotations.ts';
import { Deleted, MachineArgument } from './arguments.ts';
import { machineHints } from './machine-hints.ts';

export const ownerOf = ({ caller }: ToolCall): Owner => caller;

export const machineReadTools = ({ machines }: { machines: Machines }): Tool[] => [
  defineTool({
    name: 'synapse_list_machines',
    description:
      'Lists the machines you may run commands on: slug, kind, containers, statut, connected. Call it first when you do not know the slug.',
    scope: 'mcp:read',
    core: true,
    input: z.object({}),
    // What its agent runs on is shown only when one machine is looked at.
    output: z.object({ machines: z.array(Machine.omit({ agent: true })) }),
    annotations: READS,
    handler: async (_args, call) => ({ machines: await machines.list(ownerOf(call)) }),
  }),
  defineTool({
    name: 'synapse_get_machine',
    description:
      'One machine; `hints` says what a command on it needs: whether it runs now, which container, which directory.',
    scope: 'mcp:read',
    input: z.object({ machine: MachineArgument }),
    output: Machine.extend({ hints: z.array(z.string()) }),
    annotations: READS,
    handler: async ({ machine: slug }, call) => {
      const machine = await machines.get(ownerOf(call), slug);
      return { ...machine, hints: machineHints(machine) };
    },
  }),
];

export const machineWriteTools = ({ machines }: { machines: Machines }): Tool[] => [
  defineTool({
    name: 'synapse_create_machine',
    description:
      'Registers a machine. kind: "local" (the service’s own host), "ssh" (connection: host, user, and key_secret, password_secret or agent), "docker" (connection: socket, or host with TLS secrets), "agent" (a machine that connects out; answers with a one-time enrollment). Credentials are names of secrets in the vault, never values.',
    scope: 'mcp:synapse',
    input: NewMachine,
    output: CreatedMachine,
    synonyms: STATUT_SYNONYMS,
    annotations: CHANGES,
    handler: (args, call) => machines.create(ownerOf(call), args),
  }),
  defineTool({
    name: 'synapse_update_machine',
    description:
      'Changes label, containers, default_container, default_cwd, connection or statut (active, maintenance, disabled) of a machine. What is left out stays.',
    scope: 'mcp:synapse',
    input: MachineChange.extend({
      machine: MachineArgument,
      connection: MachineChange.shape.connection.meta({ brief: 'As in synapse_create_machine.' }),
    }),
    output: Machine.meta({ brief: 'As synapse_get_machine.' }),
    synonyms: STATUT_SYNONYMS,
    annotations: { ...CHANGES, idempotentHint: true },
    handler: ({ machine, ...change }, call) => machines.update(ownerOf(call), machine, change),
  }),
  defineTool({
    name: 'synapse_delete_machine',
    description: 'Forgets a machine. Nothing on the machine itself changes; the audit log stays.',
    scope: 'mcp:synapse',
    input: z.object({ machine: MachineArgument }),
    output: Deleted,
    annotations: DELETES,
    handler: async ({ machine }, call) => {
      await machines.remove(ownerOf(call), machine);
      return { deleted: true as const };
    },
  }),
];
