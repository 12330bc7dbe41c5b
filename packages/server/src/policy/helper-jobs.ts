/** What a helper process does for the policies, with what can be sent from one process to another. */

import { type FieldProblem, Refusal, type RefusalDetails } from '@synapse/contract';
import type { Judgement } from '@synapse/judge';
import { type Circumstances, type CompiledPolicy, compilePolicy } from './compile-policy.ts';
import { decide, type PolicyDecision } from './decide.ts';
import { readPolicy } from './read-policy.ts';

export type { PolicyDecision } from './decide.ts';

export interface PolicyDecisionJob {
  /** The texts of the policies, and whose they are. */
  readonly policies: readonly Pick<CompiledPolicy, 'text' | 'crew'>[];
  readonly judgement: Judgement;
  readonly here: Circumstances;
  readonly secrets: readonly string[];
}

const compiled = new Map<string, CompiledPolicy>();
/** So many stay compiled. */
const KEPT = 20;

export async function decideAgain({ policies, judgement, here, secrets }: PolicyDecisionJob): Promise<PolicyDecision> {
  return decide(await Promise.all(policies.map(compiledOf)), judgement, here, secrets);
}

async function compiledOf({ text, crew }: PolicyDecisionJob['policies'][number]): Promise<CompiledPolicy> {
  const policy = await compiledText(text);
  return crew === undefined ? policy : { ...policy, crew };
}

async function compiledText(text: string): Promise<CompiledPolicy> {
  const known = compiled.get(text);
  if (known !== undefined) return known;
  const policy = compilePolicy(await readPolicy(text), text);
  if (compiled.size >= KEPT) compiled.clear();
  compiled.set(text, policy);
  return policy;
}

/** What is wrong with the text of a policy, as it can be sent from one process to another. */
export interface PolicyProblem {
  readonly details: RefusalDetails;
  readonly fields: readonly FieldProblem[];
}

export interface PolicyQuestion {
  readonly text: string;
  readonly ofCrew: boolean;
}

/** Null for a policy. */
export async function policyProblem({ text, ofCrew }: PolicyQuestion): Promise<PolicyProblem | null> {
  try {
    await readPolicy(text, { ofCrew });
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { details: error.details, fields: error.fields };
  }
}
