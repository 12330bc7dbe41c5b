/** Programs that ask to be signed in from this browser. */
import type { AskingProgram, SignInDecision } from '@synapse/contract';
import { call } from './call.ts';

export type { AskingProgram };

export const showSignIn = (user_code: string): Promise<AskingProgram> =>
  call('POST', '/auth/requests/show', { user_code });

export const answerSignIn = (decision: SignInDecision): Promise<void> =>
  call('POST', '/auth/requests/answer', decision);
