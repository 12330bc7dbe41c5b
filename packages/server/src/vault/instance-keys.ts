/**
 * Keys of the instance itself, not secrets of users: they sign sessions and seal the audit log. All are derived from
 * one random root that is stored under the master key, so that after a rotation old seals can still be checked.
 */
import { hkdfSync, randomBytes } from 'node:crypto';
import type { Database, Queries } from '../db/database.ts';
import type { MasterKey } from './cipher.ts';
import { createSealer, rewrapSealed } from './sealer.ts';
import { readSealedFact, writeSealedFact } from './vault-store.ts';

export interface InstanceKeys {
  readonly accessTokens: Uint8Array;
  readonly auditSeals: Buffer;
  readonly auditCheckpoints: Buffer;
  /** For what instances tell each other about a command on an agent. */
  readonly agentRelay: Buffer;
  /** For orders that wait for a person, and for where that person hears of them. */
  readonly approvals: Buffer;
  /** For what else instances tell each other, and the name under which they meet. */
  readonly bus: Buffer;
  readonly installation: Buffer;
  /** For digests of orders that carry a key of their caller's. */
  readonly orders: Buffer;
  /** For what the authorization server remembers, for its cookies, and the key that its library wants to have. */
  readonly oauth: { readonly state: Buffer; readonly cookies: Buffer; readonly signing: Buffer };
  /** For the secrets that authenticator apps share with us. */
  readonly secondFactors: Buffer;
  /** Signs what passkeys have to sign. */
  readonly passkeyChallenges: Buffer;
  /** For what a browser carries while it is at the issuer of single sign-on. */
  readonly singleSignOn: Buffer;
}

const KEY_BYTES = 32;
const CONTEXT = ['instance root key'];

export async function loadInstanceKeys(database: Pick<Database, 'queries'>, key: MasterKey): Promise<InstanceKeys> {
  const sealer = createSealer(key);
  const fresh = sealer.seal(randomBytes(KEY_BYTES), CONTEXT);
  // If two instances start at once, one stores its root, and both then read that one.
  await writeSealedFact(database.queries, 'instance_root', fresh, { replace: false });
  const root = sealer.open((await readSealedFact(database.queries, 'instance_root'))!, CONTEXT);
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', root, '', purpose, KEY_BYTES));
  return {
    accessTokens: new Uint8Array(derive('synapse access tokens')),
    auditSeals: derive('synapse audit seals'),
    auditCheckpoints: derive('synapse audit checkpoints'),
    agentRelay: derive('synapse agent relay'),
    approvals: derive('synapse approvals'),
    bus: derive('synapse bus'),
    installation: derive('synapse installation name'),
    orders: derive('synapse orders'),
    oauth: {
      state: derive('synapse oauth state'),
      cookies: derive('synapse oauth cookies'),
      signing: derive('synapse oauth signing'),
    },
    secondFactors: derive('synapse second factors'),
    passkeyChallenges: derive('synapse passkey challenges'),
    singleSignOn: derive('synapse single sign-on'),
  };
}

export async function rewrapInstanceRoot(tx: Queries, from: MasterKey, to: MasterKey): Promise<void> {
  const sealed = await readSealedFact(tx, 'instance_root');
  if (sealed !== null)
    await writeSealedFact(tx, 'instance_root', rewrapSealed(from, to, sealed, CONTEXT), { replace: true });
}
