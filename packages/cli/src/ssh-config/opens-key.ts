/** Whether a passphrase opens a private key. */
import ssh2 from 'ssh2';

export function opensKey(key: string, passphrase: string): boolean {
  return !(ssh2.utils.parseKey(key, passphrase) instanceof Error);
}
