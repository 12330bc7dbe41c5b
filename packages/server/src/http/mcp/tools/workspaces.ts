/** What tools need to know of crews: which workspaces a list covers, and the workspace that a call changes. */
import type { CrewAction } from '@synapse/contract';
import * as z from 'zod';
import {
  type Access,
  assertCan,
  type CrewWorkspace,
  personalWorkspace,
  type TellCrew,
  type Workspace,
} from '../../../access/access.ts';
import type { Audit, OpenEntry } from '../../../audit/audit.ts';
import type { Caller } from '../../../auth/caller.ts';
import { crewNote } from '../../../crews/crews.ts';
import { readAddress } from '../../../exec/prepare/enter-workspace.ts';
import type { WorkspaceId } from '../../../ids.ts';
import { type RedactorOf, redactAnswer } from '../../redact-answer.ts';
import type { ToolCall } from '../tool.ts';

export interface WorkspaceServices {
  readonly access: Access;
  readonly audit: Audit;
  readonly redactorOf: RedactorOf;
  /** Tells the crew's open pages that something they show has changed. */
  readonly crewChanged: (crewId: WorkspaceId) => void;
}

/** What reading over the workspaces of a caller takes. */
export type ReadServices = Pick<WorkspaceServices, 'access' | 'redactorOf'>;

/** Not checked against the pattern of slugs, which every model would pay for: an unknown crew is refused as such. */
export const CrewArgument = z.string().max(32).optional();

/** One's own first, then those of one's crews; `crew`: that one alone. */
async function covered({ access }: ReadServices, caller: Caller, crew: string | undefined) {
  if (crew !== undefined) return [await access.enter(caller.userId, crew)];
  return [personalWorkspace(caller.userId), ...(await crewsOf(access, caller))];
}

/** A user without crews costs no query. */
export async function crewsOf(access: Pick<Access, 'crewsOf'>, { userId, reach }: Caller): Promise<CrewWorkspace[]> {
  return reach == null ? [] : access.crewsOf(userId);
}

/** The rows of a list over the workspaces of the caller. Each says of which crew it is, where there are crews. */
export async function rowsOf<Row extends object>(
  services: ReadServices,
  caller: Caller,
  crew: string | undefined,
  schema: z.ZodType,
  read: (workspace: Workspace) => Promise<readonly Row[]>,
): Promise<(Row & { crew?: string | null })[]> {
  // A personal workspace alone: nothing to tell apart.
  if (crew === undefined && caller.reach == null) return [...(await read(personalWorkspace(caller.userId)))];
  const workspaces = await covered(services, caller, crew);
  const rows = await Promise.all(
    workspaces.map(async (workspace) => {
      const own = await read(workspace);
      // The answer as a whole is redacted with the vault of the caller.
      const shown = await Promise.all(
        own.map((row) =>
          workspace.crew === null ? row : redactAnswer(schema, row, workspace.id, services.redactorOf),
        ),
      );
      return shown.map((row) => ({ ...row, crew: workspace.crew }));
    }),
  );
  const all = rows.flat();
  return workspaces.length === 1 && crew === undefined ? all.map(({ crew: _, ...row }) => row as unknown as Row) : all;
}

/** A caller in the workspace that a call is about, and what tells its crew of a change. */
export interface InWorkspace {
  readonly workspace: Workspace;
  readonly caller: Caller;
  readonly tell: TellCrew | undefined;
}

/**
 * `work` is done as a member of the crew, where one is named: throws not_found and role_required. Its answer, of this
 * schema, is shown without the crew's secrets.
 */
export async function inWorkspace<T>(
  services: WorkspaceServices,
  call: ToolCall,
  crew: string | null | undefined,
  action: CrewAction,
  work: (where: InWorkspace) => Promise<T>,
  schema: z.ZodType,
): Promise<T> {
  const { caller } = call;
  if (crew == null) return work({ workspace: personalWorkspace(caller.userId), caller, tell: undefined });
  const workspace = await services.access.enter(caller.userId, crew);
  assertCan(workspace, action);
  let entry: OpenEntry | null = null;
  const answer = await work({
    workspace,
    caller: inCrew(caller, workspace),
    tell: async (tx, what) => {
      entry = await services.audit.note(tx, noteOf(call, workspace, what));
    },
  });
  if (entry !== null) services.audit.committed(entry);
  if (action !== 'read') services.crewChanged(workspace.id);
  return redactAnswer(schema, answer, workspace.id, services.redactorOf);
}

/** A tool's handler: `work` is done in the workspace that the argument `crew` names. Its answer is of this schema. */
export const crewHandler =
  <Args extends { readonly crew?: string | undefined }, T>(
    services: WorkspaceServices,
    action: CrewAction,
    schema: z.ZodType,
    work: (where: InWorkspace, args: Omit<Args, 'crew'>, call: ToolCall) => Promise<T>,
  ) =>
  ({ crew, ...args }: Args, call: ToolCall): Promise<T> =>
    inWorkspace(services, call, crew, action, (where) => work(where, args, call), schema);

const noteOf = ({ caller, client, ip }: ToolCall, workspace: CrewWorkspace, what: string) => {
  const note = crewNote({ id: caller.userId, username: caller.username, ip }, workspace, what);
  return { ...note, actor: { ...note.actor, token_label: caller.tokenLabel, client } };
};

/** The caller in one of the workspaces that a list covers. */
export const callerIn = (caller: Caller, { id, crew }: Workspace): Caller =>
  crew === null ? { ...caller, machines: ofOwn(caller.machines) } : inCrew(caller, { id, crew });

const ofOwn = (machines: Caller['machines']): Caller['machines'] =>
  machines?.filter((name) => !name.includes('/')) ?? machines;

/** As the owner of what belongs to the crew. What a connection is limited to are machines with their crews. */
const inCrew = (caller: Caller, { id, crew }: Pick<CrewWorkspace, 'id' | 'crew'>): Caller => ({
  ...caller,
  workspaceId: id,
  machines: caller.machines == null ? caller.machines : ofCrew(caller.machines, crew),
});

const ofCrew = (machines: readonly string[], crew: string): string[] =>
  machines.map(readAddress).flatMap((one) => (one.crew === crew ? [one.slug] : []));
