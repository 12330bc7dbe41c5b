/** A program that is signed in from a browser, as it crosses the wire: its request, and what a person says to it. */
import * as z from 'zod';
import { LoginAnswer, Timestamp } from './accounts.ts';
import { Identifier, ShownOnce } from './identifier.ts';

/** Consonants that are not confused with each other and form no words. */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
export const USER_CODE_LENGTH = 8;

/** `limited`: for a session that may not do what only a person decides. */
export const SignInStart = z.strictObject({ limited: z.boolean().optional() });

/** As RFC 8628 calls its parts. The program keeps `device_code`; the person types `user_code` at the address. */
export const StartedSignIn = z.object({
  device_code: ShownOnce,
  user_code: Identifier,
  verification_uri: Identifier,
  expires_in: z.int(),
  /** Seconds between two questions whether somebody has answered. */
  interval: z.int(),
});
export type StartedSignIn = z.infer<typeof StartedSignIn>;

export const SignInPoll = z.strictObject({ device_code: z.string().min(1).max(128) });
export const SignInOutcome = z.discriminatedUnion('status', [
  z.object({ status: z.literal('pending') }),
  LoginAnswer.extend({ status: z.literal('allowed'), username: Identifier }),
]);
export type SignInOutcome = z.infer<typeof SignInOutcome>;

/** People type it in small letters, with spaces or without the dash. */
const UserCode = z
  .string()
  .max(32)
  .transform((typed) => typed.toUpperCase().replace(/[^A-Z]/g, ''));

export const SignInQuestion = z.strictObject({ user_code: UserCode });
/** Who asks: what it said of itself, and from where. */
export const AskingProgram = z.object({
  program: z.string().nullable(),
  address: Identifier,
  asked_at: Timestamp,
});
export type AskingProgram = z.infer<typeof AskingProgram>;

export const SignInDecision = z.strictObject({ user_code: UserCode, decision: z.enum(['approve', 'deny']) });
export type SignInDecision = z.infer<typeof SignInDecision>;
