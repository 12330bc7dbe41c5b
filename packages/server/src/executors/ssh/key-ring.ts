/** The private key of a machine, read once, because unlocking one with a passphrase may take seconds. */
import { because, Refusal, type Words } from '@synapse/contract';
import type { SecretValue } from '@synapse/runner';
import ssh2, { type ParsedKey } from 'ssh2';
import { keyRounds } from './key-rounds.ts';
import { LONGEST_MS, unlockKey } from './unlock-key.ts';

export type KeyRing = (privateKey: SecretValue, passphrase?: SecretValue) => Promise<ParsedKey>;

/**
 * More rounds would keep a user waiting for too long. This is ten times ssh-keygen's number, and more than its manual
 * advises.
 */
const MOST_ROUNDS = 200;

interface Known {
  readonly privateKey: SecretValue;
  readonly passphrase: SecretValue | undefined;
  /** When several connections need it at once, one unlocks it and the others wait. */
  readonly key: Promise<ParsedKey>;
}

export function createKeyRing(): KeyRing {
  let known: Known | undefined;
  return (privateKey, passphrase) => {
    const isKnown =
      known !== undefined && privateKey.equals(known.privateKey) && sameSecret(passphrase, known.passphrase);
    if (isKnown) return known!.key;
    const reading: Known = { privateKey, passphrase, key: readKey(privateKey, passphrase) };
    known = reading;
    reading.key.catch(() => {
      if (known === reading) known = undefined;
    });
    return reading.key;
  };
}

async function readKey(privateKey: SecretValue, passphrase: SecretValue | undefined): Promise<ParsedKey> {
  const rounds = keyRounds(privateKey.reveal());
  if (rounds > MOST_ROUNDS) throw unreachable(because('key_rounds', { most: MOST_ROUNDS }));
  const parsed =
    rounds > 0 && passphrase !== undefined
      ? await unlockKey(privateKey.reveal(), passphrase.reveal())
      : ssh2.utils.parseKey(privateKey.reveal(), passphrase?.reveal());
  if (parsed === null) throw unreachable(because('no_answer', { detail: LONGEST_MS / 1000 }));
  if (parsed instanceof Error) throw unreachable(unreadable(parsed, passphrase !== undefined));
  const key = Array.isArray(parsed) ? parsed[0] : parsed;
  if (!key?.isPrivateKey()) throw unreachable(because('key_public'));
  return key;
}

/** The library says so in words only. */
function unreadable({ message: detail }: Error, hasPassphrase: boolean): Words {
  if (/no passphrase given/i.test(detail)) return because('key_locked');
  if (hasPassphrase && /passphrase|decrypt|integrity/i.test(detail)) return because('key_passphrase_wrong');
  return because('key_unreadable', { detail });
}

export const unreachable = (reason: Words): Refusal => new Refusal('machine_unreachable', { reason });

function sameSecret(one: SecretValue | undefined, other: SecretValue | undefined): boolean {
  return one === undefined || other === undefined ? one === other : one.equals(other);
}
