/** The prompts: each message has a request, and the data that it is about. */

import {
  AUDIT_PAGE,
  type AuditEntry,
  Machine,
  MachineHealth,
  Refusal,
  type SurfaceWord,
  surfaceText,
} from '@synapse/contract';
import * as z from 'zod';
import type { Aliases } from '../../../aliases/aliases.ts';
import type { Approvals } from '../../../approvals/approvals.ts';
import { type Clock, DAY_MS, isoTime } from '../../../clock.ts';
import { readAddress } from '../../../exec/prepare/enter-workspace.ts';
import type { Executions } from '../../../follow-up/executions.ts';
import type { Journal } from '../../../journal/journal.ts';
import { type Machines, mayUse } from '../../../machines/machines.ts';
import type { Items } from '../../../projects/items.ts';
import type { Projects } from '../../../projects/projects.ts';
import type { Contexts } from '../../../recall/contexts.ts';
import { usesOf } from '../../../vault/secret-uses.ts';
import type { Vault } from '../../../vault/vault.ts';
import { foreignReader } from '../../foreign-reader.ts';
import type { HealthIn } from '../../health-in.ts';
import { clip, wrongShape } from '../json-rpc.ts';
import type { ListedPrompt, Prompts, Reader } from '../library.ts';
import { ProtocolFailure } from '../protocol-failure.ts';
import { approvalsText, latest, pendingApprovals } from '../resources/resources.ts';
import { startingWith } from '../starting-with.ts';
import { machinesText } from '../text/machines-text.ts';
import { duration, firstLine, shortId } from '../text/result-text.ts';
import { rowsText } from '../text/rows-text.ts';
import { shownTo } from '../tools/exec-tools.ts';
import type { LogServices } from '../tools/list-entries.ts';
import { addressOf, listMachines, ownerOf } from '../tools/machine-tools.ts';
import { meantIn } from '../tools/meant-execution.ts';
import { shortTemplate } from '../tools/short-template.ts';
import { type InWorkspace, inWorkspace, type WorkspaceServices } from '../tools/workspaces.ts';
import { composeMessage, type Section } from './message.ts';
import { type NamedPack, namePacks } from './name-packs.ts';

export interface PromptServices extends WorkspaceServices {
  readonly machines: Machines;
  readonly healthIn: HealthIn;
  readonly executions: Pick<Executions, 'wholeId' | 'isKnown' | 'assertKnown' | 'get'>;
  readonly journal: Pick<Journal, 'list'>;
  readonly projects: Pick<Projects, 'list'>;
  readonly items: Pick<Items, 'list' | 'listEverywhere'>;
  readonly contexts: Pick<Contexts, 'pack'>;
  readonly approvals: Pick<Approvals, 'listAskedBy'>;
  readonly urlOf: (approvalId: string) => string;
  readonly vault: Pick<Vault, 'list'>;
  readonly aliases: Pick<Aliases, 'list'>;
  readonly clock: Clock;
}

interface Argument {
  readonly name: string;
  readonly word: SurfaceWord;
  readonly required: boolean;
  /** What it may be. */
  readonly offered?: (services: PromptServices, reader: Reader) => Promise<string[]>;
}

type Given = Readonly<Record<string, string>>;

interface Prompt {
  readonly name: string;
  readonly title: SurfaceWord;
  readonly about: SurfaceWord;
  readonly arguments: readonly Argument[];
  readonly compose: (services: PromptServices, reader: Reader, given: Given) => Promise<string>;
}

const SHOWN_EXECUTIONS = 12;
const SHOWN_ENTRIES = 30;
const DAYS = { default: 7, max: 365 } as const;
const PACK_TOKENS = 1_200;
const VALUE_CHARS = 200;

const wrong = (message: string): ProtocolFailure => new ProtocolFailure(wrongShape(message));

const machineArgument: Argument = {
  name: 'machine',
  word: 'machine_argument',
  required: true,
  offered: async (services, { call }) => (await listMachines(services, call.caller)).map(addressOf),
};

const projectArgument: Argument = {
  name: 'project',
  word: 'project_argument',
  required: true,
  // A name that holds a secret is not shown, and what would be shown in its place is the name of nothing.
  offered: async ({ projects }, { call, redact }) =>
    (await projects.list(call.caller.workspaceId)).map(({ name }) => name).filter((name) => redact(name) === name),
};

