/** What the address of the sign-in page says. */
import type { SignOnProblem } from '@synapse/contract';

export interface SignInSearch {
  /** Where to go afterwards. */
  readonly from?: string;
  /** Why single sign-on did not succeed. */
  readonly problem?: SignOnProblem;
  /** There was a session, and it is over. */
  readonly ended?: true;
  /** Single sign-on has just opened a session. */
  readonly done?: true;
}

export function readSignInSearch({ from, problem, ended, done }: Record<string, unknown>): SignInSearch {
  return {
    ...(typeof from === 'string' ? { from } : {}),
    ...(typeof problem === 'string' ? { problem: problem as SignOnProblem } : {}),
    ...(ended === undefined ? {} : { ended: true }),
    ...(done === undefined ? {} : { done: true }),
  };
}
