/** Where a message may go, whatever its address pretends to be. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPost, type PostOptions } from './post.ts';
import { isPrivateAddress } from './private-address.ts';

let server: Server;
let calls = 0;
const port = () => (server.address() as AddressInfo).port;
beforeAll(async () => {
  server = createServer((_request, response) => {
    calls += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

const PRIVATE = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:a00:1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'ff02::1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  '2001::1',
  'fe80::1%lo',
  '::7f00:1',
  'not an address',
  '',
];
const PUBLIC = ['1.1.1.1', '8.8.8.8', '100.63.255.255', '100.128.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'];

it('knows what is private', () => {
  expect(PRIVATE.filter((address) => !isPrivateAddress(address))).toEqual([]);
  expect(PUBLIC.filter(isPrivateAddress)).toEqual([]);
});

const resolving = (...addresses: string[]): NonNullable<PostOptions['lookup']> =>
  ((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as never;
const message = (url: string) => ({ url, headers: {}, body: '{}' });

it('sends nothing to a private address, however it is written or resolved', async () => {
  const before = calls;
  const post = createPost({ allowPrivate: false, withinMs: 2_000 });
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '127.1', '0', '[::1]', '[::ffff:127.0.0.1]', 'localhost']) {
    const problem = await post(message(`http://${host}:${port()}/`));
    expect(problem?.en, host).toMatch(/^private address/);
  }
  // One that is public as well: which of them is used is not ours to guess.
  for (const found of [['127.0.0.1'], ['1.1.1.1', '127.0.0.1'], ['::ffff:127.0.0.1'], ['169.254.169.254']]) {
    const rebound = createPost({ allowPrivate: false, lookup: resolving(...found), withinMs: 2_000 });
    expect((await rebound(message(`http://rebound.example:${port()}/`)))?.en).toMatch(/^private address/);
  }
  expect(calls).toBe(before);
  const allowed = createPost({ allowPrivate: true, lookup: resolving('127.0.0.1'), withinMs: 2_000 });
  expect(await allowed(message(`http://inside.example:${port()}/`))).toBeNull();
  expect(calls).toBe(before + 1);
});
