/**
 * A script that does no more than its judgement says: reads of git run without the programs that a repository names.
 * Nothing is added to a command that nobody judged.
 */
import { type JudgedOrder, loadJudge, type PolicyDecision } from '../../policy/index.ts';

export async function applySafeguards(
  script: string,
  policyDecision: PolicyDecision | null,
  judgement: JudgedOrder['judgement'],
): Promise<string> {
  if (policyDecision === null || policyDecision.parts.length === 0) return script;
  const { safeguardsFor } = await loadJudge();
  return safeguardsFor(await judgement()).preamble + script;
}
