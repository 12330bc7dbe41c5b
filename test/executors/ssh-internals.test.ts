/**
 * What we set inside ssh2. After an update that moves these fields, everything would still work, only slower. This test
 * tells.
 */

import { KeyObject } from 'node:crypto';
import { once } from 'node:events';
import ssh2 from 'ssh2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareSessionKeys } from '../../packages/server/src/executors/ssh/session-keys.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { locateSshd, type Sshd, startSshd } from '../engines/sshd.ts';

interface Inside {
  readonly _protocol: { readonly _cipher: { _encKey: unknown }; readonly _decipher: { _decipherKey: unknown } };
}

describeEngine(await locateSshd(), 'inside an ssh connection', (program) => {
  let sshd: Sshd;
  beforeAll(async () => {
    sshd = await startSshd(program());
  });
  afterAll(() => sshd?.stop());

  const connect = async (): Promise<ssh2.Client> => {
    const client = new ssh2.Client();
    client.connect({ host: '127.0.0.1', port: sshd.port, username: 'tester', privateKey: sshd.privateKey });
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
});
