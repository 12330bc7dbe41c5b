/** Who may come in: accounts, tokens, sign-in, connections, and how often they may call. */

import type { Logger } from 'pino';
import { createAccess } from '../access/access.ts';
import { createAdmission } from '../admission/admit.ts';
import { dropDecisions } from '../approvals/drop-decisions.ts';
import { createAudit } from '../audit/audit.ts';
import { createUsers } from '../auth/users.ts';
import type { Config } from '../config/read-config.ts';
import { type CrewEffects, type CrewEnding, type CrewPerson, createCrews, createLeaveCrews } from '../crews/crews.ts';
import { createInvitations } from '../crews/invitations.ts';
import { createJoinByGroups } from '../crews/join-by-groups.ts';
import { createDropLostRights } from '../crews/lost-rights.ts';
import { createAccessRequests } from '../crews/requests.ts';
import { createReviewAccess } from '../crews/review-access.ts';
import { personalWorkspaceId, type WorkspaceId } from '../ids.ts';
import { createJournalTokens } from '../journal/journal-tokens.ts';
import { createCallsToday, createEverybodysCallsToday } from '../limits/calls-today.ts';
import { narrowAccess } from '../oauth/narrow-access.ts';
import { createSignIn } from '../second-factor/create-sign-in.ts';
import { createSignal } from '../signal.ts';
import { createTokens } from '../tokens/tokens.ts';
import type { Infrastructure } from './infrastructure.ts';

/** A disabled user, a crew that ends, or a revoked AI token or connection. `earlierOnly`: it was narrowed, so later commands may run. */
export type Revocation =
  | { readonly workspaceId: WorkspaceId }
  | { readonly tokenId: string; readonly earlierOnly?: boolean };

interface EndingCrew {
  readonly by: CrewPerson;
  readonly crew: CrewEnding;
}

export type Identity = ReturnType<typeof createIdentity>;

export function createIdentity(config: Config, log: Logger, infrastructure: Infrastructure) {
  const { database, clock, keys, events, instanceId, deadAfterMs } = infrastructure;
  const revoked = createSignal<Revocation>();
  const membersChanged = createSignal<void>();
  const crewEnding = createSignal<EndingCrew>();
  const audit = createAudit(database, clock, { instanceId, sealKey: keys.auditSeals, deadAfterMs });
  const users = createUsers(database, clock, audit, {
    narrowTokens: narrowAccess,
    leaveCrews: createLeaveCrews(dropDecisions),
    shutOut: (userId) => revoked.emit({ workspaceId: personalWorkspaceId(userId) }),
  });
  const access = createAccess(database, clock);
  const effects: CrewEffects = {
    dropLostRights: createDropLostRights(access, dropDecisions),
    ending: (by, crew) => crewEnding.emit({ by, crew }),
    changed: async (crewId, memberId) => {
      if (memberId === null) await revoked.emit({ workspaceId: crewId });
      await membersChanged.emit();
    },
    updatePages: (userIds) => {
      for (const userId of userIds) events.changed(userId);
    },
  };
  const crews = createCrews(database, clock, audit, access, effects);
  const joinByGroups = createJoinByGroups({ database, clock, audit, effects, log });
  return {
    audit,
    users,
    access,
    crews,
    invitations: createInvitations(database, clock, audit, crews, access, effects),
    accessRequests: createAccessRequests({ database, clock, audit, access, effects }),
    reviewAccess: createReviewAccess(database, clock),
    /** Stops what runs or waits for them. */
    revoked,
    /** A role in a crew may have been lost: stops what its member may not run any more. */
    membersChanged,
    /** A crew is about to be deleted: stops what runs there. */
    crewEnding,
    tokens: createTokens(database, clock, config.quotas, (tokenId) => revoked.emit({ tokenId })),
    journalTokens: createJournalTokens(database, clock),
    admission: createAdmission(database, clock, config.quotas),
    callsToday: createCallsToday(database, clock),
    everybodysCallsToday: createEverybodysCallsToday(database, clock),
    signIn: createSignIn({ config, database, clock, log, keys, users, audit, joinByGroups }),
  };
}
