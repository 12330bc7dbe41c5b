/** Every tool, in the order in which `tools/list` shows them. */
import type { Audit } from '../../../audit/audit.ts';
import type { Executions } from '../../../exec/executions.ts';
import type { RunExec } from '../../../exec/run-exec.ts';
import type { Machines } from '../../../machines/machines.ts';
import type { Vault } from '../../../vault/vault.ts';
import type { Tool } from '../tool.ts';
import { auditTools } from './audit-tools.ts';
import { execTools, executionReadTools, executionWriteTools } from './exec-tools.ts';
import { machineReadTools, machineWriteTools } from './machine-tools.ts';
import { secretReadTools, secretWriteTools } from './secret-tools.ts';

export interface ToolServices {
  readonly machines: Machines;
  readonly vault: Vault;
  readonly runExec: RunExec;
  readonly executions: Executions;
  readonly audit: Audit;
}

export const allTools = (services: ToolServices): Tool[] => [
  ...execTools(services),
  ...machineReadTools(services),
  ...secretReadTools(services),
  ...auditTools(services),
  ...executionReadTools(services),
  ...executionWriteTools(services),
  ...machineWriteTools(services),
  ...secretWriteTools(services),
];
