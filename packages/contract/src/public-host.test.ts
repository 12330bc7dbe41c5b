/** Which addresses the internet can reach. */
import { expect, it } from 'vitest';
import { isReachedFromCloud } from './public-host.ts';

it.each([
  ['https://synapse.example', true],
  ['https://synapse.example:8443/path', true],
  ['https://203.0.113.7', true],
  ['https://[2001:db8::1]', true],
  ['http://synapse.example', false],
  ['https://localhost', false],
  ['https://127.0.0.1:8080', false],
  ['https://10.1.2.3', false],
  ['https://172.20.0.1', false],
  ['https://172.32.0.1', true],
  ['https://192.168.1.1', false],
  ['https://100.64.0.1', false],
  ['https://[::1]', false],
  ['https://[fd00::1]', false],
  ['https://[::ffff:127.0.0.1]', false],
  ['https://server', false],
  ['https://nas.local', false],
  ['https://synapse.internal', false],
])('%s: %s', (url, reached) => {
  expect(isReachedFromCloud(url)).toBe(reached);
});
