/**
 * The rules of grants: what a person has approved for a while, or for good, needs no further approval. A grant never
 * lifts a denial.
 */
import { createHash } from 'node:crypto';
import { APPROVAL_LIMITS, because, type Decider, type Effect, type Grant, Refusal } from '@synapse/contract';
import { type Access, can, lockWorkspace, type TellCrew, type Workspace } from '../access/access.ts';
import type { Audit, Note } from '../audit/audit.ts';
import { noteChange } from '../audit/note-change.ts';
import { type Clock, isoTime, isoTimeOrNull } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import { newId, type WorkspaceId } from '../ids.ts';
import { type ApprovalRow, readVersions, type Versions } from './approval-store.ts';
import { settles, type Terms, whyNotDecide } from './deciders.ts';
import {
  deleteGrant,
  forgetGrants,
  type GrantRow,
  insertGrant,
  listGrants,
  namesOf,
  namesTogether,
  usernameOf,
} from './grant-store.ts';
import { type ApprovalRequest, fingerprintOf, machineFingerprint } from './kept-order.ts';

/** What an approval of the command would be about. */
export interface GrantQuery extends ApprovalRequest, Terms {
  readonly workspaceId: WorkspaceId;
  readonly tokenId: string | null;
  readonly effects: readonly Effect[];
}

export interface Grants {
  list(workspaceId: WorkspaceId): Promise<Grant[]>;
  /** One's own; any of them for a role that may decide for others. It is in the log. Throws not_found. */
  remove(person: Granter, id: string): Promise<void>;
  /** The grant that covers it; null where it needs an approval. */
  find(query: GrantQuery): Promise<Pick<GrantRow, 'approval_id' | 'created_by'> | null>;
  /** In the transaction that approves. Throws limit_reached. */
  add(
    tx: Queries,
    kind: 'hour' | 'template',
    approval: ApprovalRow,
    asked: ApprovalRequest,
    by: readonly string[],
  ): Promise<void>;
  /**
   * An hour on that machine, before there is an approval, for one's own orders. It is in the log, like an approval, and
   * lets nothing pass that another person has to decide. Throws limit_reached.
   */
  addHour(person: Granter, machine: GrantedMachine, token: GrantedToken | null): Promise<Grant>;
  /** Deletes grants that cover nothing any more. */
  expire(): Promise<void>;
}

/** Who gives it or takes it back, and from where. */
export interface Granter extends Pick<Note, 'source' | 'ip'> {
  readonly id: string;
  readonly username: string;
  /** Where its machine is. */
  readonly workspace: Workspace;
  readonly tell?: TellCrew | undefined;
}

export interface GrantedMachine {
  readonly id: string;
  readonly slug: string;
}

export interface GrantedToken {
  readonly id: string;
  /** What people know it by. */
  readonly hint: string;
}

