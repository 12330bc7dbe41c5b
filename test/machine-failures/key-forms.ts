/** What people put into the secret of a key: forms that open nothing, and a few that do. */
import { generateKeyPairSync } from 'node:crypto';
import ssh2 from 'ssh2';
import { generateEd25519 } from '../engines/ed25519-keys.ts';

export interface KeyForm {
  readonly name: string;
  readonly key: string;
  readonly passphrase?: string;
  /** Whether it can be read: only then does it matter how the host fails. */
  readonly good: boolean;
}

const LOCKED = { passphrase: 'open sesame', cipher: 'aes256-cbc', rounds: 1 };

export function keyForms(): KeyForm[] {
  const ed25519 = generateEd25519();
  const locked = generateEd25519(LOCKED);
  const rsa = ssh2.utils.generateKeyPairSync('rsa', { bits: 2048 }).private;
  const pkcs8 = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const bad = (name: string, key: string, more: { passphrase?: string } = {}) => ({ name, key, good: false, ...more });
  const good = (name: string, key: string, more: { passphrase?: string } = {}) => ({ name, key, good: true, ...more });
  return [
    good('ed25519', ed25519.private),
    good('rsa', rsa),
    good('ecdsa', ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 }).private),
    good('locked, right passphrase', locked.private, { passphrase: LOCKED.passphrase }),
    bad('any text', 'correct horse battery staple'),
    bad('nearly nothing', '-'),
    bad('a public key', ed25519.public),
    bad('a certificate', `ssh-ed25519-cert-v01@openssh.com ${Buffer.alloc(300, 7).toString('base64')} me`),
    bad('locked, no passphrase', locked.private),
    bad('locked, wrong passphrase', locked.private, { passphrase: 'open barley' }),
    bad('locked by rounds without end', roundsOf(locked.private, 0x7fffffff), { passphrase: LOCKED.passphrase }),
    bad('cut short', rsa.slice(0, rsa.length / 2)),
    bad('head and foot only', '-----BEGIN OPENSSH PRIVATE KEY-----\n-----END OPENSSH PRIVATE KEY-----\n'),
    bad('a DSA key', pem('DSA PRIVATE KEY', Buffer.alloc(400, 5))),
    bad('an unknown kind of PEM', pkcs8),
    bad('noise as PEM', pem('OPENSSH PRIVATE KEY', Buffer.alloc(700, 0xff))),
    bad('a long text', 'x'.repeat(3_000)),
  ];
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').replace(/.{64}/g, '$&\n');
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}

/** The same key, claiming to be locked with this many rounds. */
function roundsOf(key: string, rounds: number): string {
  const bytes = Buffer.from(key.replace(/-----.*-----/g, ''), 'base64');
  // The magic, the cipher and the derivation with their lengths; then the options: 16 bytes of salt, and the rounds.
  const options = bytes.indexOf('bcrypt') + 'bcrypt'.length;
  bytes.writeUInt32BE(rounds, options + 4 + 4 + bytes.readUInt32BE(options + 4));
  return pem('OPENSSH PRIVATE KEY', bytes);
}
