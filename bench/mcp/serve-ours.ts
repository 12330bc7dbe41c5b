/** The whole service on SQLite, composed as in production, with many users; prints its port and their tokens. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { insertUser } from '../../packages/server/src/auth/user-store.ts';
import { compose } from '../../packages/server/src/compose.ts';
import { readConfig } from '../../packages/server/src/config/read-config.ts';
import { createTokens } from '../../packages/server/src/tokens/tokens.ts';
import { announce } from './announce.ts';

/** Each user has 1,000 calls a day, so a run needs many. */
const USERS = 400;

const dataDir = mkdtempSync(join(tmpdir(), 'synapse-bench-'));
const config = readConfig({
  SYNAPSE_DATA_DIR: dataDir,
  // The load calls from many addresses, as a proxy would report them: the limit of one would end the run at once.
  SYNAPSE_TRUST_PROXY: '127.0.0.1',
});
const app = await compose(config, pino({ level: 'warn' }, pino.destination(2)));
const tokens = createTokens(app.database, Date.now);
const secrets: string[] = [];
for (let at = 0; at < USERS; at++) {
  const user = {
    id: `user-${at}`,
    username: `user-${at}`,
    username_key: `user-${at}`,
    email: null,
    email_key: null,
    // Nobody signs in.
    password_hash: '',
    plan: 'pro' as const,
    role: 'member' as const,
    disabled: 0 as const,
    session_epoch: 0,
    language: null,
    created_at: 0,
    updated_at: 0,
  };
  await insertUser(app.database.queries, user);
  secrets.push((await tokens.create(user, { validity_days: 1 })).token);
}
await app.http.listen({ host: '127.0.0.1', port: 0 });
announce(app.http.server, secrets, async () => {
  await app.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
