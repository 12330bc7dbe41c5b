/** What the address of the sign-in page says. */
import type { SignOnProblem } from '@synapse/contract';

export interface DoorSearch {
  /** Where to go afterwards. */
  readonly from?: string;
  /** Why single sign-on did not succeed. */
  readonly problem?: SignOnProblem;
  /** Single sign-on has just opened a session. */
  readonly done?: true;
}

export function readDoorSearch({ from, problem, done }: Record<string, unknown>): DoorSearch {
  return {
    ...(typeof from === 'string' ? { from } : {}),
    ...(typeof problem === 'string' ? { problem: problem as SignOnProblem } : {}),
    ...(done === undefined ? {} : { done: true }),
  };
}