export function createGrants(
  database: Database,
  clock: Clock,
  audit: Pick<Audit, 'note' | 'committed'>,
  access: Pick<Access, 'membersOf'>,
): Grants {
  const { queries } = database;
  /** Those of a crew hold for as long as all who gave them may. */
  const stillHold = async <T extends GrantRow>(workspaceId: WorkspaceId, grants: readonly T[]): Promise<T[]> => {
    if (grants.every(({ actor_id }) => actor_id === null)) return [...grants];
    const members = new Map((await access.membersOf(workspaceId)).map((member) => [member.username, member]));
    return grants.filter((grant) =>
      namesOf(grant).every((name) => {
        if (grant.actor_id === null) return true;
        const member = members.get(name);
        return member !== undefined && whyNotDecide(member.userId, member, grant) === null;
      }),
    );
  };
  const inForce = (from: Queries, workspaceId: WorkspaceId) =>
    listGrants(from, workspaceId, clock(), APPROVAL_LIMITS.grants);
  const assertRoom = async (tx: Queries, workspaceId: WorkspaceId): Promise<void> => {
    const { grants: max } = APPROVAL_LIMITS;
    if ((await inForce(tx, workspaceId)).length >= max)
      throw new Refusal('limit_reached', { max, what: because('grants') });
  };
  const note = (tx: Queries, { workspace, source, ip, tell }: Granter, what: string) =>
    noteChange(audit, tx, { workspaceId: workspace.id, source, ip, what, tell });
  return {
    list: async (workspaceId) => (await stillHold(workspaceId, await inForce(queries, workspaceId))).map(view),

    remove: async (person, id) => {
      const { workspace } = person;
      const actorId = can(workspace, 'answer-for-others') ? null : person.id;
      const noted = await database.transaction(async (tx) => {
        const row = await deleteGrant(tx, workspace.id, id, actorId);
        if (row === undefined) throw new Refusal('not_found');
        return note(tx, person, `ungrant ${wordsOf(row, await ordersOf(tx, row, person))}`);
      });
      noted();
    },

    find: async (query) => {
      const { workspaceId, machineId, secrets } = query;
      const fitting = (await inForce(queries, workspaceId)).filter((grant) => lifts(grant, query));
      const candidates = await stillHold(workspaceId, fitting);
      if (candidates.length === 0) return null;
      const prints = fingerprints(query, await readVersions(queries, workspaceId, machineId, secrets));
      return candidates.find((grant) => grant.fingerprint === prints[kindOf(grant)]) ?? null;
    },

    add: async (tx, kind, approval, asked, by) => {
      await assertRoom(tx, approval.workspace_id);
      const now = clock();
      const { workspace_id, machine_id, machine, token_id, token_hint, container, cwd, command_template } = approval;
      const { actor_id, decider, needed } = approval;
      const text =
        kind === 'template' ? { template_hash: hashOf(asked.command), command_template, container, cwd } : ANY_TEXT;
      const versions = await readVersions(tx, workspace_id, asked.machineId, asked.secrets);
      await insertGrant(tx, {
        id: newId(now),
        workspace_id,
        actor_id,
        decider,
        needed,
        machine_id,
        machine,
        token_id,
        token_hint,
        approval_id: approval.id,
        ...text,
        fingerprint: fingerprints(asked, versions)[kind],
        created_at: now,
        created_by: namesTogether(by),
        expires_at: kind === 'hour' ? now + APPROVAL_LIMITS.grantMs : null,
      });
    },

    addHour: async (person, machine, token) => {
      const { id: personId, username, workspace } = person;
      const { id: workspaceId, crew } = workspace;
      const now = clock();
      const id = newId(now);
      const { row, noted } = await database.transaction(async (tx) => {
        await lockWorkspace(tx, workspaceId);
        await assertRoom(tx, workspaceId);
        const asked = { machineId: machine.id };
        const row: GrantRow = {
          id,
          workspace_id: workspaceId,
          actor_id: crew === null ? null : personId,
          decider: 'self',
          needed: 1,
          machine_id: machine.id,
          machine: machine.slug,
          token_id: token?.id ?? null,
          token_hint: token?.hint ?? null,
          approval_id: id,
          ...ANY_TEXT,
          fingerprint: machineFingerprint(asked, await readVersions(tx, workspaceId, machine.id, [])),
          created_at: now,
          created_by: username,
          expires_at: now + APPROVAL_LIMITS.grantMs,
        };
        await insertGrant(tx, row);
        return { row, noted: await note(tx, person, `grant ${wordsOf(row, 'own orders')}`) };
      });
      noted();
      return view({ ...row, actor: crew === null ? null : username });
    },

    expire: () => forgetGrants(queries, clock()),
  };
}

const ANY_TEXT = { template_hash: null, command_template: null, container: null, cwd: null } as const;

const kindOf = ({ template_hash }: GrantRow): Grant['kind'] => (template_hash === null ? 'hour' : 'template');

/** As the log has it. */
function wordsOf(row: GrantRow, orders: string): string {
  const { id, machine, token_id, approval_id } = row;
  const what = kindOf(row) === 'hour' ? 'an hour' : 'a template';
  const approval = approval_id === id ? '' : ` (approval ${approval_id})`;
  return `${id}: ${what} on machine ${machine} for ${token_id === null ? orders : `token ${token_id}`}${approval}`;
}

async function ordersOf(tx: Queries, { actor_id }: GrantRow, { id }: Granter): Promise<string> {
  return actor_id === null || actor_id === id ? 'own orders' : `orders of ${await usernameOf(tx, actor_id)}`;
}

/** A grant lifts nothing any more once what it was given for has changed: its machine, or the secrets of its text. */
function fingerprints(asked: ApprovalRequest, versions: Versions): Record<Grant['kind'], string> {
  return { hour: machineFingerprint(asked, versions), template: fingerprintOf(asked, versions) };
}

/** Whether it is about that command at all. A catastrophe is asked about each time. */
function lifts(grant: GrantRow, query: GrantQuery): boolean {
  const { machineId, tokenId, actorId, command, container, cwd, effects } = query;
  if (grant.machine_id !== machineId || grant.token_id !== tokenId || grant.actor_id !== actorId) return false;
  const given = { decider: grant.decider as Decider, needed: grant.needed };
  if (!settles(given, query)) return false;
  if (grant.template_hash === null) return !effects.includes('catastrophe');
  return grant.template_hash.equals(hashOf(command)) && grant.container === container && grant.cwd === cwd;
}

function hashOf(command: string): Buffer {
  return createHash('sha256').update(command).digest();
}

function view(row: GrantRow & { readonly actor: string | null }): Grant {
  return {
    id: row.id,
    kind: kindOf(row),
    machine: row.machine,
    container: row.container,
    cwd: row.cwd,
    token_hint: row.token_hint,
    command_template: row.command_template,
    approval_id: row.approval_id,
    created_at: isoTime(row.created_at),
    created_by: row.created_by,
    expires_at: isoTimeOrNull(row.expires_at),
    ...(row.actor !== null && { actor: row.actor }),
  };
}
