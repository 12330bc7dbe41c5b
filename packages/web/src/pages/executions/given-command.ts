/** What of a command is needed to do something with it. */
import type { AuditEntry } from '../../api/executions.ts';

export type GivenCommand = Pick<
  AuditEntry,
  'execution_id' | 'machine' | 'container' | 'cwd' | 'command_template' | 'status' | 'exit_code'
> &
  Partial<Pick<AuditEntry, 'actor'>>;
