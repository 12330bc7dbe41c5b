/** What a helper process does for the policies, with what can be sent from one process to another. */
import type { Judgement } from '@synapse/judge';
import { type Circumstances, type CompiledPolicy, compilePolicy } from './compile-policy.ts';
import { decide, type PolicyDecision } from './decide.ts';
import { readPolicy } from './read-policy.ts';

export type { PolicyDecision } from './decide.ts';
export { type PolicyProblem, type PolicyQuestion, policyProblem } from './policy-problem.ts';

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
