/** Ed25519 key pairs in OpenSSH's format. */
import ssh2 from 'ssh2';

/** Four bytes of length and the type's name, four bytes of length and the point. */
const PUBLIC_BYTES = 4 + 'ssh-ed25519'.length + 4 + 32;

/** The library drops a leading zero of the point, about once in 128 keys, and OpenSSH does not load such a key. */
export function generateEd25519(options?: { passphrase: string; cipher: string; rounds: number }) {
  for (;;) {
    const pair = options
      ? ssh2.utils.generateKeyPairSync('ed25519', options)
      : ssh2.utils.generateKeyPairSync('ed25519');
    if (Buffer.from(pair.public.split(' ')[1]!, 'base64').length === PUBLIC_BYTES) return pair;
  }
}
