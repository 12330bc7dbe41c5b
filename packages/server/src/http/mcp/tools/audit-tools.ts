/** The audit log. */
import { AuditEntry, AuditPage, AuditQuery, Identifier, MachineAddress, Refusal } from '@synapse/contract';
import * as z from 'zod';
import { readAddress } from '../../../exec/prepare/enter-workspace.ts';
import { mayUse } from '../../../machines/machines.ts';
import { redactAnswer } from '../../redact-answer.ts';
import { withoutAddress } from '../../without-address.ts';
import { rowsText } from '../text/rows-text.ts';
import { defineTool, type Tool } from '../tool.ts';
import { READS } from './annotations.ts';
import { CrewArgument, crewsOf, type WorkspaceServices } from './workspaces.ts';

/** Its members, for the list of tools: their names tell a model enough. */
const ENTRY = Object.keys(AuditEntry.shape).join(', ');

/** Where a page after each entry would begin. */
type CountedPage = AuditPage & { readonly cursors: readonly string[] };

const withoutCursors = (page: AuditPage) => {
  const { cursors: _, ...shown } = page as CountedPage;
  return shown;
};

export const auditTools = ({ access, audit, redactorOf }: WorkspaceServices): Tool[] => [
  defineTool({
    name: 'synapse_list_audit_logs',
    description:
      'Past commands, newest first: template (placeholders unresolved), machine, status, exit_code, duration. Page on with cursor.',
    scope: 'mcp:read',
    input: AuditQuery.extend({ machine: MachineAddress.optional(), crew: CrewArgument }),
    output: AuditPage.extend({ entries: z.array(AuditEntry.meta({ brief: ENTRY })) }),
    inner: { cursors: z.array(Identifier) },
    annotations: READS,
    json: withoutCursors,
    text: (page) => rowsText(withoutCursors(page)),
    part: (page) => {
      const { entries, cursors } = page as CountedPage;
      return {
        length: entries.length,
        first: (length) => ({ ...page, entries: entries.slice(0, length), next_cursor: cursors[length - 1]! }),
      };
    },
    handler: async ({ crew: wanted, machine: address, ...query }, { caller }) => {
      const machine = address === undefined ? undefined : readAddress(address);
      const crew = machine?.crew ?? wanted;
      if (crew !== (wanted ?? crew)) throw new Refusal('machine_not_found');
      // A bare name means a machine of one's own.
      const everywhere = machine === undefined ? await crewsOf(access, caller) : [];
      const crews = crew === undefined ? everywhere : [await access.enter(caller.userId, crew)];
      const own = crew === undefined ? [caller.userId] : [];
      const workspaces = [...own, ...crews.map(({ id }) => id)];
      const { entries, next_cursor, cursors } = await audit.listAcross(workspaces, {
        ...query,
        machine: machine?.slug,
      });
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
      const seen = shown.map((entry) => mayUse(caller, nameOf(entry)));
      return {
        entries: shown.filter((_, at) => seen[at]),
        next_cursor,
        cursors: cursors.filter((_, at) => seen[at]),
      };
    },
  }),
];
