/** The audit log over REST: list, export, verify. */
import {
  AUDIT_PAGE,
  AuditSearch,
  type CrewAction,
  Identifier,
  MachineName,
  Moment,
  Progress,
  Refusal,
  SharedAuditPage,
  ShownEntry,
} from '@synapse/contract';
import * as z from 'zod';
import type { Approvals } from '../../approvals/approvals.ts';
import type { Audit } from '../../audit/audit.ts';
import { exportAudit } from '../../audit/export.ts';
import type { VerifyChain } from '../../audit/verification.ts';
import { isoTimeOrNull } from '../../clock.ts';
import { personalWorkspaceId, type WorkspaceId } from '../../ids.ts';
import type { Outputs } from '../../outputs/outputs.ts';
import { type Call, endpoint } from '../endpoint.ts';
import { type RedactorOf, redactAnswer } from '../redact-answer.ts';
import type { ShownEntries } from '../shown-entries.ts';
import { withoutAddress } from '../without-address.ts';
import { executionOf, type FindsExecutions } from './execution-of.ts';
import { IdParams } from './params.ts';
import { placeNamed } from './person-order.ts';

export interface AuditServices extends FindsExecutions {
  readonly audit: Audit;
  readonly approvalServices: { readonly approvals: Pick<Approvals, 'byExecution'> };
  readonly verifyChain: VerifyChain;
  readonly shownEntries: ShownEntries;
  readonly redactorOf: RedactorOf;
  /** Tells until when the output of an ended execution is kept. */
  readonly outputUntil: Outputs['keptUntil'];
}

const Flag = z.enum(['true', 'false']).transform((text) => text === 'true');
const filter = {
  machine: MachineName.optional(),
  since: Moment.optional(),
  until: Moment.optional(),
  success: Flag.optional(),
  alias: z
    .string()
    .regex(/^[A-Za-z]{3}$/)
    .optional(),
  ...AuditSearch.shape,
  /** For administrators: the logs of all people, or of one. Those of crews are read by their members. */
  all: Flag.default(false),
  user_id: z.string().min(1).max(64).optional(),
};
const PageQuery = z.object({
  ...filter,
  limit: z.coerce.number().int().min(1).max(AUDIT_PAGE.max).default(AUDIT_PAGE.default),
  cursor: z.string().max(200).optional(),
});

type Reading = Pick<Call<'user'>, 'session' | 'workspace'>;

/** The log that has the named machine: its own crew's, where the name says one. */
async function readingOf(call: Call<'user'>, named: string | undefined, action: CrewAction) {
  if (named === undefined) return { reading: call, machine: undefined };
  const { workspace, slug: machine } = await placeNamed(call, named, action);
  return { reading: { session: call.session, workspace }, machine };
}

/** In one's own workspace an administrator sees others. For anybody else neither changes anything. */
function scopeOf(
  all: boolean,
  wanted: string | undefined,
  { session: { user }, workspace }: Reading,
): WorkspaceId | null {
  if (user.role !== 'admin' || workspace.crew !== null) return workspace.id;
  if (wanted === undefined) return all ? null : workspace.id;
  return personalWorkspaceId(wanted);
}

/** As the reader sees them: what is not the reader's own says whose it is. */
const listFor =
  (
    { session, workspace }: Reading,
    { audit, shownEntries, redactorOf }: Pick<AuditServices, 'audit' | 'shownEntries' | 'redactorOf'>,
  ): Audit['list'] =>
  async (workspaceId, query) => {
    const own = personalWorkspaceId(session.user.id);
    const page = await audit.list(workspaceId, query);
    if (workspace.crew !== null) {
      const { username } = session.user;
      const entries = page.entries.map((entry) => withoutAddress(entry, { workspace, username }));
      const shown = await shownEntries(workspace.id, { ...page, entries });
      // With the vault of the crew, and with that of the reader.
      return redactAnswer(SharedAuditPage, shown, own, redactorOf);
    }
    // An administrator named a crew: the same answer as for an unknown user.
    if (page.entries.some(isOfCrew)) return { entries: [], next_cursor: null };
    const whose = workspaceId === null || workspaceId === own ? {} : { user_id: workspaceId };
    return shownEntries(own, { ...page, entries: page.entries.map((entry) => ({ ...entry, ...whose })) });
  };

