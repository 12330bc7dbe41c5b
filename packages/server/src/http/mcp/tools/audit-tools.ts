/** The audit log. */
import { AuditEntry, AuditPage, AuditQuery, Identifier, MachineAddress } from '@synapse/contract';
import * as z from 'zod';
import { rowsText } from '../text/rows-text.ts';
import { defineTool, type Tool } from '../tool.ts';
import { READS } from './annotations.ts';
import { type CountedPage, type LogServices, listEntries } from './list-entries.ts';
import { CrewArgument } from './workspaces.ts';

/** Its members, for the list of tools: their names tell a model enough. */
const ENTRY = Object.keys(AuditEntry.shape).join(', ');

const withoutCursors = (page: AuditPage) => {
  const { cursors: _, ...shown } = page as CountedPage;
  return shown;
};

export const auditTools = (services: LogServices): Tool[] => [
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
    handler: (query, { caller }) => listEntries(services, caller, query),
  }),
];
