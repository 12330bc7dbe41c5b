/**
 * Our endpoint with one cheap tool; prints its port and the tokens it takes. Admission is the real one, on SQLite; with
 * the argument `open` everybody is admitted, which shows what the protocol alone costs.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { z } from 'zod';
import { type Admission, createAdmission } from '../../packages/server/src/admission/admit.ts';
import { insertUser } from '../../packages/server/src/auth/user-store.ts';
import { migrate } from '../../packages/server/src/db/migrate.ts';
import { openDatabase } from '../../packages/server/src/db/open.ts';
import { createMcp } from '../../packages/server/src/http/mcp/create-mcp.ts';
import { mcpRoute } from '../../packages/server/src/http/mcp/mcp-route.ts';
import { defineTool } from '../../packages/server/src/http/mcp/tool.ts';
import { createTokens } from '../../packages/server/src/tokens/tokens.ts';
import { announce } from './announce.ts';

const caller = {
  userId: 'user-0',
  username: 'user-0',
  role: 'member',
  plan: 'pro',
  scopes: ['mcp:read'],
  tokenId: 'token-0',
  tokenHint: '',
} as const;

/** Each user has 1,000 calls a day, so a run needs many. */
const USERS = 400;

const dataDir = mkdtempSync(join(tmpdir(), 'synapse-bench-'));
const database = openDatabase({ databaseUrl: null, dataDir });
await migrate(database);
const tokens = createTokens(database, Date.now);
const secrets: string[] = [];
for (let at = 0; at < USERS; at++) {
  const user = {
    id: `user-${at}`,
    username: `user-${at}`,
    username_key: `user-${at}`,
    password_hash: '',
    plan: 'pro' as const,
    role: 'member' as const,
    disabled: 0 as const,
    session_epoch: 0,
    created_at: 0,
    updated_at: 0,
  };
  await insertUser(database.queries, user);
  secrets.push((await tokens.create(user, { validity_days: 1 })).token);
}

const open: Admission = {
  admit: async ({ messages }) => ({ caller, refusals: messages.map(() => null) }),
  giveBack: async () => {},
};
const { dispatcher } = createMcp({
  admission: process.argv[2] === 'open' ? open : createAdmission(database, Date.now),
  tools: [
    defineTool({
      name: 'greet',
      description: 'Greets.',
      scope: 'mcp:read',
      input: z.object({ who: z.string().max(100) }),
      output: z.object({ greeting: z.string() }),
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      handler: ({ who }) => ({ greeting: `Hello ${who}` }),
    }),
  ],
  version: '0.0.0',
  onDefect: (error) => {
    throw error;
  },
});
// The load calls from many addresses, as a proxy would report them: the limit of one would end the run at once.
const app = Fastify({ trustProxy: true });
await app.register(mcpRoute, { dispatcher, origin: { bind: '127.0.0.1', publicUrl: undefined, allowedOrigins: [] } });
await app.listen({ host: '127.0.0.1', port: 0 });
announce(app.server, secrets, async () => {
  await app.close();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});
