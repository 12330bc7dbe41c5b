/** The audit log over REST: list, export, verify. */
import {
  AUDIT_PAGE,
  AuditSearch,
  Identifier,
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
import type { Executions } from '../../follow-up/executions.ts';
import type { Outputs } from '../../outputs/outputs.ts';
import { endpoint } from '../endpoint.ts';
import type { ShownEntries } from '../shown-entries.ts';
import { IdParams } from './params.ts';

export interface AuditServices {
  readonly audit: Audit;
  readonly executions: Pick<Executions, 'wholeId'>;
  readonly asking: { readonly approvals: Pick<Approvals, 'byExecution'> };
  readonly verifyChain: VerifyChain;
  readonly shownEntries: ShownEntries;
  /** Tells until when the output of an ended execution is kept. */
  readonly outputUntil: Outputs['keptUntil'];
}

const Flag = z.enum(['true', 'false']).transform((text) => text === 'true');
const filter = {
  machine: z.string().max(63).optional(),
  since: Moment.optional(),
  until: Moment.optional(),
  success: Flag.optional(),
  alias: z
    .string()
    .regex(/^[A-Za-z]{3}$/)
    .optional(),
  ...AuditSearch.shape,
  /** For administrators: the log of every user, or of one. */
  all: Flag.default(false),
  user_id: z.string().min(1).max(64).optional(),
};
const PageQuery = z.object({
  ...filter,
  limit: z.coerce.number().int().min(1).max(AUDIT_PAGE.max).default(AUDIT_PAGE.default),
  cursor: z.string().max(200).optional(),
});

/** Only an administrator sees others. For anybody else neither changes anything. */
function scopeOf(all: boolean, wanted: string | undefined, user: { id: string; role: string }): string | null {
  if (user.role !== 'admin') return user.id;
  return wanted ?? (all ? null : user.id);
}

/** As the reader sees them: what is not the reader's own says whose it is. */
const listFor =
  (readerId: string, audit: Pick<Audit, 'list'>, shownEntries: ShownEntries): Audit['list'] =>
  async (userId, query) => {
    const page = await audit.list(userId, query);
    const whose = userId === null || userId === readerId ? {} : { user_id: userId };
    return shownEntries(readerId, { ...page, entries: page.entries.map((entry) => ({ ...entry, ...whose })) });
  };

export const listEntries = ({ audit, shownEntries }: AuditServices) =>
  endpoint({
    summary: 'Past commands, newest first.',
    access: 'user',
    query: PageQuery,
    answer: SharedAuditPage,
    handle: ({ query: { all, user_id, ...query } }, { session: { user } }) =>
      listFor(user.id, audit, shownEntries)(scopeOf(all, user_id, user), query),
  });

export const getEntry = ({ audit, executions, asking, outputUntil }: AuditServices) =>
  endpoint({
    summary: 'What the audit log says about one execution, and until when its output is kept.',
    access: 'user',
    params: IdParams,
    answer: ShownEntry,
    handle: async ({ params }, { session: { user } }) => {
      const entry = await audit.find(user.id, await executions.wholeId(user.id, params.id));
      if (entry === null) throw new Refusal('execution_not_found');
      const { created_at, duration_ms, status } = entry;
      const ended = duration_ms === null || status === 'refused' ? null : Date.parse(created_at) + duration_ms;
      const approval =
        entry.approval_id === null ? null : await asking.approvals.byExecution(user.id, entry.execution_id);
      return {
        ...entry,
        output_until: ended === null ? null : isoTimeOrNull(outputUntil(ended)),
        comment: approval?.comment ?? null,
      };
    },
  });

export const exportEntries = ({ audit, shownEntries }: AuditServices) =>
  endpoint({
    summary: 'The audit log as JSON Lines or CSV, streamed.',
    access: 'user',
    query: z.object({ ...filter, format: z.enum(['jsonl', 'csv']).default('jsonl') }),
    answer: null,
    media: ['application/x-ndjson', 'text/csv'],
    handle: async ({ query: { all, user_id, format, ...wanted } }, { session, reply }) => {
      const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8';
      reply
        .header('content-type', type)
        .header('content-disposition', `attachment; filename="synapse-audit.${format}"`);
      const { user } = session;
      const list = listFor(user.id, audit, shownEntries);
      return reply.send(exportAudit({ list }, scopeOf(all, user_id, user), wanted, format));
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
    handle: async (_input, { session }) => {
      const { findings, unknown, ...verdict } = await verifyChain(session.user.id);
      return { ...verdict, findings: [...findings], unknown: [...unknown] };
    },
  });
