/** The resources: each shows what a tool shows, as its text. */
import { type AuditEntry, Refusal, type SurfaceWord, surfaceText } from '@synapse/contract';
import type { Approvals } from '../../../approvals/approvals.ts';
import { NO_MACHINE } from '../../../audit/audit.ts';
import { isoTime } from '../../../clock.ts';
import { type Machines, mayUse } from '../../../machines/machines.ts';
import type { Projects } from '../../../projects/projects.ts';
import type { ListedResource, ListedTemplate, Reader, Resources, ResourceText } from '../library.ts';
import type { ReadTool } from '../read-tool.ts';
import { startingWith } from '../starting-with.ts';
import { machinesText } from '../text/machines-text.ts';
import { shortId } from '../text/result-text.ts';
import { rowsText } from '../text/rows-text.ts';
import { type LogServices, listEntries, machineOf } from '../tools/list-entries.ts';
import { addressOf, listMachines } from '../tools/machine-tools.ts';
import { shortTemplate } from '../tools/short-template.ts';

export interface ResourceServices extends LogServices {
  readonly readTool: ReadTool;
  readonly machines: Machines;
  readonly projects: Projects;
  readonly approvals: Pick<Approvals, 'listAskedBy'>;
  readonly urlOf: (approvalId: string) => string;
  /** The views, for clients that show them. */
  readonly views: Pick<Resources, 'list' | 'read'>;
}

interface Kind {
  /** One variable at most, which stands for one segment. */
  readonly template: string;
  /** The addresses of this kind. */
  readonly pattern: RegExp;
  readonly word: SurfaceWord;
  readonly mimeType: string;
  readonly read: (services: ResourceServices, reader: Reader, value: string) => Promise<string>;
}

const PLAIN = 'text/plain';
const MARKDOWN = 'text/markdown';
/** Of executions in the list. */
const LATEST = 20;
const MOST_APPROVALS = 50;

const shows =
  (tool: string, args: (value: string) => Record<string, unknown>): Kind['read'] =>
  async ({ readTool }, reader, value) =>
    (await readTool(reader, tool, args(value))).text;

