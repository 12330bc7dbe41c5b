/**
 * A script that does no more than its judgement says: reads of git run without the programs that a repository names.
 * Nothing is added to a command that nobody judged.
 */
import { type JudgedOrder, loadJudge, type Ruling } from '../../policy/index.ts';

export async function keepToJudgement(
  script: string,
  ruling: Ruling | null,
  judgement: JudgedOrder['judgement'],
): Promise<string> {
  if (ruling === null || ruling.parts.length === 0) return script;
  const { safeguardsFor } = await loadJudge();
  return safeguardsFor(await judgement()).preamble + script;
}
