/**
 * Logging in with an OpenSSH user certificate, which ssh2 does not do by itself: it would name the certificate's type in
 * the signature too, where servers expect that of the key.
 */
import { createPrivateKey, sign } from 'node:crypto';
import { because } from '@synapse/contract';
import type { Client, ParsedKey } from 'ssh2';
import { unreachable } from './key-ring.ts';

const CERTIFICATE = /^((ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(?:256|384|521))-cert-v01@openssh\.com) ([A-Za-z0-9+/=]+)/;

/** How a key signs: what the signature is called, and its hash. Null: the algorithm has one of its own. */
const SIGNATURES: Readonly<Record<string, { readonly name: string; readonly hash: string | null }>> = {
  'ssh-ed25519': { name: 'ssh-ed25519', hash: null },
  'ssh-rsa': { name: 'rsa-sha2-512', hash: 'sha512' },
  'ecdsa-sha2-nistp256': { name: 'ecdsa-sha2-nistp256', hash: 'sha256' },
  'ecdsa-sha2-nistp384': { name: 'ecdsa-sha2-nistp384', hash: 'sha384' },
  'ecdsa-sha2-nistp521': { name: 'ecdsa-sha2-nistp521', hash: 'sha512' },
};

interface Certified {
  readonly type: string;
  readonly blob: Buffer;
  readonly key: ParsedKey;
}

const certified = new WeakMap<object, Certified>();

/** The key as ssh2 shows it to a server: with its certificate in the place of its public half. */
export function certifiedKey(key: ParsedKey, text: string): ParsedKey {
  const [, type, base = '', base64] = CERTIFICATE.exec(text.trim()) ?? [];
  if (type === undefined || base64 === undefined) throw unreachable(because('certificate_unreadable'));
  const blob = Buffer.from(base64, 'base64');
  if (base !== key.type || !isOf(blob, key.getPublicSSH())) throw unreachable(because('certificate_of_another'));
  const shown: ParsedKey = Object.create(key, { type: { value: type }, getPublicSSH: { value: () => blob } });
  certified.set(shown, { type, blob, key });
  return shown;
}

/** A certificate is a type, a nonce, and then what follows the type in the key itself. */
function isOf(certificate: Buffer, publicKey: Buffer): boolean {
  const numbers = publicKey.subarray(afterField(publicKey, 0));
  const start = afterField(certificate, afterField(certificate, 0));
  return numbers.length > 0 && certificate.subarray(start, start + numbers.length).equals(numbers);
}

const afterField = (bytes: Buffer, at: number): number =>
  at + 4 > bytes.length ? bytes.length : at + 4 + bytes.readUInt32BE(at);

/** Private members of ssh2. A test against a real server tells when they are no longer as described here. */
interface Protocol {
  authPK(username: string, key: object, algorithm?: string, sign?: unknown): void;
  readonly _kex: { readonly sessionID: Buffer };
  readonly _packetRW: {
    readonly write: { readonly allocStart: number; alloc(size: number): Buffer; finalize(packet: Buffer): Buffer };
  };
  readonly _cipher: { encrypt(packet: Buffer): void };
  readonly _authsQueue: string[];
}

const USERAUTH_REQUEST = 50;

/** From here on the client signs by the name of the key where it shows a certificate. */
export function signCertified(client: Client): void {
  const { _protocol: protocol } = client as unknown as { readonly _protocol: Protocol };
  if (Object.hasOwn(protocol, 'authPK')) return;
  const plain = protocol.authPK.bind(protocol);
  protocol.authPK = (username, key, algorithm, signing) => {
    const known = certified.get(key);
    if (known === undefined) return plain(username, key, algorithm, signing);
    const { name, hash } = SIGNATURES[known.key.type]!;
    const shown = name + known.type.slice(known.key.type.length);
    if (signing === undefined) return plain(username, key, shown);
    const request = Buffer.concat([
      Buffer.of(USERAUTH_REQUEST),
      ...[username, 'ssh-connection', 'publickey'].map(field),
      Buffer.of(1),
      ...[shown, known.blob].map(field),
    ]);
    const signature = signatureOf(known.key, hash, Buffer.concat([field(protocol._kex.sessionID), request]));
    send(protocol, Buffer.concat([request, field(Buffer.concat([field(name), field(signature)]))]));
  };
}

function send(protocol: Protocol, payload: Buffer): void {
  const { write } = protocol._packetRW;
  const packet = write.alloc(payload.length);
  packet.set(payload, write.allocStart);
  protocol._authsQueue.push('publickey');
  protocol._cipher.encrypt(write.finalize(packet));
}

function signatureOf(key: ParsedKey, hash: string | null, data: Buffer): Buffer {
  const privateKey = createPrivateKey(key.getPrivatePEM());
  if (!key.type.startsWith('ecdsa-')) return sign(hash, data, privateKey);
  const pair = sign(hash, data, { key: privateKey, dsaEncoding: 'ieee-p1363' });
  const half = pair.length / 2;
  return Buffer.concat([pair.subarray(0, half), pair.subarray(half)].map((number) => field(positive(number))));
}

/** Without zeros in front, but for the one that keeps it from being read as negative. */
function positive(number: Buffer): Buffer {
  const start = number.findIndex((byte) => byte !== 0);
  const digits = start === -1 ? Buffer.alloc(0) : number.subarray(start);
  return digits.length > 0 && digits[0]! >= 0x80 ? Buffer.concat([Buffer.of(0), digits]) : digits;
}

function field(content: Buffer | string): Buffer {
  const bytes = Buffer.from(content as string);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
