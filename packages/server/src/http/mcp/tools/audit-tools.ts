/** The audit log. */
import { AuditPage, AuditQuery } from '@synapse/contract';
import type { Audit } from '../../../audit/audit.ts';
import { defineTool, type Tool } from '../tool.ts';
import { READS } from './annotations.ts';

export const auditTools = ({ audit }: { audit: Audit }): Tool[] => [
  defineTool({
    name: 'synapse_list_audit_logs',
    description:
      'Past commands, newest first: template (placeholders unresolved), machine, status, exit_code, duration. Filters: machine, since, until, success, alias. Page on with cursor.',
    scope: 'mcp:read',
    core: true,
    input: AuditQuery,
    output: AuditPage,
    annotations: READS,
    handler: (query, { caller }) => audit.list(caller.userId, query),
  }),
];
