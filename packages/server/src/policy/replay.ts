/** What a policy that is not in force yet would have decided about the commands of the last days. Runs nothing. */

import { setImmediate as othersTurn } from 'node:timers/promises';
import {
  AUDIT_PAGE,
  type AuditEntry,
  POLICY_LIMITS,
  type PolicyReplay,
  Refusal,
  readFileTemplate,
  type Source,
  type Verdict,
} from '@synapse/contract';
import type { Judgement } from '@synapse/judge';
import type { Audit } from '../audit/audit.ts';
import { NO_MACHINE } from '../audit/audit.ts';
import { type Clock, DAY_MS, isoTime } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';
import { type CompiledPolicy, compilePolicy } from './compile-policy.ts';
import type { PoliciesOf } from './compiled-policies.ts';
import type { PolicyDecision } from './decide.ts';
import type { Judging } from './judge-order.ts';
import { loadJudge } from './load-judge.ts';
import type { CheckPolicy } from './policies.ts';
import { readInForce, tokenLabels } from './policy-store.ts';
import { readPolicy } from './read-policy.ts';

/** Throws policy_invalid, and capacity_exceeded while another one of this workspace's is under way. */
export type Replay = (workspaceId: WorkspaceId, text: string, days?: number, ofCrew?: boolean) => Promise<PolicyReplay>;

export interface ReplayServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Pick<Audit, 'list'>;
  readonly policiesOf: PoliciesOf;
  readonly check: CheckPolicy;
  readonly judging: Judging;
  /** The tags of a workspace's machines, by slug, as they are today. */
  readonly tagsOf: (workspaceId: WorkspaceId) => Promise<ReadonlyMap<string, readonly string[]>>;
}

/** So many entries are looked at, the newest first, and so many differences told. */
const CHECKED_MAX = 5_000;
const CHANGED_MAX = 200;
/** Judged in one go; others are served in between. */
const TURN_MS = 5;

export function createReplay(services: ReplayServices): Replay {
  const { database, clock, audit, policiesOf, check, judging, tagsOf } = services;
  const busy = new Set<string>();

  const replay: Replay = async (workspaceId, text, days = POLICY_LIMITS.replayDays.default, ofCrew = false) => {
    await check(workspaceId, text, ofCrew);
    const own = compilePolicy(await readPolicy(text), text);
    const { instancePolicy } = await readInForce(database.queries, workspaceId);
    const everybodys = await policiesOf(workspaceId, { vault: 0, policy: 0, instancePolicy });
    const labels = await tokenLabels(database.queries, workspaceId);
    const again = createAgain(judging, workspaceId, [own, ...everybodys], labels, await tagsOf(workspaceId));
    const since = isoTime(clock() - days * DAY_MS);
    const changed: PolicyReplay['changed'] = [];
    let [checked, cursor] = [0, undefined as string | undefined];
    do {
      const page = await audit.list(workspaceId, { since, limit: AUDIT_PAGE.max, ...(cursor ? { cursor } : {}) });
      let turn = performance.now();
      for (const entry of page.entries.filter(wasJudgeable)) {
        if (performance.now() - turn > TURN_MS) {
          await othersTurn();
          turn = performance.now();
        }
        checked += 1;
        const before: Verdict = entry.verdict ?? 'allow';
        const { verdict: after, rule } = await again(entry);
        if (after === before) continue;
        if (changed.length === CHANGED_MAX) return { checked, changed, truncated: true };
        const { execution_id, created_at, machine, command_template } = entry;
        changed.push({ execution_id, created_at, machine, command_template, before, after, rule });
      }
      cursor = page.next_cursor ?? undefined;
      await othersTurn();
    } while (cursor !== undefined && checked < CHECKED_MAX);
    return { checked, changed, truncated: cursor !== undefined };
  };

  return async (workspaceId, text, days, ofCrew) => {
    if (busy.has(workspaceId)) throw new Refusal('capacity_exceeded', { retry_after: 1 });
    busy.add(workspaceId);
    try {
      return await replay(workspaceId, text, days, ofCrew);
    } finally {
      busy.delete(workspaceId);
    }
  };
}

/** A command that came as far as the policy, or would have if there had been one. */
const wasJudgeable = ({ machine, status, verdict }: AuditEntry): boolean =>
  machine !== NO_MACHINE && (status !== 'refused' || verdict !== null);

/** The verdict of today; the same command is judged once. */
function createAgain(
  judging: Judging,
  workspaceId: WorkspaceId,
  policies: readonly CompiledPolicy[],
  labels: ReadonlyMap<string, string | null>,
  tags: ReadonlyMap<string, readonly string[]>,
) {
  /** What the log has of an order about a file is no command. */
  const judgeLogged = async (template: string, cwd: string | null): Promise<Judgement> => {
    const file = cwd === null ? readFileTemplate(template) : null;
    if (file === null) return judging.judge(workspaceId, template, { cwd, isSecret: () => false });
    const { judgeFile } = await loadJudge();
    return judgeFile({ ...file, secrets: [] });
  };
  const known = new Map<string, Judgement>();
  const judged = async (command: string, cwd: string | null): Promise<Judgement> => {
    const key = `${cwd}\0${command}`;
    const judgement = known.get(key) ?? (await judgeLogged(command, cwd));
    if (known.size < KNOWN_MAX) known.set(key, judgement);
    return judgement;
  };
  return async ({
    command_template,
    cwd,
    machine,
    container,
    source,
    token_hint,
    created_at,
  }: AuditEntry): Promise<PolicyDecision> => {
    const here = {
      machine: { slug: machine, tags: tags.get(machine) ?? [], confirmed: true },
      container,
      // What is no command was left out before.
      source: source as Source,
      at: Date.parse(created_at),
      tokenLabel: token_hint === null ? null : (labels.get(token_hint) ?? null),
    };
    const judgement = await judged(command_template, cwd);
    const secrets = [...new Set(judgement.parts.flatMap((part) => part.secrets))];
    return judging.decide(workspaceId, policies, { judgement, here, secrets });
  };
}

const KNOWN_MAX = 1_000;
