/** The audit log. */
import { AuditEntry, AuditPage, AuditQuery } from '@synapse/contract';
import * as z from 'zod';
import type { Audit } from '../../../audit/audit.ts';
import { mayUse } from '../../../machines/machines.ts';
import { defineTool, type Tool } from '../tool.ts';
import { READS } from './annotations.ts';

/** Its members, for the list of tools: their names tell a model enough. */
const ENTRY = Object.keys(AuditEntry.shape).join(', ');

export const auditTools = ({ audit }: { audit: Audit }): Tool[] => [
  defineTool({
    name: 'synapse_list_audit_logs',
    description:
      'Past commands, newest first: template (placeholders unresolved), machine, status, exit_code, duration. Filters: machine, since, until, success, alias. Page on with cursor.',
    scope: 'mcp:read',
    input: AuditQuery,
    output: AuditPage.extend({ entries: z.array(AuditEntry.meta({ brief: ENTRY })) }),
    annotations: READS,
    handler: async (query, { caller }) => {
      const { entries, next_cursor } = await audit.list(caller.userId, query);
      return { entries: entries.filter(({ machine }) => mayUse(caller, machine)), next_cursor };
    },
  }),
];
