import { expect, it } from 'vitest';
import { readSshAddress, suggestSlug } from './ssh-address.ts';

it.each([
  ['deploy@web-1.example.org', { user: 'deploy', host: 'web-1.example.org', port: 22 }],
  ['deploy@web-1.example.org:2222', { user: 'deploy', host: 'web-1.example.org', port: 2222 }],
  ['ssh://deploy@web-1:2222/', { user: 'deploy', host: 'web-1', port: 2222 }],
  ['root@[fd00::1]:22', { user: 'root', host: 'fd00::1', port: 22 }],
  ['web-1', { user: '', host: 'web-1', port: 22 }],
  ['ssh -p 2222 deploy@web-1', { user: 'deploy', host: 'web-1', port: 2222 }],
  ['ssh -p2222 -l deploy -i ~/.ssh/id_ed25519 web-1', { user: 'deploy', host: 'web-1', port: 2222 }],
  ['ssh -A -t deploy@web-1 uptime', { user: 'deploy', host: 'web-1', port: 22 }],
  [
    'ssh -J ada@bastion:2200 deploy@10.0.0.9',
    { user: 'deploy', host: '10.0.0.9', port: 22, jump: { user: 'ada', host: 'bastion', port: 2200 } },
  ],
])('reads %s', (typed, address) => {
  expect(readSshAddress(typed)).toEqual(address);
});

it.each(['', 'ssh', 'two words', 'ssh -p 22', 'a@b@c:1:2', 'host:99999'])('makes nothing of %j', (typed) => {
  expect(readSshAddress(typed)).toBeNull();
});

it('suggests a name from the host that is still free', () => {
  expect(suggestSlug('web-1.example.org', [])).toBe('web-1');
  expect(suggestSlug('web-1.example.org', ['web-1'])).toBe('web-1-2');
  expect(suggestSlug('10.0.0.9', [])).toBe('10-0-0-9');
  expect(suggestSlug('Build_Box', [])).toBe('build-box');
  expect(suggestSlug('', [])).toBe('');
});
