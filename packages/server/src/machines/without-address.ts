/** Removes host, login and key from refusals about a machine, for callers who may not see them. */
import { because, Refusal } from '@synapse/contract';

/** The secret that is missing is one with which the service signs in at the machine. */
class LoginSecretMissing extends Refusal {}

/** Reads a secret with which the service signs in. */
export function readLoginSecret<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'secret_missing') throw error;
    throw new LoginSecretMissing(error.code, error.details, error.fields);
  }
}

/** `name`: as the machine is named to them. */
export function withoutAddress(refusal: Refusal, name: string): Refusal {
  if (refusal.code === 'machine_unreachable' || refusal instanceof LoginSecretMissing)
    return new Refusal('machine_unreachable', { reason: because('keeper_can_test') });
  if (refusal.code === 'host_key_changed')
    return new Refusal('host_key_changed', { address: name, pinned: '…', shown: '…' });
  return refusal;
}
