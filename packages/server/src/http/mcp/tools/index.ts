/** Every tool, in the order in which `tools/list` shows them. */
import type { Aliases } from '../../../aliases/aliases.ts';
import type { Suggestions } from '../../../aliases/suggestions.ts';
import type { Audit } from '../../../audit/audit.ts';
import type { ExplainOrder } from '../../../exec/explain-order.ts';
import type { RunExec } from '../../../exec/run-exec.ts';
import type { Executions } from '../../../follow-up/executions.ts';
import type { Machines } from '../../../machines/machines.ts';
import type { RunMany } from '../../../many/run-many.ts';
import type { RefuseNamed } from '../../../policy/index.ts';
import type { Stats } from '../../../stats/stats.ts';
import type { Vault } from '../../../vault/vault.ts';
import type { Tool } from '../tool.ts';
import { aliasReadTools, aliasWriteTools } from './alias-tools.ts';
import { auditTools } from './audit-tools.ts';
import { execManyTools } from './exec-many-tool.ts';
import { execTools, executionReadTools, executionWriteTools } from './exec-tools.ts';
import { fileTools } from './file-tools.ts';
import { type ItemToolServices, itemAdminTools, itemReadTools, itemWriteTools } from './item-tools.ts';
import { type JournalToolServices, journalReadTools, journalWriteTools } from './journal-tools.ts';
import { machineReadTools, machineWriteTools } from './machine-tools.ts';
import { moreTools } from './more-tool.ts';
import { type PersonToolServices, personAdminTools, presentTools } from './person-tools.ts';
import { type ProjectToolServices, projectAdminTools, projectReadTools, projectWriteTools } from './project-tools.ts';
import { secretReadTools, secretWriteTools } from './secret-tools.ts';
import { statsTools } from './stats-tools.ts';
import { type ViewToolServices, viewTools } from './view-tools.ts';
import type { WorkspaceServices } from './workspaces.ts';

export interface ToolServices
  extends ProjectToolServices,
    ItemToolServices,
    JournalToolServices,
    PersonToolServices,
    ViewToolServices,
    WorkspaceServices {
  readonly machines: Machines;
  readonly refuseNamed: RefuseNamed;
  readonly vault: Vault;
  readonly runExec: RunExec;
  readonly runMany: RunMany;
  readonly explainOrder: ExplainOrder;
  readonly executions: Executions;
  readonly audit: Audit;
  readonly aliases: Aliases;
  readonly suggestions: Suggestions;
  readonly stats: Stats;
}

export const allTools = (services: ToolServices): Tool[] => {
  const tools: Tool[] = [...toolsOf(services), ...moreTools(() => tools)];
  return tools;
};

const toolsOf = (services: ToolServices): Tool[] => [
  ...execTools(services),
  ...execManyTools(services),
  ...fileTools(services),
  ...machineReadTools(services),
  ...secretReadTools(services),
  ...aliasReadTools(services),
  ...auditTools(services),
  ...executionReadTools(services),
  ...statsTools(services),
  ...executionWriteTools(services),
  ...machineWriteTools(services),
  ...secretWriteTools(services),
  ...aliasWriteTools(services),
  ...projectReadTools(services),
  ...itemReadTools(services),
  ...journalReadTools(services),
  ...journalWriteTools(services),
  ...itemWriteTools(services),
  ...projectWriteTools(services),
  ...presentTools(services),
  ...projectAdminTools(services),
  ...itemAdminTools(services),
  ...personAdminTools(services),
  ...viewTools(services),
];