const KINDS: readonly Kind[] = [
  {
    template: 'synapse://machines',
    pattern: /^synapse:\/\/machines$/,
    word: 'machines_resource',
    mimeType: PLAIN,
    read: shows('synapse_list_machines', () => ({})),
  },
  {
    template: 'synapse://machines/{slug}',
    pattern: /^synapse:\/\/machines\/([^/?#]+)$/,
    word: 'machine_resource',
    mimeType: PLAIN,
    read: shows('synapse_get_machine', (machine) => ({ machine })),
  },
  {
    template: 'synapse://executions/{id}',
    pattern: /^synapse:\/\/executions\/([^/?#]+)$/,
    word: 'execution_resource',
    mimeType: PLAIN,
    read: shows('synapse_get_execution', (execution_id) => ({ execution_id, since: 0 })),
  },
  {
    template: 'synapse://executions/{id}/output',
    pattern: /^synapse:\/\/executions\/([^/?#]+)\/output$/,
    word: 'output_resource',
    mimeType: PLAIN,
    read: shows('synapse_get_output', (execution_id) => ({ execution_id })),
  },
  {
    template: 'synapse://projects/{id}/context',
    pattern: /^synapse:\/\/projects\/([^/?#]+)\/context$/,
    word: 'context_resource',
    mimeType: MARKDOWN,
    read: async ({ readTool }, reader, id) =>
      String((await readTool(reader, 'get_project_context', { project_id: Number(id) })).answer.text),
  },
  {
    template: 'synapse://projects/{id}/journal',
    pattern: /^synapse:\/\/projects\/([^/?#]+)\/journal$/,
    word: 'journal_resource',
    mimeType: PLAIN,
    read: shows('list_journal', (id) => ({ project_id: Number(id) })),
  },
  {
    template: 'synapse://approvals',
    pattern: /^synapse:\/\/approvals$/,
    word: 'approvals_resource',
    mimeType: PLAIN,
    read: async (services, reader) => reader.redact(approvalsText(await pendingApprovals(services, reader))),
  },
];

const isTemplate = ({ template }: Kind): boolean => template.includes('{');

export function createResources(services: ResourceServices): Resources {
  const { projects, views } = services;

  return {
    list: async (reader) => {
      const shown = await views.list(reader);
      if (!reader.call.caller.scopes.includes('mcp:read')) return shown;
      const { call, redact } = reader;
      const { language, caller } = call;
      const word = (key: SurfaceWord, details = {}): string => redact(surfaceText(key, language, details));
      const [owned, entries, own] = await Promise.all([
        listMachines(services, caller),
        latest(services, reader, LATEST),
        projects.list(caller.workspaceId),
      ]);
      const fixed: ListedResource[] = [
        {
          uri: 'synapse://machines',
          name: 'machines',
          title: word('machines_resource'),
          mimeType: PLAIN,
          size: Buffer.byteLength(redact(machinesText({ machines: owned }))),
        },
        { uri: 'synapse://approvals', name: 'approvals', title: word('approvals_resource'), mimeType: PLAIN },
      ];
      return [
        ...shown,
        ...fixed,
        ...owned.map((machine) => ({
          uri: `synapse://machines/${encodeURIComponent(addressOf(machine))}`,
          name: addressOf(machine),
          title: redact(machine.label),
          mimeType: PLAIN,
          annotations: { lastModified: machine.updated_at },
        })),
        ...own.flatMap(({ id, name, updated_at }) => [
          {
            uri: `synapse://projects/${id}/context`,
            name: `project-${id}-context`,
            title: word('context_of', { project: name }),
            mimeType: MARKDOWN,
            annotations: { lastModified: updated_at },
          },
          {
            uri: `synapse://projects/${id}/journal`,
            name: `project-${id}-journal`,
            title: word('journal_of', { project: name }),
            mimeType: PLAIN,
          },
        ]),
        ...entries.map((entry) => ({
          uri: `synapse://executions/${entry.execution_id}`,
          name: `execution-${shortId(entry.execution_id)}`,
          title: redact(`${entry.machine}: ${shortTemplate(redact(entry.command_template))}`),
          mimeType: PLAIN,
          annotations: { lastModified: isoTime(Date.parse(entry.created_at) + (entry.duration_ms ?? 0)) },
        })),
      ];
    },

    templates: ({ call }) =>
      KINDS.filter(isTemplate).map(
        ({ template, word, mimeType }): ListedTemplate => ({
          uriTemplate: template,
          name: word.replace('_resource', ''),
          title: surfaceText(word, call.language),
          mimeType,
        }),
      ),

    read: async (reader, uri) => {
      const view = await views.read(reader, uri);
      if (view !== null) return view;
      const kind = KINDS.find(({ pattern }) => pattern.test(uri));
      const value = decoded(kind?.pattern.exec(uri)?.[1] ?? '');
      return kind === undefined || value === null ? null : readKind(services, reader, kind, value);
    },

    complete: async (reader, template, variable, value) => {
      const kind = KINDS.find((one) => one.template === template && template.includes(`{${variable}}`));
      if (kind === undefined || !isTemplate(kind)) return null;
      const { call } = reader;
      if (variable === 'slug') return startingWith(value, (await listMachines(services, call.caller)).map(addressOf));
      if (template.startsWith('synapse://projects/')) {
        return startingWith(
          value,
          (await projects.list(call.caller.workspaceId)).map(({ id }) => String(id)),
        );
      }
      return startingWith(
        value,
        (await latest(services, reader, LATEST)).map(({ execution_id }) => execution_id),
      );
    },
  };
}

/** A name that no resource can have is not found. */
async function readKind(
  services: ResourceServices,
  reader: Reader,
  { mimeType, read }: Kind,
  value: string,
): Promise<ResourceText | null> {
  try {
    return { mimeType, text: await read(services, reader, value) };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'arguments_invalid') return null;
    throw error;
  }
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** The last commands that this reader may know of, each with its machine as a call names it. */
export async function latest(
  services: LogServices,
  { call }: Reader,
  limit: number,
  query: { readonly machine?: string; readonly since?: string; readonly success?: boolean } = {},
): Promise<AuditEntry[]> {
  const { entries } = await listEntries(services, call.caller, { ...query, limit });
  return entries
    .filter(({ machine }) => machine !== NO_MACHINE)
    .map((entry) => ({ ...entry, machine: machineOf(entry) }));
}

export interface PendingApproval {
  readonly id: string;
  readonly machine: string;
  readonly template: string;
  readonly expires_at: string;
  readonly url: string;
}

/** Those that the caller asked for, in crews too. */
export async function pendingApprovals(
  { approvals, urlOf, redactorOf }: Pick<ResourceServices, 'approvals' | 'urlOf' | 'redactorOf'>,
  { call, redact }: Reader,
): Promise<PendingApproval[]> {
  const { caller } = call;
  const rows = await approvals.listAskedBy(caller.userId, 'pending', MOST_APPROVALS);
  const named = rows.map((row) => ({ ...row, machine: addressOf({ crew: row.crew, slug: row.machine }) }));
  return Promise.all(
    named
      .filter(({ machine }) => mayUse(caller, machine))
      .map(async ({ id, workspace_id, machine, command_template, expires_at }) => ({
        id,
        machine,
        template: shortTemplate(redact((await redactorOf(workspace_id))(command_template))),
        expires_at: isoTime(expires_at),
        url: urlOf(id),
      })),
  );
}

export const approvalsText = (approvals: readonly PendingApproval[]): string => rowsText({ approvals });
