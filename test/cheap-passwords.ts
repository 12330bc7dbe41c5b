/**
 * Passwords that are hashed in a test's own process cost next to nothing. Their hashes say so, and the service, which
 * hashes such a password again when it sees it, takes them for old ones.
 */
import { createRequire } from 'node:module';
import type { Options } from '@node-rs/argon2';

type Hash = (password: string, options?: Options) => Promise<string>;
const library = createRequire(import.meta.resolve('../packages/server/package.json'))('@node-rs/argon2') as {
  hash: Hash & { real?: Hash };
};

export function makePasswordsCheap(): void {
  if (library.hash.real !== undefined) return;
  const real = library.hash;
  // Whoever tests the parameters looks at what was asked for.
  library.hash = Object.assign(
    (password: string, options?: Options) => real(password, { ...options, memoryCost: 8, timeCost: 1 }),
    { real },
  );
}
