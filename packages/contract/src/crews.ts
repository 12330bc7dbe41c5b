/** Crews as they cross the wire: workspaces that several people use. */
import * as z from 'zod';
import { Timestamp, Username } from './accounts.ts';
import { CREW_ROLES, CREW_SLUG, RESERVED_SLUGS } from './crew-roles.ts';
import { freeOfText, Identifier, ShownOnce } from './identifier.ts';
import { Moment } from './moment.ts';
import { elseSay } from './reasons.ts';
import { freeName } from './text.ts';

export * from './crew-roles.ts';

export const CREW_LIMITS = {
  nameChars: 100,
  /** Crews of which one user is a member. */
  perUser: 50,
  members: 200,
  /** Unused invitations of a crew. */
  invitations: 50,
  invitationDays: 7,
  /** Of who signs a review, and the reason of a request. */
  commentChars: 1_000,
  /** For which a role can be asked for. */
  requestHours: { min: 1, max: 8 },
  /** Unanswered ones of one member. They expire after a day. */
  requests: 5,
  requestDays: 1,
  /** Requests that one answer lists. */
  listedRequests: 200,
  /** The access review looks so far back. */
  accessDays: 90,
  /** Reviews that one answer lists. */
  reviews: 200,
} as const;

export const CrewSlug = freeOfText(
  z
    .string()
    .regex(CREW_SLUG)
    .refine((slug) => !RESERVED_SLUGS.includes(slug), elseSay('crew_slug_reserved')),
);

const CrewName = freeName(CREW_LIMITS.nameChars);

export const NewCrew = z.strictObject({ slug: CrewSlug, name: CrewName });
export type NewCrew = z.infer<typeof NewCrew>;

export const CrewChange = z.strictObject({ name: CrewName });

/** Repeats the slug, against deletion by mistake. */
export const CrewDeletion = z.strictObject({ confirm: z.string().max(64) });

export const Crew = z.object({
  slug: Identifier,
  name: z.string(),
  /** Of who asks. */
  role: z.enum(CREW_ROLES),
  /** When that role ends by itself. */
  until: Timestamp.nullable(),
  members: z.int(),
});
export type Crew = z.infer<typeof Crew>;
export const CrewList = z.object({ crews: z.array(Crew) });

const until = Moment.nullable().optional();

export const MemberChange = z.strictObject({
  role: z.enum(CREW_ROLES),
  until: until.describe('When the role ends by itself; without it, never.'),
});
export type MemberChange = z.infer<typeof MemberChange>;

export const MEMBER_SOURCES = ['member', 'request', 'oidc'] as const;
export type MemberSource = (typeof MEMBER_SOURCES)[number];

export const CrewMember = z.object({
  username: Username,
  role: z.enum(CREW_ROLES),
  until: Timestamp.nullable(),
  since: Timestamp,
  last_active_at: Timestamp.nullable(),
});
export type CrewMember = z.infer<typeof CrewMember>;
export const CrewMemberList = z.object({ members: z.array(CrewMember) });

export const NewInvitation = z.strictObject({
  role: z.enum(CREW_ROLES),
  until: until.describe('When the role of the new member ends by itself; without it, never.'),
});
export type NewInvitation = z.infer<typeof NewInvitation>;

/** The address has the code in it, and is shown once. */
export const CreatedInvitation = z.object({ id: Identifier, url: ShownOnce, expires_at: Timestamp });

export const Invitation = z.object({
  id: Identifier,
  role: z.enum(CREW_ROLES),
  until: Timestamp.nullable(),
  created_at: Timestamp,
  created_by: Username,
  expires_at: Timestamp,
});
export type Invitation = z.infer<typeof Invitation>;
export const InvitationList = z.object({ invitations: z.array(Invitation) });

export const REVIEW_STATUSES = ['open', 'signed'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** A break-glass, which a keeper other than its actor looks at afterwards and signs. */
export const Review = z.object({
  execution_id: Identifier,
  machine: Identifier,
  command_template: z.string(),
  actor: Username,
  /** Why they did not wait. */
  comment: z.string(),
  created_at: Timestamp,
  status: z.enum(REVIEW_STATUSES),
  signed_by: Username.nullable(),
  signed_comment: z.string().nullable(),
  signed_at: Timestamp.nullable(),
});
export type Review = z.infer<typeof Review>;
export const ReviewList = z.object({ reviews: z.array(Review) });
export const ReviewQuery = z.object({ status: z.enum(REVIEW_STATUSES).optional() });
/** What somebody has to say: characters that cannot be seen say nothing. */
export const Statement = z
  .string()
  .trim()
  .min(1)
  .max(CREW_LIMITS.commentChars)
  .refine((text) => /[\p{L}\p{N}]/u.test(text), elseSay('words_needed'));

export const ReviewSignature = z.strictObject({ comment: Statement });

/** What can be requested: ownership cannot be temporary. */
export const REQUESTED_ROLES = ['operator', 'keeper'] as const;
export type RequestedRole = (typeof REQUESTED_ROLES)[number];

export const NewAccessRequest = z.strictObject({
  role: z.enum(REQUESTED_ROLES),
  hours: z.int().min(CREW_LIMITS.requestHours.min).max(CREW_LIMITS.requestHours.max),
  reason: Statement,
});
export type NewAccessRequest = z.infer<typeof NewAccessRequest>;

export const REQUEST_STATUSES = ['pending', 'approved', 'denied', 'expired'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** A higher role for some hours, which somebody else answers. */
export const AccessRequest = z.object({
  id: Identifier,
  username: Username,
  role: z.enum(REQUESTED_ROLES),
  hours: z.int(),
  reason: z.string(),
  status: z.enum(REQUEST_STATUSES),
  created_at: Timestamp,
  /** It expires then. */
  expires_at: Timestamp,
  decided_by: Username.nullable(),
  decided_at: Timestamp.nullable(),
  /** When the role ends, where it was approved. */
  until: Timestamp.nullable(),
});
export type AccessRequest = z.infer<typeof AccessRequest>;
export const AccessRequestList = z.object({ requests: z.array(AccessRequest) });
export const AccessRequestQuery = z.object({ status: z.enum(REQUEST_STATUSES).optional() });
export const AccessDecision = z.strictObject({ decision: z.enum(['approve', 'deny']) });
export type AccessDecision = z.infer<typeof AccessDecision>;

/** What a member can do in a crew and did recently, for the reviewer. */
export const CrewAccess = z.object({
  username: Username,
  role: z.enum(CREW_ROLES),
  source: z.enum(MEMBER_SOURCES),
  until: Timestamp.nullable(),
  since: Timestamp,
  /** Slugs of those used in the last 90 days. */
  machines: z.array(Identifier),
  /** Within the last 90 days. */
  last_used_at: Timestamp.nullable(),
  /** Labels of the AI tokens and the connections that can reach the crew. */
  tokens: z.array(z.string()),
  connections: z.array(z.string()),
  /** A member for 90 days, who has used nothing in that time. */
  due: z.boolean(),
});
export type CrewAccess = z.infer<typeof CrewAccess>;
export const CrewAccessList = z.object({ access: z.array(CrewAccess) });

/** The crew that a machine moves to, and the names of the secrets that move with it. */
export const MachineMove = z.strictObject({
  crew: z.string().max(64),
  secrets: z.array(z.string().max(64)).max(64).optional(),
});
export type MachineMove = z.infer<typeof MachineMove>;

/** The code, or the whole address that it came in. */
export const CrewJoin = z.strictObject({ code: z.string().trim().min(1).max(2048) });
