import { describe, expect, it } from 'vitest';
import { globMatcher, pathMatcher, reachMatcher, readPath } from './glob.ts';

describe('names', () => {
  it.each([
    ['prod-*', 'prod-1', true],
    ['prod-*', 'prod-', true],
    ['prod-*', 'preprod-1', false],
    ['*-db', 'eu-db', true],
    ['web-?', 'web-1', true],
    ['web-?', 'web-12', false],
    ['web.1', 'webx1', false],
    ['[ab]', 'a', false],
    ['*', '', true],
  ])('%s and %s: %s', (pattern, text, expected) => {
    expect(globMatcher(pattern)(text)).toBe(expected);
  });
});

describe('paths that are let through', () => {
  it.each([
    ['/var/cache/**', '/var/cache/a', true],
    ['/var/cache/**', '/var/cache/a/b', true],
    ['/var/cache/**', '/var/cache', false],
    ['/var/cache/**', '/var/cache/', false],
    ['/var/cache/**', '/var/cached/a', false],
    ['/var/cache/**', '/var/cache/…', false],
    ['/var/*/x', '/var/a/x', true],
    ['/var/*/x', '/var/a/b/x', false],
    ['/**/x', '/x', true],
    ['/**/x', '/a/b/x', true],
    ['**/.env', '/srv/app/.env', true],
    ['/a/*.log', '/a/b.log', true],
    ['/a/*.log', '/a/.log/b', false],
    ['/etc/passwd', '/etc/passwd', true],
    ['/etc/passwd', 'passwd', false],
  ])('%s and %s: %s', (pattern, path, expected) => {
    expect(pathMatcher(pattern)(readPath(path))).toBe(expected);
  });
});

describe('paths that are held back', () => {
  it.each([
    ['/etc/**', '/etc/passwd', false, true],
    ['/etc/**', '/etc', false, true],
    ['/etc/**', '/', false, false],
    // What is removed takes along what is below it.
    ['/etc/**', '/', true, true],
    ['/etc/shadow', '/etc', true, true],
    ['/etc/shadow', '/etc', false, false],
    // The shell has yet to fill it.
    ['/etc/shadow', '/etc/sha*', false, true],
    ['/etc/shadow', '/etc/…', false, true],
    ['/etc/shadow', '…', false, true],
    ['/etc/shadow', '/etc/pass*', false, false],
    ['/srv/app/*', '/srv/app/x', false, true],
    ['/srv/app/*', '/srv/other', true, false],
    // A home, or the folder that it starts in, of which nobody said where it is.
    ['/home/*/.ssh/**', '~/.ssh/id_ed25519', false, true],
    ['/root/.ssh/**', '~/.ssh/id_ed25519', false, true],
    ['**/.ssh/**', '~/.ssh/id_ed25519', false, true],
    ['/home/**', '~/x', false, true],
    ['/home/*/.ssh/**', './.ssh/id_ed25519', false, true],
    ['/home/*/.ssh/**', '~/.s*', false, true],
    ['/home/*/.ssh/**', '~/…', false, true],
    ['/home/*/.ssh/**', '~', true, true],
    ['/home/*/.ssh/**', '~', false, false],
    ['/home/*/.ssh/**', '~/notes', true, false],
    ['/etc/**', '~/notes', false, false],
    ['/etc/ssh/*', '~/notes', true, false],
  ])('%s and %s, changed: %s → %s', (pattern, path, changes, expected) => {
    expect(reachMatcher(pattern)(readPath(path), changes)).toBe(expected);
  });
});

it('takes no more than a step for each pair of characters, whatever the pattern', () => {
  const text = `${'a'.repeat(20_000)}b`;
  expect(globMatcher(`${'*a'.repeat(100)}c`)(text)).toBe(false);
  expect(pathMatcher(`${'/**/a'.repeat(50)}/c`)(readPath('/a'.repeat(5_000)))).toBe(false);
});
