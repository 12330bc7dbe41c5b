/** The roles in a crew and what each may do. Without a schema, so that the page can use it too. */

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
  /** Requests for a role until some hour: those for `operator`, and those for more. */
  'answer-requests': 'keeper',
  'answer-keeper-requests': 'owner',
  /** Export and verify the log. */
  'check-log': 'keeper',
  'write-members': 'owner',
  'review-access': 'owner',
  /** Take a machine of the crew away, to another crew. */
  'move-machines': 'owner',
  'rename-crew': 'owner',
  'delete-crew': 'owner',
} as const satisfies Readonly<Record<string, CrewRole>>;
export type CrewAction = keyof typeof CREW_ACTIONS;

/** The table itself. Nothing else compares roles. */
export const roleAllows = (role: CrewRole, action: CrewAction): boolean => isAtLeast(role, CREW_ACTIONS[action]);

export const isAtLeast = (role: CrewRole, wanted: CrewRole): boolean =>
  CREW_ROLES.indexOf(role) >= CREW_ROLES.indexOf(wanted);

/** Addresses under /crews that are no crews. */
export const RESERVED_SLUGS: readonly string[] = ['join', 'new'];

/** As it stands in addresses and before the names of machines. */
export const CREW_SLUG = /^[a-z0-9-]{2,32}$/;