const Examined = z.object({ machine: Machine, health: MachineHealth.optional() });

const PROMPTS: readonly Prompt[] = [
  {
    name: 'triage',
    title: 'triage_title',
    about: 'triage_about',
    arguments: [machineArgument],
    compose: async (services, reader, { machine: named = '' }) => {
      const { call } = reader;
      const { crew, slug } = readAddress(named);
      const look = async (where: InWorkspace) => {
        const machine = await services.machines.get(ownerOf(where), slug);
        const checked = await services.healthIn(where.workspace, call.language);
        return { machine: { ...machine, crew }, health: checked.find((one) => one.slug === slug) };
      };
      const { machine, health } = await inWorkspace(services, call, crew, 'read', look, Examined);
      const entries = await latest(services, reader, SHOWN_EXECUTIONS, { machine: named });
      return message(reader, 'triage_ask', { machine: named }, [
        ['machine_heading', machinesText({ machines: [machine] })],
        ['health_heading', healthText(health)],
        ['executions_heading', executionsText(reader, entries)],
      ]);
    },
  },
  {
    name: 'explain-failure',
    title: 'explain_title',
    about: 'explain_about',
    arguments: [
      {
        name: 'execution_id',
        word: 'execution_argument',
        required: false,
        offered: async (services, reader) => (await failures(services, reader)).map(({ execution_id }) => execution_id),
      },
    ],
    compose: async (services, reader, { execution_id: named }) => {
      const { call, redact } = reader;
      const given = named ?? (await failures(services, reader))[0]?.execution_id;
      if (given === undefined) return message(reader, 'explain_none', {}, []);
      const { workspace, executionId: id } = await meantIn(services, call.caller, given);
      await services.executions.assertKnown(workspace.id, id);
      const found = await services.executions.get(
        workspace.id,
        id,
        0,
        call.signal,
        foreignReader(call.caller.userId, workspace),
      );
      const { stdout, stderr, ...result } = await shownTo(services, call.caller, workspace)(found);
      const outcome = { ...result, refusal: undefined, approval: undefined };
      const about = [
        `${result.machine}${result.container === null ? '' : ` · ${result.container}`}`,
        shortTemplate(redact(result.command_template)),
        firstLine(outcome),
      ];
      return message(reader, 'explain_ask', { execution_id: shortId(id) }, [
        ['execution_heading', about.join('\n')],
        ['stderr', stderr],
        ['stdout', stdout],
      ]);
    },
  },
  {
    name: 'catch-up',
    title: 'catch_up_title',
    about: 'catch_up_about',
    arguments: [
      { ...projectArgument, required: false },
      { name: 'days', word: 'days_argument', required: false },
    ],
    compose: async (services, reader, { project: named, days: given = String(DAYS.default) }) => {
      const days = /^\d{1,3}$/.test(given) ? Number(given) : 0;
      if (days < 1 || days > DAYS.max) throw wrong(`days must be a number from 1 to ${DAYS.max}`);
      const { workspaceId } = reader.call.caller;
      const project = named === undefined ? null : await findProject(services, reader, named);
      const since = isoTime(services.clock() - days * DAY_MS);
      const [{ entries: notes }, entries, approvals] = await Promise.all([
        services.journal.list(workspaceId, { project_id: project?.id, since, limit: SHOWN_ENTRIES }),
        latest(services, reader, SHOWN_ENTRIES, { since }),
        pendingApprovals(services, reader),
      ]);
      const journal = notes.map(({ created_at, content }) => `${created_at} ${content}`).join('\n');
      const sections: [SurfaceWord, string][] = [
        ['journal_heading', journal],
        ['executions_heading', executionsText(reader, entries)],
        ['approvals_heading', approvals.length === 0 ? '' : approvalsText(approvals)],
      ];
      if (project === null) return message(reader, 'catch_up_ask', { days }, sections);
      return message(reader, 'catch_up_ask_project', { days, project: project.name }, sections);
    },
  },
  {
    name: 'deploy',
    title: 'deploy_title',
    about: 'deploy_about',
    arguments: [projectArgument],
    compose: async (services, reader, { project: named = '' }) => {
      const { caller, language } = reader.call;
      const project = await findProject(services, reader, named);
      const [packs, listed] = await Promise.all([
        services.items.list(caller.workspaceId, project.id, 'pack'),
        services.items.list(caller.workspaceId, project.id, 'service'),
      ]);
      const pack = packs.find(({ title }) => ABOUT_DEPLOYING.test(title)) ?? packs[0];
      const options = { maxTokens: PACK_TOKENS, language };
      const text = pack === undefined ? '' : (await services.contexts.pack(caller.workspaceId, pack.id, options)).text;
      const running = listed
        .filter(({ status }) => status !== 'closed')
        .map(({ title, machine, url, content }) => ({ title, machine, url, content }));
      return message(reader, 'deploy_ask', { project: project.name }, [
        ['pack_heading', text],
        ['services_heading', running.length === 0 ? '' : rowsText({ services: running })],
      ]);
    },
  },
  {
    name: 'rotate-secret',
    title: 'rotate_title',
    about: 'rotate_about',
    arguments: [
      {
        name: 'name',
        word: 'secret_argument',
        required: true,
        offered: async ({ vault }, { call }) => (await vault.list(call.caller.workspaceId)).map(({ name }) => name),
      },
    ],
    compose: async ({ vault, machines, aliases, audit }, reader, { name = '' }) => {
      const { call } = reader;
      const { workspaceId } = call.caller;
      const secret = (await vault.list(workspaceId)).find((one) => one.name === name);
      if (secret === undefined) throw new Refusal('secret_not_found');
      // What ran for a crew was sent secrets of the crew.
      const [owned, named, { entries }] = await Promise.all([
        machines.listOwn(ownerOf(call)),
        aliases.list(workspaceId),
        audit.list(workspaceId, { limit: AUDIT_PAGE.max }),
      ]);
      const used = usesOf(name, {
        machines: owned.filter(({ slug }) => mayUse(call.caller, slug)),
        aliases: named,
        executions: entries.filter(({ machine }) => mayUse(call.caller, machine)),
      });
      const lines = [
        ...used.machines.map((slug) => `machine ${slug}`),
        ...used.aliases.map((code) => `alias ${code}`),
        ...used.executions.map((one) => `${one.created_at} ${shortTemplate(reader.redact(one.command_template))}`),
      ];
      return message(reader, 'rotate_ask', { name }, [['uses_heading', lines.join('\n')]]);
    },
  },
];

