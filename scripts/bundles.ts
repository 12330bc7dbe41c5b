/** The programs that `npm run build` bundles, so that they start fast. */
import type { BuildOptions } from 'esbuild';
import { SHARED } from './bundle-agent.ts';

const ours: BuildOptions = {
  ...SHARED,
  sourcemap: true,
  // A program's text stays in memory: half of it is white space.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'external',
  // One file instead of hundreds. What is imported later stays a file of its own and is read when it is needed.
  splitting: true,
};

export const COMMAND_LINE = {
  ...ours,
  packages: 'external',
  entryPoints: ['packages/cli/src/main.ts'],
  outdir: 'packages/cli/dist',
} as const satisfies BuildOptions;

export const SERVER = {
  ...ours,
  // Native, or rarely used. `oidc-provider` also goes by the names of its classes, which bundling may change.
  external: [
    'better-sqlite3',
    '@node-rs/argon2',
    'ssh2',
    'dockerode',
    'pg',
    '@nats-io/transport-node',
    'oidc-provider',
  ],
  entryPoints: {
    main: 'packages/server/src/main.ts',
    admin: 'packages/server/src/admin.ts',
    // Started as a process of its own, from beside the others.
    'text-worker': 'packages/server/src/text-work/text-worker.ts',
  },
  outdir: 'packages/server/dist',
} as const satisfies BuildOptions;
