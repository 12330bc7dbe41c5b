import { expect, it } from 'vitest';
import { listeningUrl, urlFromElsewhere, urlToOpen } from './own-url.ts';

const bound = { address: '', family: 'IPv4', port: 8080 };

it('is where it listens, when that is one address', () => {
  for (const url of [listeningUrl, urlToOpen, urlFromElsewhere]) {
    expect(url('127.0.0.1', bound)).toBe('http://127.0.0.1:8080');
    expect(url('::1', bound)).toBe('http://[::1]:8080');
  }
});

it.each(['0.0.0.0', '::'])('names an address that can be opened where it listens on %s', (host) => {
  expect(urlToOpen(host, bound)).toBe('http://localhost:8080');
  expect(urlFromElsewhere(host, bound)).toMatch(/^http:\/\/(?:localhost|\d+\.\d+\.\d+\.\d+):8080$/);
  expect(urlFromElsewhere(host, bound)).not.toContain('0.0.0.0');
});
