/** What is wrong with the text of a policy, as it can be sent from one process to another. */
import { type FieldProblem, Refusal, type RefusalDetails } from '@synapse/contract';
import { readPolicy } from './read-policy.ts';

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
