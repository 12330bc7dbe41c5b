/** The audit log. */
import { AuditEntry, AuditPage, AuditQuery, MachineAddress, Refusal } from '@synapse/contract';
import * as z from 'zod';
import { readAddress } from '../../../exec/prepare/enter-workspace.ts';
import { mayUse } from '../../../machines/machines.ts';
import { redactAnswer } from '../../redact-answer.ts';
import { withoutAddress } from '../../without-address.ts';
import { defineTool, type Tool } from '../tool.ts';
import { READS } from './annotations.ts';
import { CrewArgument, crewsOf, type WorkspaceServices } from './workspaces.ts';

/** Its members, for the list of tools: their names tell a model enough. */
const ENTRY = Object.keys(AuditEntry.shape).join(', ');

export const auditTools = ({ access, audit, redactorOf }: WorkspaceServices): Tool[] => [
  defineTool({
    name: 'synapse_list_audit_logs',
    description:
      'Past commands, newest first: template (placeholders unresolved), machine, status, exit_code, duration. Filters: machine, since, until, success, alias. Page on with cursor.',
    scope: 'mcp:read',
    input: AuditQuery.extend({ machine: MachineAddress.optional(), crew: CrewArgument }),
    output: AuditPage.extend({ entries: z.array(AuditEntry.meta({ brief: ENTRY })) }),
    annotations: READS,
    handler: async ({ crew: wanted, machine: address, ...query }, { caller }) => {
      const machine = address === undefined ? undefined : readAddress(address);
      const crew = machine?.crew ?? wanted;
      if (crew !== (wanted ?? crew)) throw new Refusal('machine_not_found');
      // A bare name means a machine of one's own.
      const everywhere = machine === undefined ? await crewsOf(access, caller) : [];
      const crews = crew === undefined ? everywhere : [await access.enter(caller.userId, crew)];
      const own = crew === undefined ? [caller.userId] : [];
      const workspaces = [...own, ...crews.map(({ id }) => id)];
      const { entries, next_cursor } = await audit.listAcross(workspaces, { ...query, machine: machine?.slug });
      const bySlug = new Map(crews.map((one) => [one.crew, one]));
      const shown = await Promise.all(
        entries.map((entry) => {
          if (entry.crew === undefined) return entry;
          const workspace = bySlug.get(entry.crew)!;
          const seen = withoutAddress(entry, { workspace, username: workspace.username });
          return redactAnswer(AuditEntry, seen, workspace.id, redactorOf);
        }),
      );
      const nameOf = (entry: AuditEntry) =>
        entry.crew === undefined ? entry.machine : `${entry.crew}/${entry.machine}`;
      return { entries: shown.filter((entry) => mayUse(caller, nameOf(entry))), next_cursor };
    },
  }),
];
