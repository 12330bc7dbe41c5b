/** Asking a person before a command runs, as it crosses the wire. */
import * as z from 'zod';
import { Timestamp } from './accounts.ts';
import { FREEZE_LIMITS } from './freezes.ts';
import { Identifier } from './identifier.ts';
import { MachineAddress } from './machines.ts';
import { DECIDERS, EFFECTS } from './policy-words.ts';

export const APPROVAL_LIMITS = {
  /** Of one user; the next one is refused. */
  pending: 50,
  grants: 200,
  commentChars: 1_000,
  /** How long after signing in somebody may decide their own question in a crew. */
  breakGlassMinutes: 5,
  listed: { max: 200, default: 50 },
  /** How long a call waits for a person before it answers that one is waited for. */
  waitSeconds: 50,
  /** What `for: "hour"` means. */
  grantMs: 3600_000,
  /** Of a diff, in characters: what is kept of it, and how much of it comes with a list. */
  diffChars: { kept: 512 * 1024, listed: 16 * 1024 },
} as const;

/** `stale`: what was asked about has changed. `cancelled`: the caller took it back, or lost the token. */
export const APPROVAL_STATUSES = ['pending', 'approved', 'denied', 'expired', 'stale', 'cancelled'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** What a file would become: a person agrees to exactly this. */
export const ApprovalFile = z.object({
  /** Of what would be there. The hash is of the text as it was sent: the names of secrets, not their values. */
  size: z.int(),
  sha256: Identifier,
  mode: Identifier.nullable(),
  /** Where it really is, if a link leads there; null where the command names it itself. */
  place: z.string().nullable(),
  /** What is there now: `exists` is null where that is unknown, the others where it could not be read. */
  before: z.object({ exists: z.boolean().nullable(), size: z.int().nullable(), sha256: Identifier.nullable() }),
  /** Redacted, against what is there; where that is no text or could not be read, against nothing. */
  diff: z.string(),
  /** So many further lines of the diff are not in this answer. */
  more_lines: z.int(),
});
export type ApprovalFile = z.infer<typeof ApprovalFile>;

export const Approval = z.object({
  id: Identifier,
  execution_id: Identifier,
  created_at: Timestamp,
  expires_at: Timestamp,
  machine: Identifier,
  container: Identifier.nullable(),
  cwd: z.string().nullable(),
  command_template: z.string(),
  /** Names, never values. */
  secrets: z.array(Identifier),
  effects: z.array(z.enum(EFFECTS)),
  rule: z.string().nullable(),
  /** Why a person is asked. */
  reason: z.string(),
  /** Set where a file would be written. */
  file: ApprovalFile.nullable(),
  timeout_seconds: z.int(),
  /** It would be a job, which outlives the call. */
  detach: z.boolean(),
  /** Every machine that the same command was ordered on; null where it was one. Each is asked about by itself. */
  machines: z.array(Identifier).nullable(),
  token_hint: Identifier.nullable(),
  token_label: z.string().nullable(),
  /** What the client calls itself, where it says. */
  client: z.string().nullable(),
  /** In a crew: which, and who gave the order. */
  crew: Identifier.optional(),
  actor: Identifier.optional(),
  /** Who decides: the person who gave the order, another operator, or another keeper. */
  ask: z.enum(DECIDERS).optional(),
  /** How many different people have to approve, and who has. */
  approvals: z.int().optional(),
  approved_by: z.array(Identifier).optional(),
  /** The person who gave the order decided, although others were to. */
  break_glass: z.boolean().optional(),
  status: z.enum(APPROVAL_STATUSES),
  decided_by: Identifier.nullable(),
  decided_at: Timestamp.nullable(),
  comment: z.string().nullable(),
});
export type Approval = z.infer<typeof Approval>;
export const ApprovalList = z.object({ approvals: z.array(Approval) });

export const ApprovalQuery = z.object({
  status: z.enum(APPROVAL_STATUSES).optional(),
  limit: z.coerce.number().int().min(1).max(APPROVAL_LIMITS.listed.max).default(APPROVAL_LIMITS.listed.default),
});

export const ApprovalDecision = z.strictObject({
  decision: z.enum(['approve', 'deny']),
  for: z
    .enum(['once', 'hour', 'template'])
    .default('once')
    .describe('hour: whatever else would be asked about on this machine for this token; template: this exact text.'),
  comment: z.string().trim().max(APPROVAL_LIMITS.commentChars).optional(),
  break_glass: z
    .boolean()
    .optional()
    .describe(
      'In a crew: decide one’s own question alone, right after signing in, with a comment; it is reviewed later.',
    ),
});
export type ApprovalDecision = z.infer<typeof ApprovalDecision>;

/** What a call that waits for a person tells. */
export const AskedApproval = z.object({
  id: Identifier,
  expires_at: Timestamp,
  /** Where a person reads it and decides. */
  url: Identifier,
  reason: z.string(),
});

/** What need not be asked about again. */
export const Grant = z.object({
  id: Identifier,
  kind: z.enum(['hour', 'template']),
  machine: Identifier,
  /** Of a `template`: where it may run. */
  container: Identifier.nullable(),
  cwd: z.string().nullable(),
  /** Null: orders of the person's own session. */
  token_hint: Identifier.nullable(),
  command_template: z.string().nullable(),
  /** What was approved; the grant itself where it was given before there was a question. */
  approval_id: Identifier,
  created_at: Timestamp,
  created_by: Identifier,
  expires_at: Timestamp.nullable(),
  /** In a crew: whose orders. */
  actor: Identifier.optional(),
});
export type Grant = z.infer<typeof Grant>;

/** An hour that a person gives before there is a question. */
export const NewGrant = z.strictObject({
  machine: MachineAddress,
  token: z
    .string()
    .min(1)
    .max(FREEZE_LIMITS.tokenChars)
    .optional()
    .describe(
      'For this AI token or connection: its id, its hint or its label. Without one, for the person’s own orders.',
    ),
});
export type NewGrant = z.infer<typeof NewGrant>;
export const GrantList = z.object({ grants: z.array(Grant) });
