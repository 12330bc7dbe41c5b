/** The authentication methods to try on a host, in order. */
import { because } from '@synapse/contract';
import type { SecretValue } from '@synapse/runner';
import { certifiedKey } from './certificate.ts';
import { type KeyRing, unreachable } from './key-ring.ts';

export type SshCredentials =
  | {
      readonly privateKey: SecretValue;
      readonly passphrase?: SecretValue | undefined;
      /** An OpenSSH certificate of the key. */
      readonly certificate?: SecretValue | undefined;
    }
  | { readonly password: SecretValue }
  /** The socket of an ssh agent. Null: there is none. */
  | { readonly agent: string | null };

/** No `none` request first: this saves a round trip. */
export async function authentication(username: string, credentials: SshCredentials, keys: KeyRing): Promise<unknown[]> {
  if ('privateKey' in credentials) {
    const { privateKey, passphrase, certificate } = credentials;
    const key = await keys(privateKey, passphrase);
    const shown = certificate === undefined ? key : certifiedKey(key, certificate.reveal());
    return [{ type: 'publickey', username, key: shown }];
  }
  if ('agent' in credentials) {
    if (credentials.agent === null) throw unreachable(because('no_ssh_agent'));
    return [{ type: 'agent', username, agent: credentials.agent }];
  }
  const { password } = credentials;
  return [
    {
      type: 'password',
      username,
      get password() {
        return password.reveal();
      },
    },
    {
      type: 'keyboard-interactive',
      username,
      // Many hosts accept a password by this method only.
      prompt: (_n: string, _i: string, _l: string, prompts: unknown[], finish: (answers: string[]) => void) =>
        finish(prompts.map(() => password.reveal())),
    },
  ];
}
