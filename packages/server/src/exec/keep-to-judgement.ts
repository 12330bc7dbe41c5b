/**
 * A script that does no more than its judgement says: reads of git run without the programs that a repository names.
 * Nothing is added to a command that nobody judged.
 */
import { safeguardsFor } from '@synapse/judge';
import type { JudgedOrder, Ruling } from '../policy/index.ts';

export function keepToJudgement(script: string, ruling: Ruling | null, judgement: JudgedOrder['judgement']): string {
  if (ruling === null || ruling.parts.length === 0) return script;
  return safeguardsFor(judgement()).preamble + script;
}
