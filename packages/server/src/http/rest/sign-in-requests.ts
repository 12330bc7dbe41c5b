/** Signing a program in from a browser: the program asks, a person types its code into the page. */
import {
  AskingProgram,
  LIMITS,
  SignInDecision,
  SignInOutcome,
  SignInPoll,
  SignInQuestion,
  SignInStart,
  StartedSignIn,
} from '@synapse/contract';
import type { SignInRequests } from '../../auth/sign-in-requests.ts';
import { endpoint } from '../endpoint.ts';
import { doerOf, visitorOf } from '../visitor-of.ts';

export interface SignInRequestServices {
  readonly signInRequests: SignInRequests;
  readonly publicUrl: string | null;
}

/** Of the page. */
const PAGE = '/device';

export const beginSignIn = ({ signInRequests, publicUrl }: SignInRequestServices) =>
  endpoint({
    summary: 'For a program without a browser: a code, and the address where a person who is signed in types it.',
    access: 'public',
    status: 201,
    body: SignInStart,
    answer: StartedSignIn,
    handle: async ({ body }, { request }) => {
      const { deviceCode, userCode } = await signInRequests.begin(visitorOf(request), body.limited === true);
      return {
        device_code: deviceCode,
        user_code: `${userCode.slice(0, 4)}-${userCode.slice(4)}`,
        verification_uri: (publicUrl ?? `${request.protocol}://${request.host}`) + PAGE,
        expires_in: LIMITS.signInRequests.seconds,
        interval: LIMITS.signInRequests.pollSeconds,
      };
    },
  });

export const pollSignIn = ({ signInRequests }: SignInRequestServices) =>
  endpoint({
    summary: 'Whether somebody has answered; once allowed, the answer carries the access token for REST calls.',
    access: 'public',
    body: SignInPoll,
    answer: SignInOutcome,
    handle: async ({ body }, { request }) => {
      const opened = await signInRequests.outcome(body.device_code, visitorOf(request));
      if (opened === null) return { status: 'pending' as const };
      const { accessToken, expiresIn, username } = opened;
      return {
        status: 'allowed' as const,
        username,
        access_token: accessToken,
        token_type: 'bearer' as const,
        expires_in: expiresIn,
      };
    },
  });

export const showSignIn = ({ signInRequests }: SignInRequestServices) =>
  endpoint({
    summary: 'Which program asks with this code, and from where.',
    access: 'user',
    body: SignInQuestion,
    answer: AskingProgram,
    handle: ({ body }, { session }) => signInRequests.show(session, body.user_code),
  });

export const answerSignIn = ({ signInRequests }: SignInRequestServices) =>
  endpoint({
    summary: 'Sign the program with this code in, as oneself, or refuse it.',
    access: 'user',
    body: SignInDecision,
    answer: null,
    handle: ({ body }, { session, request }) => signInRequests.answer(session, doerOf(session, request), body),
  });
