/**
 * What we set inside ssh2. After an update that moves these fields, everything would still work, only slower. This test
 * tells.
 */

import { KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import ssh2 from 'ssh2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareSessionKeys } from '../../packages/server/src/executors/ssh/session-keys.ts';
import { connectSocket } from '../../packages/server/src/executors/ssh/socket.ts';
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

  it('the keys of a session are key objects, and it goes on with them', async () => {
    const client = new ssh2.Client();
    client.connect({ host: '127.0.0.1', port: sshd.port, username: 'tester', privateKey: sshd.privateKey });
    await once(client, 'ready');
    prepareSessionKeys(client);
    const { _protocol: inside } = client as unknown as Inside;
    expect(inside._cipher._encKey).toBeInstanceOf(KeyObject);
    expect(inside._decipher._decipherKey).toBeInstanceOf(KeyObject);
    const channel = await new Promise<ssh2.ClientChannel>((resolve, reject) =>
      client.exec('echo still here', (error, opened) => (error ? reject(error) : resolve(opened))),
    );
    const [bytes] = (await once(channel, 'data')) as [Buffer];
    expect(bytes.toString()).toBe('still here\n');
    client.end();
  });
});

it('what is written in one turn of the event loop leaves in one write', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const accepted = once(server, 'connection') as Promise<[import('node:net').Socket]>;
  const socket = connectSocket('127.0.0.1', port);
  await once(socket, 'connect');
  const [other] = await accepted;
  const before = socket.bytesWritten;
  let writes = 0;
  const real = socket._write.bind(socket);
  socket._write = (...piece) => {
    writes += 1;
    real(...piece);
  };
  for (const piece of ['one', 'two', 'three']) socket.write(piece);
  const [bytes] = (await once(other, 'data')) as [Buffer];
  expect(bytes.toString()).toBe('onetwothree');
  expect({ writes, bytes: socket.bytesWritten - before }).toEqual({ writes: 1, bytes: 11 });
  socket.destroy();
  other.destroy();
  server.close();
});
