/** Crews as they cross the wire: workspaces that several people use, and what each role may do in them. */
import * as z from 'zod';
import { Timestamp, Username } from './accounts.ts';
import { freeOfText, Identifier, ShownOnce } from './identifier.ts';
import { Moment } from './moment.ts';
import { elseSay } from './reasons.ts';

/** From the least to the most. */
export const CREW_ROLES = ['watcher', 'operator', 'keeper', 'owner'] as const;
export type CrewRole = (typeof CREW_ROLES)[number];

/** What can be done in a workspace, and the lowest role that may. Higher roles may too. */
export const CREW_ACTIONS = {
  /** List machines, names of secrets, aliases, projects, journal, members, jobs; read the policy; explain commands. */
  read: 'watcher',
  /** Read log, outputs and live streams of all members. */
  'read-log': 'watcher',
  look: 'watcher',
  /** Run commands, files, jobs, many; cancel one's own. */
  run: 'operator',
  freeze: 'operator',
  'write-projects': 'operator',
  'write-machines': 'keeper',
  'write-secrets': 'keeper',
  'write-aliases': 'keeper',
  'write-filters': 'keeper',
  'write-policy': 'keeper',
  'write-channels': 'keeper',
  'cancel-others': 'keeper',
  'lift-freeze': 'keeper',
  /** Questions about commands of others that any member may be asked about (`ask: self`). */
  'answer-for-others': 'keeper',
  'sign-break-glass': 'keeper',
  /** Export and verify the log. */
  'check-log': 'keeper',
  'write-members': 'owner',
  'rename-crew': 'owner',
  'delete-crew': 'owner',
} as const satisfies Readonly<Record<string, CrewRole>>;
export type CrewAction = keyof typeof CREW_ACTIONS;

/** The table itself. Nothing else compares roles. */
export const roleAllows = (role: CrewRole, action: CrewAction): boolean => isAtLeast(role, CREW_ACTIONS[action]);

export const isAtLeast = (role: CrewRole, wanted: CrewRole): boolean =>
  CREW_ROLES.indexOf(role) >= CREW_ROLES.indexOf(wanted);

export const CREW_LIMITS = {
  nameChars: 100,
  /** Crews of which one user is a member. */
  perUser: 50,
  members: 200,
  /** Invitations of a crew that nobody has used yet. */
  invitations: 50,
  invitationDays: 7,
  /** Of who signs a review. */
  commentChars: 1_000,
  /** Reviews that one answer lists. */
  reviews: 200,
} as const;

/** Addresses under /crews that are no crews. */
const RESERVED: readonly string[] = ['join', 'new'];

/** As it stands in addresses and before the names of machines. */
export const CREW_SLUG = /^[a-z0-9-]{2,32}$/;
export const CrewSlug = freeOfText(
  z
    .string()
    .regex(CREW_SLUG)
    .refine((slug) => !RESERVED.includes(slug), elseSay('crew_slug_reserved')),
);

const CrewName = z.string().trim().min(1).max(CREW_LIMITS.nameChars);

export const NewCrew = z.strictObject({ slug: CrewSlug, name: CrewName });
export type NewCrew = z.infer<typeof NewCrew>;

export const CrewChange = z.strictObject({ name: CrewName });

/** Repeats the slug, so that nobody deletes a crew by mistake. */
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
  until: until.describe('When the role of whoever joins ends by itself; without it, never.'),
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
export const ReviewSignature = z.strictObject({ comment: z.string().trim().min(1).max(CREW_LIMITS.commentChars) });

/** The code, or the whole address that it came in. */
export const CrewJoin = z.strictObject({ code: z.string().trim().min(1).max(2048) });