/** Of several packs, the one for this. */
const ABOUT_DEPLOYING = /deploy|d\u00e9ploi|release|livraison|mise en prod/i;

const PACK = 'pack-';

export function createPrompts(services: PromptServices): Prompts {
  /** Their names come from titles without secrets. */
  const packsOf = async ({ call, redact }: Reader): Promise<NamedPack[]> => {
    const packs = await services.items.listEverywhere(call.caller.workspaceId, 'pack');
    return namePacks(packs.map(({ id, project_id, title }) => ({ id, projectId: project_id, title: redact(title) })));
  };

  const aboutPack = async (reader: Reader, { title, projectId }: NamedPack): Promise<string> => {
    const { call, redact } = reader;
    const project = (await services.projects.list(call.caller.workspaceId)).find(({ id }) => id === projectId);
    return redact(surfaceText('pack_about', call.language, { title, project: project?.name ?? '' }));
  };

  return {
    list: async (reader) => {
      const { call, redact } = reader;
      const { language, caller } = call;
      const projects = new Map((await services.projects.list(caller.workspaceId)).map(({ id, name }) => [id, name]));
      const own = PROMPTS.map(
        (prompt): ListedPrompt => ({
          name: prompt.name,
          title: surfaceText(prompt.title, language),
          description: surfaceText(prompt.about, language),
          arguments: prompt.arguments.map(({ name, word, required }) => ({
            name,
            description: surfaceText(word, language),
            required,
          })),
        }),
      );
      const packs = (await packsOf(reader)).map(({ name, title, projectId }) => ({
        name,
        title,
        description: redact(surfaceText('pack_about', language, { title, project: projects.get(projectId) ?? '' })),
      }));
      return [...own, ...packs];
    },

    get: async (reader, name, args) => {
      const { call } = reader;
      const prompt = PROMPTS.find((one) => one.name === name);
      if (prompt !== undefined) {
        const text = await prompt.compose(services, reader, readGiven(prompt.arguments, args));
        return { description: surfaceText(prompt.about, call.language), text };
      }
      if (!name.startsWith(PACK)) return null;
      const pack = (await packsOf(reader)).find((one) => one.name === name);
      if (pack === undefined) return null;
      readGiven([], args);
      const options = { maxTokens: PACK_TOKENS, language: call.language };
      const { text } = await services.contexts.pack(call.caller.workspaceId, pack.id, options);
      return {
        description: await aboutPack(reader, pack),
        text: message(reader, 'pack_ask', {}, [['pack_heading', text]]),
      };
    },

    complete: async (reader, name, argument, value) => {
      const prompt = PROMPTS.find((one) => one.name === name);
      if (prompt === undefined) return (await packsOf(reader)).some((pack) => pack.name === name) ? [] : null;
      const found = prompt.arguments.find((one) => one.name === argument);
      if (found === undefined) return null;
      return startingWith(value, (await found.offered?.(services, reader)) ?? []);
    },
  };
}