const isOfCrew = ({ crew }: { readonly crew?: string | undefined }): boolean => crew !== undefined;

export const listEntries = (services: AuditServices) =>
  endpoint({
    summary: 'Past commands, newest first.',
    access: 'user',
    query: PageQuery,
    answer: SharedAuditPage,
    handle: async ({ query: { all, user_id, machine: named, ...query } }, call) => {
      const { reading, machine } = await readingOf(call, named, 'read-log');
      return listFor(reading, services)(scopeOf(all, user_id, reading), { ...query, machine });
    },
  });

export const getEntry = (services: AuditServices) =>
  endpoint({
    summary: 'What the audit log says about one execution, and until when its output is kept.',
    access: 'user',
    params: IdParams,
    answer: ShownEntry,
    handle: async ({ params }, call) => {
      const { audit, approvalServices, outputUntil } = services;
      const { workspace, id } = await executionOf(services, call, params.id);
      const entry = await audit.find(workspace.id, id);
      if (entry === null) throw new Refusal('execution_not_found');
      const { created_at, duration_ms, status } = entry;
      const ended = duration_ms === null || status === 'refused' ? null : Date.parse(created_at) + duration_ms;
      const approval =
        entry.approval_id === null
          ? null
          : await approvalServices.approvals.byExecution(workspace.id, entry.execution_id);
      return {
        ...withoutAddress(entry, { workspace, username: call.session.user.username }),
        output_until: ended === null ? null : isoTimeOrNull(outputUntil(ended)),
        comment: approval?.comment ?? null,
      };
    },
  });

export const exportEntries = (services: AuditServices) =>
  endpoint({
    summary: 'The audit log as JSON Lines or CSV, streamed.',
    access: 'user',
    query: z.object({ ...filter, format: z.enum(['jsonl', 'csv']).default('jsonl') }),
    answer: null,
    media: ['application/x-ndjson', 'text/csv'],
    handle: async ({ query: { all, user_id, format, machine: named, ...rest } }, call) => {
      const { reading, machine } = await readingOf(call, named, 'check-log');
      const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8';
      call.reply
        .header('content-type', type)
        .header('content-disposition', `attachment; filename="synapse-audit.${format}"`);
      const list = listFor(reading, services);
      const ofCrew = reading.workspace.crew !== null;
      const wanted = { ...rest, machine };
      return call.reply.send(exportAudit({ list }, scopeOf(all, user_id, reading), wanted, format, ofCrew));
    },
  });

export const verifyEntries = ({ verifyChain }: AuditServices) =>
  endpoint({
    summary: 'Whether the user’s audit log is what was written.',
    access: 'user',
    answer: z.object({
      state: z.enum(['intact', 'damaged', 'unknown']),
      intact: z.boolean(),
      entries: z.int(),
      archived: z.int(),
      erased: z.int(),
      users: z.int(),
      checkpoints: z.int(),
      findings: z.array(
        z.object({
          user_id: Identifier.nullable(),
          seq: z.int().nullable(),
          execution_id: Identifier.nullable(),
          problem: z.string(),
        }),
      ),
      unknown: z.array(Identifier),
      verified_at: Identifier.nullable(),
      progress: Progress.optional(),
    }),
    handle: async (_input, { workspace }) => {
      const { findings, unknown, ...verdict } = await verifyChain(workspace.id);
      return {
        ...verdict,
        findings: findings.map(({ workspace_id, ...finding }) => ({ user_id: workspace_id, ...finding })),
        unknown: [...unknown],
      };
    },
  });
