/**
 * What we set inside ssh2. After an update that moves these fields, everything would still work, only slower. This test
 * tells.
 */

import { createHash, KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import ssh2 from 'ssh2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newSshClient } from '../../packages/server/src/executors/ssh/client.ts';
import { readInPlace } from '../../packages/server/src/executors/ssh/read-in-place.ts';
import { prepareSessionKeys } from '../../packages/server/src/executors/ssh/session-keys.ts';
import { connectSocket } from '../../packages/server/src/executors/ssh/socket.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { locateSshd, type Sshd, startSshd } from '../engines/sshd.ts';
import { SOURCES, textOf } from '../house/sources.ts';

interface Inside {
  readonly _protocol: { readonly _cipher: { _encKey: unknown }; readonly _decipher: { _decipherKey: unknown } };
}

describeEngine(await locateSshd(), 'inside an ssh connection', (program) => {
  let sshd: Sshd;
  beforeAll(async () => {
    sshd = await startSshd(program());
  });
  afterAll(() => sshd?.stop());

  const connect = async (sock = connectSocket('127.0.0.1', sshd.port)): Promise<ssh2.Client> => {
    const client = new ssh2.Client();
    client.connect({ sock, username: 'tester', privateKey: sshd.privateKey });
    await once(client, 'ready');
    // Some hosts reset a connection that has ended.
    return client.on('error', () => {});
  };
  const exec = (client: ssh2.Client, command: string): Promise<ssh2.ClientChannel> =>
    new Promise((resolve, reject) =>
      client.exec(command, (error, opened) => (error ? reject(error) : resolve(opened))),
    );

  it('the keys of a session are key objects, and it goes on with them', async () => {
    const client = await connect();
    prepareSessionKeys(client);
    const { _protocol: inside } = client as unknown as Inside;
    expect(inside._cipher._encKey).toBeInstanceOf(KeyObject);
    expect(inside._decipher._decipherKey).toBeInstanceOf(KeyObject);
    const channel = await exec(client, 'echo still here');
    const [bytes] = (await once(channel, 'data')) as [Buffer];
    expect(bytes.toString()).toBe('still here\n');
    client.end();
  });

  it('what signs with a certificate is there (test/ssh-logins.all.test.ts logs in by it)', async () => {
    const client = await connect();
    const { _protocol: inside } = client as unknown as { readonly _protocol: Record<string, unknown> };
    expect(inside).toMatchObject({
      _kex: { sessionID: expect.any(Buffer) },
      _authsQueue: expect.any(Array),
      authPK: expect.any(Function),
      _packetRW: { write: { allocStart: expect.any(Number), alloc: expect.any(Function) } },
      _cipher: { encrypt: expect.any(Function) },
    });
    client.end();
  });

  it('ssh2 takes these keys anew with every packet', async () => {
    const client = await connect();
    prepareSessionKeys(client);
    const { _protocol: inside } = client as unknown as Inside;
    const reads = { outward: 0, inward: 0 };
    const count = <K extends string>(holder: Record<K, unknown>, field: K, way: keyof typeof reads) => {
      const key = holder[field];
      Object.defineProperty(holder, field, {
        get: () => {
          reads[way] += 1;
          return key;
        },
      });
    };
    count(inside._cipher, '_encKey', 'outward');
    count(inside._decipher, '_decipherKey', 'inward');
    const run = async (): Promise<typeof reads> => {
      const before = { ...reads };
      const channel = await exec(client, 'true');
      await once(channel.resume(), 'close');
      return { outward: reads.outward - before.outward, inward: reads.inward - before.inward };
    };
    // To open a channel, to ask for the command and to close: three packets at least. As many the second time.
    for (const { outward, inward } of [await run(), await run()]) {
      expect(outward).toBeGreaterThanOrEqual(3);
      expect(inward).toBeGreaterThanOrEqual(3);
    }
    client.end();
  });

  /** Prints so much that no two reads are alike, and says which buffers it was read from. */
  const readMuch = async (cipher: ssh2.CipherAlgorithm) => {
    const socket = connectSocket('127.0.0.1', sshd.port);
    const client = newSshClient();
    const before = new Set<ArrayBufferLike>();
    const looks = (into: Set<ArrayBufferLike>) => (bytes: Buffer) => void into.add(bytes.buffer);
    const login = looks(before);
    socket.on('data', login);
    const algorithms = { cipher: [cipher] };
    client.connect({ sock: socket, username: 'tester', privateKey: sshd.privateKey, algorithms });
    await once(client, 'ready');
    socket.off('data', login);
    prepareSessionKeys(client);
    readInPlace(client, socket);
    const after = new Set<ArrayBufferLike>();
    socket.on('data', looks(after));
    const channel = await exec(client, `seq 1 ${LINES}`);
    const hash = createHash('sha256');
    // As if nobody had time to read: what was handed over must not change afterwards.
    const pieces: Buffer[] = [];
    channel.on('data', (bytes: Buffer) => void pieces.push(bytes));
    await once(channel, 'close');
    for (const piece of pieces) hash.update(piece);
    client.end();
    return { before, after, printed: hash.digest('hex') };
  };
  const LINES = 1_000_000;
  const printed = createHash('sha256');
  for (let line = 1; line <= LINES; line++) printed.update(`${line}\n`);
  const whole = printed.digest('hex');

  it('what comes after the login is decrypted from one buffer', async () => {
    const read = await readMuch('aes128-gcm@openssh.com');
    expect(read.printed).toBe(whole);
    expect(read.after.size).toBe(1);
    // Before, it keeps what it was given.
    expect([...read.after].filter((buffer) => read.before.has(buffer))).toEqual([]);
  });

  it.each(['chacha20-poly1305@openssh.com', 'aes128-ctr'] as const)(
    'with %s, which may keep a part until the next read, each read is its own',
    async (cipher) => {
      const read = await readMuch(cipher);
      expect(read.printed).toBe(whole);
      expect(read.after.size).toBeGreaterThan(1);
    },
  );
});

it('every private field of ssh2 that is read or written has a test here', () => {
  const tested = readFileSync(import.meta.filename, 'utf8');
  const fields = SOURCES.filter((file) => file.startsWith('packages/server/src/executors/ssh/'))
    .flatMap((file) => [...textOf(file).matchAll(/(?<=[\s.{])_[a-z]\w+/g)])
    .map(([field]) => field);
  expect(fields.length).toBeGreaterThan(0);
  expect(fields.filter((field) => !tested.includes(field))).toEqual([]);
});
