/** Assembles the services of approvals: requests, grants, notifications, reviews, and expiry. */
import { EventEmitter } from 'node:events';
import { type AccessRequest, DEFAULT_LANGUAGE, type Job, type Language } from '@synapse/contract';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Access } from '../access/access.ts';
import type { Audit } from '../audit/audit.ts';
import type { PendingEntries } from '../audit/pending-entries.ts';
import type { Bus } from '../bus/bus.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/read-config.ts';
import type { Database } from '../db/database.ts';
import type { Events } from '../events/events.ts';
import type { WorkspaceId } from '../ids.ts';
import { type Delivery, startDelivery } from '../notifications/deliver.ts';
import { createNotifications, type Notifications } from '../notifications/notifications.ts';
import { createPost } from '../outbound/post.ts';
import type { KeptRefusals } from '../outputs/kept-refusals.ts';
import type { Redactor } from '../redaction/index.ts';
import type { Sealer } from '../vault/sealer.ts';
import { countPending } from './approval-store.ts';
import { type ApprovalRow, type Approvals, createApprovals } from './approvals.ts';
import { createClosePending, DECIDED } from './close-pending.ts';
import { publishStatus } from './deciders.ts';
import { type KeepApprovals, startKeepingApprovals } from './expire-approvals.ts';
import { createGrants, type Grants } from './grants.ts';
import { createReviews, type Reviews } from './reviews.ts';

export interface ApprovalParts {
  readonly config: Pick<Config, 'approvalMinutes' | 'privateAddresses'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly bus: Bus;
  readonly events: Events;
  readonly sealer: Sealer;
  readonly entries: PendingEntries;
  readonly audit: Pick<Audit, 'note' | 'committed'>;
  readonly access: Pick<Access, 'crewsOf' | 'membersOf'>;
  readonly refusals: KeptRefusals;
  /** The base URL of the page. */
  readonly pageUrl: () => string;
  /** The redaction of notifications, and the language of their reader. */
  readonly redactorOf: (workspaceId: WorkspaceId) => Promise<Redactor['redactText']>;
  readonly languageOf: (userId: string) => Promise<Language | null>;
  /** How a job ended; null if it is not over. */
  readonly endOf: (workspaceId: WorkspaceId, executionId: string) => Promise<Omit<Job, 'deadline'> | null>;
  /** A request for a role in a crew that this user, or their crew's channel, still has to hear of. */
  readonly requestFor: (
    userId: string,
    requestId: string,
  ) => Promise<{
    readonly request: AccessRequest;
    readonly crew: { readonly id: WorkspaceId; readonly slug: string };
  } | null>;
  /** For the metrics. */
  readonly decided: (outcome: string) => void;
  readonly notified: (outcome: string) => void;
}

export interface ApprovalServices {
  readonly approvals: Approvals;
  readonly grants: Grants;
  readonly notifications: Notifications;
  readonly delivery: Delivery;
  readonly reviews: Reviews;
  readonly keep: KeepApprovals;
  /** An approval was requested: the deciders are notified. */
  asked(row: ApprovalRow): void;
  /** Called when the approval is decided, on any instance. The bus may lose the message. */
  onDecided(executionId: string, listener: () => void): () => void;
  /** The page on which a person reads the approval and decides. */
  urlOf(approvalId: string): string;
  pending(): Promise<number>;
  stop(): void;
}

const Decided = z.object({ executionId: z.string() });

export function createApprovalServices(parts: ApprovalParts): ApprovalServices {
  const { config, database, clock, log, bus, sealer, entries } = parts;
  const { queries } = database;
  const urlOf = (id: string): string => `${parts.pageUrl()}/approvals/${id}`;

  const close = createClosePending({ ...parts, count: parts.decided });
  const grants = createGrants(database, clock, parts.audit, parts.access);
  const notifications = createNotifications(database, clock, sealer);
  const approvals = createApprovals({
    database,
    clock,
    sealer,
    entries,
    close,
    grants,
    access: parts.access,
    notifications,
    minutes: config.approvalMinutes,
    approved: (row) => {
      bus.publish(DECIDED, { executionId: row.execution_id });
      publishStatus(parts, row, 'approved');
      parts.decided('approved');
      // The others are notified of a break-glass at once.
      if (row.crew !== null) delivery.wake();
    },
  });
  const delivery = startDelivery({
    queries,
    clock,
    notifications,
    log,
    count: parts.notified,
    post: createPost({ allowPrivate: config.privateAddresses }),
    noticeOf: async ({
      workspace_id: workspaceId,
      approval_id: approvalId,
      request_id: requestId,
      execution_id: executionId,
    }) => {
      const redact = await parts.redactorOf(workspaceId);
      const language = (await parts.languageOf(workspaceId)) ?? DEFAULT_LANGUAGE;
      if (requestId !== null) {
        const waiting = await parts.requestFor(workspaceId, requestId);
        if (waiting === null) return null;
        const { request, crew } = waiting;
        const redactOfCrew = crew.id === workspaceId ? redact : await parts.redactorOf(crew.id);
        const shown = { ...request, crew: crew.slug, reason: redactOfCrew(redact(request.reason)) };
        return { notice: { request: shown, url: `${parts.pageUrl()}/crews/${crew.slug}/crew` }, language };
      }
      if (approvalId === null) {
        const end = executionId === null ? null : await parts.endOf(workspaceId, executionId);
        if (end === null) return null;
        const shown = { ...end, command_template: redact(end.command_template) };
        return { notice: { end: shown, url: `${parts.pageUrl()}/executions/${end.execution_id}` }, language };
      }
      // A former member of the crew finds nothing.
      const row = await approvals.findFor(workspaceId, approvalId).catch(() => null);
      if (row === null || (row.status !== 'pending' && row.break_glass === 0)) return null;
      // What belongs to a crew is shown without the secrets of its vault, too.
      const redactOfCrew = row.workspace_id === workspaceId ? redact : await parts.redactorOf(row.workspace_id);
      const hide = (text: string): string => redactOfCrew(redact(text));
      const { command_template, cwd, reason, comment, ...rest } = approvals.view(row, language, { listed: true });
      const shown = { command_template: hide(command_template), reason: hide(reason) };
      const approval = {
        ...rest,
        ...shown,
        cwd: cwd === null ? null : hide(cwd),
        comment: comment === null ? null : hide(comment),
      };
      return { notice: { approval, url: urlOf(approvalId) }, language };
    },
  });
  const keep = startKeepingApprovals(database, clock, entries, close, log);

  const decided = new EventEmitter().setMaxListeners(0);
  const leave = bus.subscribe(DECIDED, (message) => decided.emit(Decided.parse(message).executionId));
  return {
    approvals,
    grants,
    notifications,
    delivery,
    reviews: createReviews(database, clock),
    keep,
    urlOf,
    asked: (row) => {
      publishStatus(parts, row, 'pending');
      delivery.wake();
    },
    onDecided: (executionId, listener) => {
      decided.once(executionId, listener);
      return () => decided.off(executionId, listener);
    },
    pending: () => countPending(queries, null),
    stop: () => {
      leave();
      keep.stop();
      delivery.stop();
    },
  };
}
