/** Administration of a data directory without a running service: one JSON request on stdin, lines of JSON on stdout. */
import { text } from 'node:stream/consumers';
import {
  type AdminLine,
  AdminRequest,
  DEFAULT_LANGUAGE,
  environmentLanguage,
  parseOrRefuse,
  Refusal,
} from '@synapse/contract';
import { administer } from './admin/administer.ts';
import { BackupError } from './backup/archive.ts';
import { ConfigError } from './config/read-config.ts';
import { NewerDatabase } from './db/migrate.ts';
import { MasterKeyError } from './vault/master-key.ts';

process.umask(0o077);

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
}

function refusedBy(error: Error): { code: string; message: string } {
  if (!(error instanceof Refusal)) return { code: error.name, message: error.message };
  return { code: error.code, message: error.in(environmentLanguage(process.env) ?? DEFAULT_LANGUAGE) };
}

/** What a person can fix. Anything else is a defect, and shows its stack. */
function isExpected(error: unknown): error is Error {
  if ([Refusal, BackupError, ConfigError, MasterKeyError, NewerDatabase].some((kind) => error instanceof kind))
    return true;
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof Error && typeof code === 'string' && /^(E[A-Z]+|SQLITE_\w+|[0-9A-Z]{5})$/.test(code);
}
