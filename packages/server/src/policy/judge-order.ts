/** Asks the policies about one command. Whatever goes wrong meanwhile is a refusal, never an allow. */
import { because, Refusal } from '@synapse/contract';
import type { Judgement } from '@synapse/judge';
import type { Logger } from 'pino';
import type { WorkspaceId } from '../ids.ts';
import { type Circumstances, type CompiledPolicy, compilePolicy, seenFrom } from './compile-policy.ts';
import type { PoliciesOf } from './compiled-policies.ts';
import type { PolicyDecision } from './decide.ts';
import type { PolicyDecisionJob } from './helper-jobs.ts';
import { NO_POLICY } from './policy.ts';
import type { InForce } from './policy-store.ts';

/** A command that would run: by whom, where and when. */
export interface JudgedOrder extends Circumstances {
  readonly workspaceId: WorkspaceId;
  readonly inForce: InForce;
  /** What the command would do; throws policy_error. */
  readonly judgement: () => Promise<Judgement>;
  readonly secrets: readonly string[];
  /** Under which the log speaks of the call. */
  readonly requestId: string;
}

/** The text of a command, placeholders unresolved, and where it would start. */
export interface Question {
  readonly command: string;
  readonly cwd: string | null;
  /** What it is handed on its input, placeholders unresolved. */
  readonly stdin?: string | undefined;
  readonly isSecret: (name: string) => boolean;
  readonly workspaceId: WorkspaceId;
  readonly requestId: string;
}

/** Judging itself: here, or in a helper process where it would hold up others. */
export interface Judging {
  judge(
    workspaceId: WorkspaceId,
    command: string,
    place: Pick<Question, 'cwd' | 'stdin' | 'isSecret'>,
  ): Promise<Judgement>;
  decide(
    workspaceId: WorkspaceId,
    policies: readonly CompiledPolicy[],
    asked: Omit<PolicyDecisionJob, 'policies'>,
  ): Promise<PolicyDecision>;
}

export interface Judge {
  /**
   * What a command would do. Found out when it is first asked for, and at most once: a command without such a rule
   * costs nothing, and a service that never judges never loads what it takes. Throws policy_error.
   */
  judgement(question: Question): () => Promise<Judgement>;
  /** Null where no policy is in force, or none says anything: then nothing is judged. Throws policy_error. */
  judge(order: JudgedOrder): Promise<PolicyDecision | null>;
  /** The same, and what a command would do where no policy is in force. */
  explain(order: JudgedOrder): Promise<PolicyDecision>;
}

const OPEN = compilePolicy(NO_POLICY);
const TOLD = new Set<string>(['policy_error', 'not_ready', 'text_work_busy']);

export function createJudge(policiesOf: PoliciesOf, log: Logger, judging: Judging): Judge {
  /** Never an allow. The text of the error stays here. */
  const failed = (error: unknown, requestId: string): Refusal => {
    // Told already; or the database is away or its turn did not come, and then the command is not run either.
    if (error instanceof Refusal && TOLD.has(error.code)) return error;
    log.error({ err: error, request_id: requestId }, 'failed to judge command');
    return new Refusal('policy_error', { request_id: requestId });
  };
  const guarded = async <T>({ requestId }: JudgedOrder, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw failed(error, requestId);
    }
  };
  return {
    judgement: ({ command, cwd, stdin, isSecret, workspaceId, requestId }) => {
      const find = async (): Promise<Judgement> => {
        try {
          return await judging.judge(workspaceId, command, { cwd, stdin, isSecret });
        } catch (error) {
          throw failed(error, requestId);
        }
      };
      let judged: Promise<Judgement> | undefined;
      return () => {
        judged ??= find();
        return judged;
      };
    },
    judge: (order) =>
      guarded(order, async () => {
        const { policy, instancePolicy, member } = order.inForce;
        if (policy === 0 && instancePolicy === 0 && (member?.policy ?? 0) === 0) return null;
        const policies = await policiesOf(order.workspaceId, order.inForce);
        const inForce = policies.some(({ says, written }) => says || (written && !order.machine.confirmed));
        return inForce ? rule(judging, policies, order) : null;
      }),
    explain: (order) =>
      guarded(order, async () => {
        const policies = await policiesOf(order.workspaceId, order.inForce);
        const none = policies.every(({ written }) => !written);
        // Without a policy, nothing is closed.
        const machine = none ? { ...order.machine, confirmed: true } : order.machine;
        return decideOn(judging, none ? [OPEN] : policies.filter(({ written }) => written), { ...order, machine });
      }),
  };
}

/** Where nothing can hold the command back, there is nothing to find out about it. */
async function rule(
  judging: Judging,
  policies: readonly CompiledPolicy[],
  order: JudgedOrder,
): Promise<PolicyDecision> {
  const free = policies.every((policy) => {
    const seen = seenFrom(policy, order);
    return policy.presetOf(seen.machine) === 'open' && !policy.rules.some((each) => each.holds(seen));
  });
  return free ? allowedUnseen(order) : decideOn(judging, policies, order);
}

async function decideOn(
  judging: Judging,
  policies: readonly CompiledPolicy[],
  order: JudgedOrder,
): Promise<PolicyDecision> {
  const { machine, container, source, tokenLabel, at, unconfined = false, secrets } = order;
  const here = { machine, container, source, tokenLabel, at, unconfined };
  return judging.decide(order.workspaceId, policies, { judgement: await order.judgement(), here, secrets });
}

function allowedUnseen({ secrets }: JudgedOrder): PolicyDecision {
  const why = because('policy_open');
  return {
    verdict: 'allow',
    rule: null,
    preset: 'open',
    effects: [],
    parts: [],
    secrets,
    why,
    askClient: false,
    confine: null,
    reveal: false,
  };
}
