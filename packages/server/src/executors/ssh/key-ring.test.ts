import { generateKeyPairSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { because, Refusal } from '@synapse/contract';
import { SecretValue } from '@synapse/runner';
import ssh2, { type ParsedKey } from 'ssh2';
import { describe, expect, it } from 'vitest';
import { generateEd25519 } from '../../../../../test/engines/ed25519-keys.ts';
import { createKeyRing } from './key-ring.ts';

const PASSPHRASE = 'open sesame';
const secret = (text: string) => new SecretValue(text);
const lock = (rounds: number) => ({ passphrase: PASSPHRASE, cipher: 'aes256-ctr', rounds }) as const;

describe('a locked key', () => {
  it.each([
    ['ed25519', () => generateEd25519(lock(2))],
    ['ecdsa', () => ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256, ...lock(2) })],
    ['rsa', () => ssh2.utils.generateKeyPairSync('rsa', { bits: 2048, ...lock(2) })],
  ] as const)('%s: is the one that the library reads, and signs', async (_, generate) => {
    const pair = generate();
    const expected = ssh2.utils.parseKey(pair.private, PASSPHRASE) as ParsedKey;
    const key = await createKeyRing()(secret(pair.private), secret(PASSPHRASE));
    expect(key.type).toBe(expected.type);
    expect(key.getPublicSSH()).toEqual(expected.getPublicSSH());
    expect(key.isPrivateKey()).toBe(true);
    const data = Buffer.from('to be signed');
    expect(expected.verify(data, key.sign(data) as Buffer)).toBe(true);
  });

  it('is unlocked once, while others are served', async () => {
    const { private: locked } = generateEd25519(lock(8));
    const keys = createKeyRing();
    const ask = () => keys(secret(locked), secret(PASSPHRASE));
    const [first, second] = [ask(), ask()];
    let pending = true;
    void first.finally(() => {
      pending = false;
    });
    let turns = 0;
    for (; pending; turns++) await sleep(1);
    // On the thread of the event loop no timer would fire meanwhile.
    expect(turns).toBeGreaterThan(5);
    expect(await second).toBe(await first);
    expect(await ask()).toBe(await first);
  });

  it('is refused with the wrong passphrase, and tried again with the right one', async () => {
    const { private: locked } = generateEd25519(lock(1));
    const keys = createKeyRing();
    const wrong = await keys(secret(locked), secret('wrong')).catch((error: unknown) => error);
    expect(wrong).toBeInstanceOf(Refusal);
    expect(wrong).toMatchObject({
      code: 'machine_unreachable',
      details: { reason: because('key_passphrase_wrong') },
    });
    await expect(keys(secret(locked), secret(PASSPHRASE))).resolves.toMatchObject({ type: 'ssh-ed25519' });
    await expect(keys(secret(locked))).rejects.toMatchObject({
      code: 'machine_unreachable',
      details: { reason: because('key_locked') },
    });
  });

  it('a key that is not locked is read as it is', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ format: 'pem', type: 'pkcs1' }) as string;
    expect((await createKeyRing()(secret(pem))).type).toBe('ssh-rsa');
    const { public: open } = generateEd25519();
    const refused = createKeyRing()(secret(open));
    await expect(refused).rejects.toMatchObject({ details: { reason: because('key_public') } });
  });
});
