/** Ways to sign in besides the password, as they cross the wire: single sign-on, codes from an app, passkeys. */
import * as z from 'zod';
import { Timestamp } from './accounts.ts';
import { Identifier } from './identifier.ts';
import { freeName } from './text.ts';

/** Of one account. */
export const PASSKEYS_MAX = 20;

/** What the sign-in page offers. */
export const SignInWays = z.object({
  /** The name of the issuer; null where single sign-on is off. */
  single_sign_on: Identifier.nullable(),
  /** Whether passkeys work at the address that was asked. */
  passkeys: z.boolean(),
});
export type SignInWays = z.infer<typeof SignInWays>;

/** What single sign-on can end with instead of a session. The page has a text for each. */
export const SIGN_ON_PROBLEMS = [
  'oidc_off',
  'oidc_unreachable',
  'oidc_denied',
  'oidc_journey_lost',
  'oidc_answer_invalid',
  'oidc_email_unverified',
  'oidc_groups_hidden',
  'oidc_no_account',
  'oidc_other_person',
  'account_disabled',
  'login_throttled',
] as const;
export type SignOnProblem = (typeof SIGN_ON_PROBLEMS)[number];

const Code = z.string().min(1).max(64);
export const TotpSecret = z.object({ secret: Identifier, uri: Identifier });
export type TotpSecret = z.infer<typeof TotpSecret>;
export const TotpConfirmation = z.strictObject({ code: Code });
export const RecoveryCodes = z.object({ recovery_codes: z.array(Identifier) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

const PasskeyName = freeName(60);
export const Passkey = z.object({
  id: Identifier,
  name: z.string(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

/** What a browser answers for a passkey. The library that checks it knows the rest of its form. */
const Bytes = z.string().max(16_384);
const CredentialFrame = {
  id: Bytes,
  rawId: Bytes,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(64).optional(),
  clientExtensionResults: z.record(z.string().max(64), z.unknown()),
};
export const NewPasskey = z.strictObject({
  name: PasskeyName,
  response: z.strictObject({
    ...CredentialFrame,
    response: z.strictObject({
      clientDataJSON: Bytes,
      attestationObject: Bytes,
      authenticatorData: Bytes.optional(),
      transports: z.array(z.string().max(32)).max(16).optional(),
      publicKeyAlgorithm: z.int().optional(),
      publicKey: Bytes.optional(),
    }),
  }),
});
export const PasskeyChange = z.strictObject({ name: PasskeyName });
export const PasskeySignIn = z.strictObject({
  response: z.strictObject({
    ...CredentialFrame,
    response: z.strictObject({
      clientDataJSON: Bytes,
      authenticatorData: Bytes,
      signature: Bytes,
      userHandle: Bytes.optional(),
    }),
  }),
});
/** Handed to the browser as it is. */
export const BrowserRequest = z.object({ options: z.record(z.string(), z.unknown()) });

/** What an account has besides its password. */
export const Factors = z.object({
  totp: z.object({ since: Timestamp, recovery_codes: z.int() }).nullable(),
  passkeys: z.array(Passkey),
  /** Whether passkeys work at the address that was asked. */
  passkeys_available: z.boolean(),
});
export type Factors = z.infer<typeof Factors>;

/** What an administrator has taken away. */
export const FactorReset = z.object({ totp: z.boolean(), passkeys: z.int(), identities: z.int(), sessions: z.int() });
export type FactorReset = z.infer<typeof FactorReset>;
