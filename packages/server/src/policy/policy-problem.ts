/** What is wrong with the text of a policy, as it can be sent from one process to another. */
import { type FieldProblem, Refusal, type RefusalDetails } from '@synapse/contract';
import { readPolicy } from './read-policy.ts';

export interface PolicyProblem {
  readonly details: RefusalDetails;
  readonly fields: readonly FieldProblem[];
}

/** Null for a policy. */
export async function policyProblem(text: string): Promise<PolicyProblem | null> {
  try {
    await readPolicy(text);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { details: error.details, fields: error.fields };
  }
}
