import { expect, it } from 'vitest';
import { trustedProxies } from './trusted-proxies.ts';

const isTrusted = trustedProxies(['10.1.0.0/16', '127.0.0.1', '2001:db8::/32', '::1']);

it.each([
  ['10.1.255.3', true],
  ['10.2.0.1', false],
  ['127.0.0.1', true],
  ['127.0.0.2', false],
  ['::ffff:127.0.0.1', true],
  ['::ffff:10.1.4.4', true],
  ['::ffff:10.2.4.4', false],
  ['2001:db8:9::1', true],
  ['2001:db9::1', false],
  ['::1', true],
  ['unknown', false],
  ['', false],
  ['10.1.0.0/16', false],
])('says of %s: %s, however often it is asked', (address, expected) => {
  expect([isTrusted(address, 0), isTrusted(address, 0)]).toEqual([expected, expected]);
});
