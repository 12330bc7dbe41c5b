/** Starts the service: configuration, compose, listen, signals. */
import { Refusal } from '@synapse/contract';
import { compose } from './compose.ts';
import { listeningUrl, urlToOpen } from './config/own-url.ts';
import { type Config, ConfigError, readConfig } from './config/read-config.ts';
import { WrongDatabase } from './db/installation.ts';
import { AlreadyServed } from './db/instance-lock.ts';
import { NewerDatabase } from './db/migrate.ts';
import { explainDatabaseError } from './db/out-of-reach.ts';
import { tidyMemorySoon } from './memory/tidy-memory.ts';
import { explainSystemError, lacksRights } from './service/explain-system-error.ts';
import { firstRun, welcomeText } from './service/first-run.ts';
import { whatIsOpen } from './service/local-isolation.ts';
import { createLog } from './service/log.ts';
import { onParentGone } from './service/on-parent-gone.ts';
import { MasterKeyError } from './vault/master-key.ts';

// What this process writes (database, keys, checkpoints) is readable only by its own user; commands get its login's.
const loginUmask = process.umask(0o077);

/** EX_CONFIG of sysexits.h: trying again changes nothing. The unit does not restart a service that ends with it. */
const MISCONFIGURED = 78;

await start();

async function start(): Promise<void> {
  try {
    await serve(readConfig(process.env, loginUmask));
  } catch (error) {
    if (error instanceof ConfigError)
      fail(['The configuration is wrong:', ...error.problems.map((line) => `  ${line}`)], MISCONFIGURED);
    if (error instanceof MasterKeyError || error instanceof NewerDatabase || error instanceof WrongDatabase)
      fail([error.message], MISCONFIGURED);
    const away = explainDatabaseError(error);
    if (away !== null) fail([away]);
    if (error instanceof Refusal || error instanceof AlreadyServed) fail([error.message]);
    fail(
      [explainSystemError(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))],
      lacksRights(error) ? MISCONFIGURED : 1,
    );
  }
}

async function serve(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  const app = await compose(config, log);
  const first = await firstRun(app.users, app.machines, config);
  const open = config.allowLocal === 'off' ? null : whatIsOpen(app.local);
  if (open !== null) log.warn({ isolation: app.local.state, reason: app.local.reason }, open);
  const take = (error: unknown, origin: NodeJS.UncaughtExceptionOrigin): void => {
    if (!app.unexpected.take(error, origin)) return;
    log.fatal({ err: error }, 'unexpected error: exiting');
    process.exit(1);
  };
  process.on('uncaughtException', take);
  process.on('unhandledRejection', (reason) => take(reason, 'unhandledRejection'));
  // Before it announces that it listens: a signal may come right after that.
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    app.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  // The terminal was closed. Settings are read at the start only, so there is nothing to reload.
  process.on('SIGHUP', () => stop('SIGHUP'));
  onParentGone(() => stop('the parent is gone'));

  try {
    await app.http.listen({ host: config.host, port: config.port });
  } catch (error) {
    // The next start makes the account again, and prints its password.
    if (first !== null) await app.users.removeFirst(first.userId);
    throw error;
  }
  const bound = app.http.server.address();
  const address = listeningUrl(config.host, bound);
  const url = config.publicUrl ?? address;
  if (first !== null) process.stdout.write(welcomeText(first, config.publicUrl ?? urlToOpen(config.host, bound), open));
  process.stdout.write(`Synapse is listening on ${address}${url === address ? '' : ` as ${url}`}\n`);
  log.info({ url, address, database: app.database.dialect }, 'listening');
  tidyMemorySoon(app.isIdle);
}

function fail(lines: string[], code = 1): never {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(code);
}
