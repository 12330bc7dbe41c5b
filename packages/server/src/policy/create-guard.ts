/** Puts together what decides what may run: the policies, the judge who asks them, and what depends on both. */
import type { Logger } from 'pino';
import type { Audit } from '../audit/audit.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { createPoliciesOf } from './compiled-policies.ts';
import { createJudge, type Judge, type Judging } from './judge-order.ts';
import { type CheckPolicy, createPolicies, type Policies } from './policies.ts';
import { createRefuseNamed, type RefuseNamed } from './refuse-named.ts';
import { createReplay, type Replay, type ReplayServices } from './replay.ts';

export interface GuardParts extends Pick<ReplayServices, 'tagsOf'> {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly audit: Audit;
  readonly check: CheckPolicy;
  readonly judging: Judging;
}

export interface Guard {
  readonly policies: Policies;
  readonly judge: Judge;
  readonly refuseNamed: RefuseNamed;
  readonly replay: Replay;
}

export function createGuard(parts: GuardParts): Guard {
  const { database, clock, log, audit, check, judging } = parts;
  const policiesOf = createPoliciesOf(database.queries);
  return {
    policies: createPolicies(database, clock, audit, check),
    judge: createJudge(policiesOf, log, judging),
    refuseNamed: createRefuseNamed(database, policiesOf),
    replay: createReplay({ ...parts, policiesOf }),
  };
}
