/** Administration of a data directory without a running service: one JSON request on stdin, lines of JSON on stdout. */
import { text } from 'node:stream/consumers';
import {
  type AdminLine,
  type AdminRefusal,
  AdminRequest,
  environmentLanguage,
  OTHERS_LANGUAGE,
  parseOrRefuse,
  Refusal,
} from '@synapse/contract';
import { administer } from './admin/administer.ts';
import { NotNow } from './admin/on-instance.ts';
import { BackupError } from './backup/archive.ts';
import { ConfigError, readConfig } from './config/read-config.ts';
import { NoInstance, WrongDatabase } from './db/installation.ts';
import { AlreadyServed } from './db/instance-lock.ts';
import { keepOwnerWithin } from './db/keep-owner.ts';
import { NewerDatabase } from './db/migrate.ts';
import { explainDatabaseError } from './db/out-of-reach.ts';
import { MasterKeyError } from './vault/master-key.ts';

process.umask(0o077);

const EXPECTED = [
  Refusal,
  BackupError,
  ConfigError,
  MasterKeyError,
  NewerDatabase,
  NoInstance,
  WrongDatabase,
  AlreadyServed,
  NotNow,
];

const write = (line: AdminLine): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

try {
  const request = parseOrRefuse(AdminRequest, JSON.parse(await text(process.stdin)));
  const result = await administer(request, {
    env: process.env,
    clock: Date.now,
    onProgress: (progress) => write({ progress }),
  });
  write({ result });
} catch (error) {
  if (!isExpected(error)) throw error;
  write({ refused: refusedBy(error) });
  process.exitCode = 1;
} finally {
  leaveToTheService();
}

/** The service runs as another user, and has to read what root has written. */
function leaveToTheService(): void {
  try {
    keepOwnerWithin(readConfig(process.env).dataDir);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
  }
}

function refusedBy(error: Error): AdminRefusal {
  const away = explainDatabaseError(error);
  if (away !== null) return refusal('OutOfReach', away, true);
  const { code, path } = error as NodeJS.ErrnoException;
  if ((code === 'EACCES' || code === 'EPERM') && path !== undefined) {
    return refusal('NoRights', `${path}: permission denied; run this as the user of the service, or as root`);
  }
  if (!(error instanceof Refusal)) return refusal(error.name, error.message);
  return refusal(error.code, error.in(environmentLanguage(process.env) ?? OTHERS_LANGUAGE));
}

function refusal(code: string, message: string, out_of_reach = false): AdminRefusal {
  return { code, message, out_of_reach };
}

/** What a person can fix. Anything else is a defect, and shows its stack. */
function isExpected(error: unknown): error is Error {
  if (EXPECTED.some((kind) => error instanceof kind) || explainDatabaseError(error) !== null) return true;
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof Error && typeof code === 'string' && /^(E[A-Z]+|SQLITE_\w+|[0-9A-Z]{5})$/.test(code);
}
