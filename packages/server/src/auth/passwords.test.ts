import { expect, it } from 'vitest';
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts';

it('hashes with argon2id, at a cost that is worth its name', async () => {
  const stored = await hashPassword('correct horse');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(stored).not.toContain('correct horse');
  expect(needsRehash(stored)).toBe(false);
  expect(needsRehash(stored.replace('m=19456', 'm=4096'))).toBe(true);
  expect(await verifyPassword(stored, 'correct horse')).toBe(true);
  expect(await verifyPassword(stored, 'correct horse ')).toBe(false);
});
