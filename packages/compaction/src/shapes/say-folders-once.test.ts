import { describe, expect, it } from 'vitest';
import { sayFoldersOnce } from './say-folders-once.ts';

const many = (name: (at: number) => string): string[] => Array.from({ length: 12 }, (_, at) => name(at));

describe('what is named again and again', () => {
  it('has a sign, if it is a folder', () => {
    const lines = many((at) => `read /srv/depot/north/part${at}.bin`);
    expect(sayFoldersOnce(lines).slice(0, 3)).toEqual(['(…/ is /srv/depot/north/)', lines[0], 'read …/part1.bin']);
  });

  it('has a sign, if it is a branch of numbers, of which the last one stays', () => {
    const lines = many((at) => `iso.3.6.1.2.1.4.${at}.0 = Counter32: ${at * 7}`);
    expect(sayFoldersOnce(lines).slice(0, 3)).toEqual(['(…. is iso.3.6.1.2.1.)', lines[0], '….4.1.0 = Counter32: 7']);
  });

  it.each([
    ['an address', (at: number) => `to 192.168.100.${at} port 80`],
    ['a version', (at: number) => `libdepot.so.1.2.${at} loaded`],
    ['a failure', (at: number) => `iso.3.6.1.2.1.4.${at}.0 failed`],
  ])('stays whole, if it is %s', (_, name) => {
    const lines = many(name);
    expect(sayFoldersOnce(lines).slice(-12)).toEqual(lines);
  });
});