/** The arguments as they were given; throws where one is missing, unknown or no text. */
function readGiven(declared: readonly Argument[], args: Readonly<Record<string, unknown>>): Given {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(args)) {
    if (!declared.some((one) => one.name === name)) throw wrong(`unknown argument: ${clip(name)}`);
    if (typeof value !== 'string') throw wrong(`${name} must be a string`);
    if (value.length > VALUE_CHARS) throw wrong(`${name} is too long`);
    // Clients send what was left empty as empty text.
    if (value.trim() !== '') given[name] = value.trim();
  }
  const missing = declared.find(({ name, required }) => required && given[name] === undefined);
  if (missing !== undefined) throw wrong(`missing argument: ${missing.name}`);
  return given;
}

/** Everything in it is redacted before anything of it is cut, and once more where pieces meet. */
function message(
  { call, redact }: Reader,
  ask: SurfaceWord,
  details: Readonly<Record<string, string | number>>,
  sections: readonly (readonly [SurfaceWord | 'stdout' | 'stderr', string])[],
): string {
  const { language } = call;
  const headed = sections.map(
    ([heading, text]): Section => ({
      heading: heading === 'stdout' || heading === 'stderr' ? heading : surfaceText(heading, language),
      text: redact(text),
    }),
  );
  return redact(composeMessage(redact(surfaceText(ask, language, details)), headed, language));
}

/** By its id, otherwise by its name. */
async function findProject({ projects }: PromptServices, { call }: Reader, named: string) {
  const own = await projects.list(call.caller.workspaceId);
  const found =
    own.find(({ id }) => String(id) === named) ??
    own.find(({ name }) => name === named) ??
    own.find(({ name }) => name.toLowerCase() === named.toLowerCase());
  if (found === undefined) throw new Refusal('project_not_found');
  return found;
}

/** Newest first. What was refused or stopped did not fail by itself. */
async function failures(services: LogServices, reader: Reader): Promise<AuditEntry[]> {
  const entries = await latest(services, reader, AUDIT_PAGE.default, { success: false });
  return entries.filter(({ status }) => status !== 'refused' && status !== 'cancelled');
}

function executionsText({ redact }: Reader, entries: readonly AuditEntry[]): string {
  return entries
    .map(({ execution_id, created_at, machine, status, exit_code, duration_ms, refusal, command_template }) => {
      const outcome = status === 'done' ? `exit ${exit_code}` : [status, refusal].filter(Boolean).join(' ');
      const took = duration_ms === null ? [] : [duration(duration_ms)];
      const template = shortTemplate(redact(command_template)).replaceAll('\n', ' ');
      return [shortId(execution_id), created_at, machine, outcome, ...took, template].join(' · ');
    })
    .join('\n');
}

function healthText(health: MachineHealth | undefined): string {
  if (health === undefined || health.reached === null) return 'not checked yet';
  const { reached, latency_ms, refusal, uptime, checked_at } = health;
  const parts = [
    reached ? 'reached' : `not reached: ${refusal}`,
    latency_ms === null ? null : `${latency_ms} ms`,
    uptime === null ? null : `${Math.round(uptime * 100)} % of the last day`,
    `checked ${checked_at}`,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}
