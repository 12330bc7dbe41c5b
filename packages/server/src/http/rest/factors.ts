/** What an account has besides its password, and its authenticator app. */
import { Factors, RecoveryCodes, TotpConfirmation, TotpSecret } from '@synapse/contract';
import { type Clock, isoTime } from '../../clock.ts';
import type { Codes } from '../../second-factor/codes.ts';
import type { Passkeys } from '../../second-factor/passkeys.ts';
import { assertRecent } from '../../second-factor/recent-session.ts';
import { endpoint } from '../endpoint.ts';
import { siteOf } from '../site-of.ts';
import { doerOf } from '../visitor-of.ts';

export interface FactorServices {
  readonly codes: Codes;
  readonly passkeys: Passkeys;
  readonly publicUrl: string | null;
  readonly clock: Clock;
}

export const getFactors = ({ codes, passkeys, publicUrl }: FactorServices) =>
  endpoint({
    summary: 'The user’s authenticator app, how many recovery codes are left, and passkeys.',
    access: 'user',
    answer: Factors,
    handle: async (_input, { session: { user }, request }) => {
      const [totp, keys] = await Promise.all([codes.state(user.id), passkeys.list(user.id)]);
      return {
        totp: totp && { since: isoTime(totp.since), recovery_codes: totp.recoveryCodes },
        passkeys: keys,
        passkeys_available: siteOf(publicUrl, request) !== null,
      };
    },
  });

export const beginTotp = ({ codes, clock }: FactorServices) =>
  endpoint({
    summary: 'A secret for an authenticator app. Nothing changes before a code of the app confirms it.',
    access: 'user',
    status: 201,
    answer: TotpSecret,
    handle: async (_input, { session }) => {
      assertRecent(session, clock);
      return codes.begin(session.user.id, session.user.username);
    },
  });

export const confirmTotp = ({ codes, clock }: FactorServices) =>
  endpoint({
    summary: 'Confirm the app with a code that it shows. Answers ten recovery codes, this once.',
    access: 'user',
    body: TotpConfirmation,
    answer: RecoveryCodes,
    handle: async ({ body }, { session, request }) => {
      assertRecent(session, clock);
      return { recovery_codes: await codes.confirm(doerOf(session, request), body.code) };
    },
  });

export const renewRecoveryCodes = ({ codes, clock }: FactorServices) =>
  endpoint({
    summary: 'Ten new recovery codes, answered this once; the old ones are void.',
    access: 'user',
    answer: RecoveryCodes,
    handle: async (_input, { session, request }) => {
      assertRecent(session, clock);
      return { recovery_codes: await codes.renewRecoveryCodes(doerOf(session, request)) };
    },
  });

export const removeTotp = ({ codes, clock }: FactorServices) =>
  endpoint({
    summary: 'Remove the authenticator app and its recovery codes.',
    access: 'user',
    answer: null,
    handle: async (_input, { session, request }) => {
      assertRecent(session, clock);
      await codes.turnOff(doerOf(session, request));
    },
  });
