/**
 * The rules of notifications: where each user wants to hear of what waits, and that it is sent until it arrives or is
 * of no use.
 */
import { type Channel, type ChannelKind, type NotificationSettings, Refusal, type Wording } from '@synapse/contract';
import { type Clock, isoTime, isoTimeOrNull } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import { newId, type WorkspaceId } from '../ids.ts';
import type { Sealer } from '../vault/sealer.ts';
import type { Address } from './compose-message.ts';
import {
  type ChannelRow,
  channelsOf,
  deleteChannel,
  dropNotifications,
  findChannel,
  insertNotification,
  listChannels,
  putChannel,
  setEnds,
} from './notification-store.ts';

export interface ShownChannel extends Omit<Channel, 'problem'> {
  readonly problem: Wording | null;
}

export interface Notifications {
  list(workspaceId: WorkspaceId): Promise<ShownChannel[]>;
  put(workspaceId: WorkspaceId, settings: NotificationSettings): Promise<ShownChannel[]>;
  /** Whether it gets the end of jobs. Throws not_found. */
  change(workspaceId: WorkspaceId, kind: ChannelKind, change: { ends: boolean }): Promise<ShownChannel[]>;
  /** Throws not_found. */
  remove(workspaceId: WorkspaceId, kind: ChannelKind): Promise<void>;
  /** Null where the user has taken it away. */
  addressOf(workspaceId: WorkspaceId, kind: string): Promise<Address | null>;
  /** Notes what has to be sent, in the transaction that asks the person. */
  announce(tx: Queries, approval: Announced): Promise<void>;
  /** Drops pending notifications about an approval. */
  withdraw(tx: Queries, approvalId: string): Promise<void>;
  /** The same for a job that has ended, in the transaction that closes its entry. */
  announceEnd(tx: Queries, job: { executionId: string; workspaceId: WorkspaceId }): Promise<void>;
}

export interface Announced {
  readonly id: string;
  /** Whose channels tell it. */
  readonly readers: readonly WorkspaceId[];
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Of no use after that. */
const LONGEST_MS = 3600_000;

export function createNotifications(database: Database, clock: Clock, sealer: Sealer): Notifications {
  const { queries } = database;
  const context = (workspaceId: WorkspaceId, kind: string): string[] => ['notification channel', workspaceId, kind];

  const list = async (workspaceId: WorkspaceId): Promise<ShownChannel[]> =>
    (await listChannels(queries, workspaceId)).map(view);

  return {
    list,

    put: async (workspaceId, { webhook, slack, ntfy }) => {
      const given: [ChannelKind, Address | null, boolean | undefined][] = [
        ['webhook', webhook === undefined ? null : { url: webhook.url, key: webhook.secret }, webhook?.ends],
        ['slack', slack === undefined ? null : { url: slack.url, key: null }, slack?.ends],
        ['ntfy', ntfy === undefined ? null : { url: ntfy.url, key: ntfy.token ?? null }, ntfy?.ends],
      ];
      await database.transaction(async (tx) => {
        for (const [kind, address, ends = true] of given) {
          if (address === null) continue;
          await putChannel(tx, {
            workspace_id: workspaceId,
            kind,
            host: new URL(address.url).host,
            created_at: clock(),
            sealed: sealer.seal(Buffer.from(JSON.stringify(address)), context(workspaceId, kind)),
            delivered_at: null,
            problem: null,
            ends: ends ? 1 : 0,
          });
        }
      });
      return list(workspaceId);
    },

    change: async (workspaceId, kind, { ends }) => {
      if (!(await setEnds(queries, workspaceId, kind, ends))) throw new Refusal('not_found');
      return list(workspaceId);
    },

    remove: async (workspaceId, kind) => {
      if (!(await deleteChannel(queries, workspaceId, kind))) throw new Refusal('not_found');
    },

    addressOf: async (workspaceId, kind) => {
      const row = await findChannel(queries, workspaceId, kind);
      if (row === undefined) return null;
      return JSON.parse(sealer.open(row.sealed, context(workspaceId, kind)).toString()) as Address;
    },

    announce: async (tx, { id, readers, createdAt, expiresAt }) => {
      for (const { kind, workspace_id } of await channelsOf(tx, readers)) {
        await insertNotification(tx, {
          id: newId(createdAt),
          workspace_id,
          approval_id: id,
          request_id: null,
          execution_id: null,
          kind,
          attempts: 0,
          next_at: createdAt,
          give_up_at: Math.min(expiresAt, createdAt + LONGEST_MS),
        });
      }
    },

    withdraw: dropNotifications,

    announceEnd: async (tx, { executionId, workspaceId }) => {
      const now = clock();
      for (const { kind, ends } of await listChannels(tx, workspaceId)) {
        if (ends === 0) continue;
        await insertNotification(tx, {
          id: newId(now),
          workspace_id: workspaceId,
          approval_id: null,
          request_id: null,
          execution_id: executionId,
          kind,
          attempts: 0,
          next_at: now,
          give_up_at: now + LONGEST_MS,
        });
      }
    },
  };
}

/** A request for a role in a crew, in the transaction that puts it: `readers` may answer it. */
export async function announceRequest(tx: Queries, { id, readers, createdAt, expiresAt }: Announced): Promise<void> {
  for (const { kind, workspace_id } of await channelsOf(tx, readers)) {
    await insertNotification(tx, {
      id: newId(createdAt),
      workspace_id,
      approval_id: null,
      request_id: id,
      execution_id: null,
      kind,
      attempts: 0,
      next_at: createdAt,
      give_up_at: Math.min(expiresAt, createdAt + LONGEST_MS),
    });
  }
}

function view({ kind, host, created_at, delivered_at, problem, ends }: ChannelRow): ShownChannel {
  return {
    ends: ends === 1,
    kind: kind as ChannelKind,
    host,
    created_at: isoTime(created_at),
    delivered_at: isoTimeOrNull(delivered_at),
    problem: problem === null ? null : (JSON.parse(problem) as Wording),
  };
}
