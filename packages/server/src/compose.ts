/** The one place where objects are built and handed to each other. */
import { hkdfSync } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createAdmission } from './admission/admit.ts';
import { createLogin } from './auth/login.ts';
import { createSessions } from './auth/sessions.ts';
import { createUsers, type Users } from './auth/users.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { createMetrics } from './http/metrics.ts';
import { routes, type Services } from './http/routes.ts';
import { createHttpServer } from './http/server.ts';
import { createCallsToday } from './limits/calls-today.ts';
import { startHousekeeping } from './limits/housekeeping.ts';
import { createReadiness } from './readiness.ts';
import { createTokens } from './tokens/tokens.ts';
import { loadMasterKey } from './vault/master-key.ts';
import { VERSION } from './version.ts';

export interface Application {
  readonly http: FastifyInstance;
  readonly database: Database;
  readonly users: Users;
  /** No new work, running work gets its time, then everything is closed. */
  stop(): Promise<void>;
}

export async function compose(config: Config, log: Logger, clock: Clock = Date.now): Promise<Application> {
  const masterKey = loadMasterKey(config);
  const database = openDatabase(config);
  const applied = await migrate(database);
  if (applied.length > 0) log.info({ applied }, 'database migrated');

  const signingKey = new Uint8Array(hkdfSync('sha256', masterKey, '', 'synapse access token', 32));
  const sessions = createSessions(database, clock, signingKey);
  const users = createUsers(database, clock);
  const services: Services = {
    login: createLogin(database, clock, sessions),
    sessions,
    users,
    tokens: createTokens(database, clock),
    callsToday: createCallsToday(database, clock),
  };
  const admission = createAdmission(database, clock);
  const readiness = createReadiness(database);
  const housekeeping = startHousekeeping(database, clock, log);
  const http = createHttpServer({
    config,
    log,
    metrics: createMetrics(),
    readiness,
    sessions,
    routes: routes(services),
    admission,
    version: VERSION,
  });

  return {
    http,
    database,
    users,
    stop: async () => {
      readiness.stop();
      housekeeping.stop();
      await http.close();
      await database.close();
    },
  };
}
