import { describe, expect, it } from 'vitest';
import { createOriginCheck, type OwnNames } from './check-origin.ts';

const checkOrigin = ({ host, origin, ...own }: OwnNames & { host: string | undefined; origin: string | undefined }) =>
  createOriginCheck(own)(host, origin) === null;

const loopback = { bind: '127.0.0.1', publicUrl: undefined, allowedOrigins: [], origin: undefined };
const everywhere = { ...loopback, bind: '0.0.0.0' };

describe('Host on a loopback bind', () => {
  it.each([
    'localhost',
    'localhost:8080',
    'LOCALHOST:1',
    '127.0.0.1:8080',
    '127.9.9.9',
    '[::1]:8080',
    '[::1]',
    'synapse.localhost:8080',
  ])('takes %s', (host) => {
    expect(checkOrigin({ ...loopback, host })).toBe(true);
    expect(checkOrigin({ ...loopback, bind: '::1', host })).toBe(true);
  });

  it.each([
    undefined,
    '',
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example@localhost',
    'localhost/@evil',
    'localhost evil',
    '10.0.0.1:8080',
    '[::1',
  ])('refuses %s', (host) => {
    expect(checkOrigin({ ...loopback, host })).toBe(false);
  });

  it('takes the public URL’s name, with its port', () => {
    const publicUrl = 'https://synapse.example.org/';
    expect(checkOrigin({ ...loopback, publicUrl, host: 'synapse.example.org' })).toBe(true);
    expect(checkOrigin({ ...loopback, publicUrl, host: 'synapse.example.org:443' })).toBe(true);
    expect(checkOrigin({ ...loopback, publicUrl, host: 'synapse.example.org:80' })).toBe(false);
    expect(checkOrigin({ ...loopback, publicUrl, host: 'other.example.org' })).toBe(false);
  });

  it('matters on a name that means the loopback, too', () => {
    expect(checkOrigin({ ...loopback, bind: 'synapse.localhost', host: 'evil.example' })).toBe(false);
  });

  it('does not matter on other binds', () => {
    expect(checkOrigin({ ...everywhere, host: 'anything.example' })).toBe(true);
  });
});

describe('Origin', () => {
  it('takes the service’s own page', () => {
    expect(checkOrigin({ ...loopback, host: 'localhost:8080', origin: 'http://localhost:8080' })).toBe(true);
    expect(checkOrigin({ ...everywhere, host: '10.0.0.7:8080', origin: 'http://10.0.0.7:8080' })).toBe(true);
    const publicUrl = 'https://synapse.example.org';
    expect(checkOrigin({ ...everywhere, publicUrl, host: 'inner:8080', origin: publicUrl })).toBe(true);
  });

  it('takes the other names of a loopback bind, on the same port', () => {
    const host = '127.0.0.1:8080';
    expect(checkOrigin({ ...loopback, host, origin: 'http://localhost:8080' })).toBe(true);
    expect(checkOrigin({ ...loopback, host: '[::1]:8080', origin: 'http://127.0.0.1:8080' })).toBe(true);
    expect(checkOrigin({ ...loopback, host, origin: 'http://localhost:8081' })).toBe(false);
    expect(checkOrigin({ ...everywhere, host, origin: 'http://localhost:8080' })).toBe(false);
  });

  it('takes a listed one', () => {
    const allowedOrigins = ['https://app.example.org'];
    expect(checkOrigin({ ...loopback, allowedOrigins, host: 'localhost', origin: 'https://app.example.org' })).toBe(
      true,
    );
    expect(checkOrigin({ ...loopback, allowedOrigins, host: 'localhost', origin: 'http://app.example.org' })).toBe(
      false,
    );
  });

  it.each([
    'null',
    '',
    'http://evil.example',
    'http://localhost:3000',
    'http://localhost:8080.evil.example',
    'file://',
    'chrome-extension://abc',
    'http://localhost:8080/path',
    'http://user@localhost:8080',
    'localhost:8080',
  ])('refuses %j', (origin) => {
    expect(checkOrigin({ ...loopback, host: 'localhost:8080', origin })).toBe(false);
  });

  it('refuses a rebound name, which comes as both Host and Origin', () => {
    const rebound = { host: 'evil.example:8080', origin: 'http://evil.example:8080' };
    expect(checkOrigin({ ...loopback, ...rebound })).toBe(false);
    expect(checkOrigin({ ...everywhere, publicUrl: 'https://synapse.example.org', ...rebound })).toBe(false);
  });
});
