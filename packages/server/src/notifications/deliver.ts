/**
 * Sends what has to be sent, again and again with longer pauses, until it arrives, is of no use or has taken too long. What
 * is left to do is in the database: it outlives restarts, and of several instances one sends each. Callers do not wait for it.
 */
import type { ChannelKind, Language, Wording } from '@synapse/contract';
import type { Logger } from 'pino';
import { backoff } from '../background/backoff.ts';
import { poll } from '../background/poll.ts';
import type { Clock } from '../clock.ts';
import type { Queries } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';
import type { Post } from '../outbound/post.ts';
import { composeMessage, type Notice } from './compose-message.ts';
import {
  claimNotification,
  deleteNotification,
  dueNotifications,
  type NotificationRow,
  noteAttempt,
  putOffNotification,
} from './notification-store.ts';
import type { Notifications } from './notifications.ts';

export interface Delivery {
  /** Something has just been noted. */
  wake(): void;
  /** Sends a test message to every channel of a workspace, once, and returns how that went. */
  test(
    workspaceId: WorkspaceId,
    notice: Notice,
    language: Language,
  ): Promise<{ kind: ChannelKind; problem: Wording | null }[]>;
  stop(): void;
}

export interface DeliveryServices {
  readonly queries: Queries;
  readonly clock: Clock;
  readonly notifications: Notifications;
  readonly post: Post;
  /** What to say, redacted; null where it is no longer needed. */
  readonly noticeOf: (row: NotificationRow) => Promise<{ notice: Notice; language: Language } | null>;
  readonly count: (outcome: 'delivered' | 'failed' | 'given_up') => void;
  readonly log: Logger;
}

/** Looked for so often, besides when something is noted here. */
const EVERY_MS = 5_000;
/** How long a claim is valid. */
const CLAIM_MS = 30_000;
const PAUSES = { firstMs: 5_000, mostMs: 600_000, growth: 3 };
/** One receiver that never answers holds up neither the others nor other users. */
const AT_ONCE = 8;
const AT_ONCE_PER_USER = 2;

export function startDelivery(services: DeliveryServices): Delivery {
  const { queries, clock, notifications, post, noticeOf, count, log } = services;
  const sending = new Map<WorkspaceId, number>();
  let busy = 0;

  const send = async (row: NotificationRow): Promise<Wording | null> => {
    const to = await notifications.addressOf(row.workspace_id, row.kind);
    const found = to === null ? null : await noticeOf(row);
    // Taken away, or decided meanwhile.
    if (to === null || found === null) return null;
    const problem = await post(composeMessage(row.kind as ChannelKind, to, found.notice, found.language));
    count(problem === null ? 'delivered' : 'failed');
    await noteAttempt(
      queries,
      row,
      problem === null ? { delivered_at: clock() } : { problem: JSON.stringify(problem) },
    );
    return problem;
  };

  const attempt = async (row: NotificationRow): Promise<void> => {
    if (!(await claimNotification(queries, row, clock() + CLAIM_MS))) return;
    const problem = await send(row);
    if (problem === null) return deleteNotification(queries, row.id);
    const next = clock() + backoff(PAUSES, row.attempts);
    if (next < row.give_up_at) return putOffNotification(queries, row.id, next);
    count('given_up');
    log.warn({ kind: row.kind, attempts: row.attempts + 1 }, 'notification abandoned');
    await deleteNotification(queries, row.id);
  };

  const occupy = async (workspaceId: WorkspaceId, work: () => Promise<void>): Promise<void> => {
    busy += 1;
    sending.set(workspaceId, (sending.get(workspaceId) ?? 0) + 1);
    try {
      await work();
    } catch (error) {
      log.warn({ err: error }, 'failed to send notification');
    } finally {
      busy -= 1;
      const left = sending.get(workspaceId)! - 1;
      if (left === 0) sending.delete(workspaceId);
      else sending.set(workspaceId, left);
    }
  };

  const look = async (): Promise<void> => {
    const full = [...sending].filter(([, count]) => count >= AT_ONCE_PER_USER).map(([workspaceId]) => workspaceId);
    for (const row of busy < AT_ONCE ? await dueNotifications(queries, clock(), 10 * AT_ONCE, full) : []) {
      if (busy >= AT_ONCE) break;
      if ((sending.get(row.workspace_id) ?? 0) >= AT_ONCE_PER_USER) continue;
      void occupy(row.workspace_id, () => attempt(row)).then(looking.wake);
    }
  };
  const looking = poll({ everyMs: EVERY_MS, work: look, log, failure: 'failed to load pending notifications' });

  return {
    wake: looking.wake,
    test: async (workspaceId, notice, language) => {
      const channels = await notifications.list(workspaceId);
      return Promise.all(
        channels.map(async ({ kind }) => {
          const to = await notifications.addressOf(workspaceId, kind);
          const problem = to === null ? null : await post(composeMessage(kind, to, notice, language));
          await noteAttempt(
            queries,
            { workspace_id: workspaceId, kind },
            problem === null ? { delivered_at: clock() } : { problem: JSON.stringify(problem) },
          );
          return { kind, problem };
        }),
      );
    },
    stop: () => {
      looking.stop();
    },
  };
}
