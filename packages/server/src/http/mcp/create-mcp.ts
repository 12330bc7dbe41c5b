/** Assembles the MCP server: from tools and admission to a dispatcher for the route. */
import type { Refusal } from '@synapse/contract';
import type { Admission } from '../../admission/admit.ts';
import type { Caller } from '../../auth/caller.ts';
import type { Bus } from '../../bus/bus.ts';
import type { RedactorOf } from '../redact-answer.ts';
import type { ApprovalPage, CallSettings } from './call-tool.ts';
import { createDispatcher, type Dispatcher } from './dispatch.ts';
import type { Library } from './library.ts';
import { createMethods } from './methods.ts';
import type { ProgressTimes } from './progress.ts';
import { createReadTool, type ReadTool } from './read-tool.ts';
import { createRegistry, mayCall, type Registry } from './registry.ts';
import { createRunningCalls, type RunningCalls } from './running-calls.ts';
import type { Tasks } from './tasks.ts';
import type { Tool } from './tool.ts';

/** What a model reads about the service before it sees the tools. */
const INSTRUCTIONS = [
  'Synapse runs shell commands on the machines of its user: synapse_list_machines, then synapse_exec.',
  'Write {{NAME}} where a stored secret belongs (synapse_list_secrets): you never see its value, and need not.',
  'Join commands that belong together (a; b && c): each is headed by `$ command` in the answer.',
  'Output is compacted and containers are entered for you: never put rtk or docker exec in front. What was left out: synapse_get_output with grep.',
  'A long one: detach, then synapse_get_execution, which tells what is new. Edit files with synapse_edit_file.',
  'Projects have a memory: get_project_context before working on one, add_journal_entry for what was done (in the short list: through synapse_more).',
].join('\n');

export interface McpSettings {
  readonly admission: Admission;
  /** In the order in which `tools/list` shows them. */
  readonly tools: readonly Tool[];
  readonly version: string;
  /** Carries cancellations to other instances. There is none if this instance is alone. */
  readonly bus: Bus;
  readonly progressTimes?: ProgressTimes | undefined;
  readonly redactorOf: RedactorOf;
  /** Prompts and resources; some show what a tool answers. */
  readonly library: (readTool: ReadTool) => Library;
  readonly approvalPage: ApprovalPage;
  readonly pageHasAddress: () => boolean;
  readonly tasks: Tasks;
  /** An error that is no refusal was thrown: for the log, under the id that the caller was given. */
  readonly onDefect: (error: unknown, requestId: string) => void;
  /** A call was refused: for the metrics. */
  readonly onRefusal?: ((refusal: Refusal) => void) | undefined;
  /** A call changed something that pages show. */
  readonly onChanged?: ((caller: Caller) => void) | undefined;
  /** A client connects: its name, and how many tools it can call. */
  readonly onClient?: ((caller: Caller, client: { name: string; tools: number }) => void) | undefined;
}

export interface Mcp {
  readonly dispatcher: Dispatcher;
  readonly registry: Registry;
  readonly running: RunningCalls;
}

export function createMcp(settings: McpSettings): Mcp {
  const { admission, tools, version, bus, progressTimes, redactorOf, onDefect, onRefusal, onChanged, onClient } =
    settings;
  const { library, approvalPage, pageHasAddress, tasks } = settings;
  const registry = createRegistry(tools);
  const running = createRunningCalls(bus);
  const methods = createMethods(registry, { name: 'synapse', title: 'Synapse', version }, INSTRUCTIONS);
  const calls: CallSettings = {
    admission,
    registry,
    methods,
    running,
    progressTimes,
    redactorOf,
    approvalPage,
    pageHasAddress,
    tasks,
    onDefect,
    onRefusal,
    onChanged,
    onClient: (caller, name) =>
      onClient?.(caller, {
        name,
        tools: tools.filter((tool) => mayCall(tool, caller.scopes) && tool.core !== 'only' && !tool.view.appOnly)
          .length,
      }),
  };
  const dispatcher = createDispatcher({ ...calls, library: library(createReadTool(calls)) });
  return { dispatcher, registry, running };
}
