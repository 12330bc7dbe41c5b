/** TLS to a real PostgreSQL: what is accepted, and the one line that says why something is not. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type PostgresServer, startPostgres } from '../engines/postgres.ts';
import { type ServiceCertificates, serviceCertificates } from '../engines/tls-certificates.ts';
import { removeAtEnd } from '../left-behind.ts';
import { failToStart } from '../server-process.ts';
import { startService } from '../service.ts';
import { type Cli, createCli } from './run-cli.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const MASTER_KEY = randomBytes(32).toString('base64');

describe('TLS to PostgreSQL', () => {
  const root = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-postgres-tls-')));
  let server: PostgresServer;
  let certificates: ServiceCertificates;
  let otherCa: string;
  let cli: Cli;
  beforeAll(async () => {
    certificates = await serviceCertificates(join(root, 'certificates'));
    otherCa = (await serviceCertificates(join(root, 'others'))).ca;
    server = await startPostgres();
    cli = createCli();
  });
  afterAll(() => {
    cli?.remove();
    server?.stop();
  });

  /** The certificates are for `localhost`. */
  const address = (query = ''): string => `${server.url.replace('127.0.0.1', 'localhost')}/postgres${query}`;
  /** Those that are let in are one installation. */
  const start = (env: Record<string, string>) =>
    startService({ SYNAPSE_DATA_DIR: join(root, 'accepted'), SYNAPSE_MASTER_KEY: MASTER_KEY, ...env });
  let starts = 0;
  const refused = async (more: Record<string, string>) => {
    const dataDir = join(root, `start-${++starts}`);
    const env = { SYNAPSE_DATA_DIR: dataDir, SYNAPSE_DATABASE_URL: address(), ...more };
    const { code, stderr } = await failToStart(env);
    expect(stderr).not.toMatch(/^\s+at /m);
    // Nothing is made before the database answers.
    expect(existsSync(join(dataDir, 'master.key'))).toBe(false);
    const check = await cli.run('migrate', ['--check'], { env });
    return { code, lines: stderr.trim().split('\n'), check };
  };
  /** One line from the service; the same one from a command, with the code for a database out of reach. */
  const expectOneLine = ({ code, lines, check }: Awaited<ReturnType<typeof refused>>, line: RegExp): void => {
    expect(lines).toEqual([expect.stringMatching(line)]);
    expect(code).toBe(1);
    expect(check).toMatchObject({ code: 3, stdout: '' });
    expect(check.stderr).toContain(lines[0]);
    expect(check.stderr).not.toMatch(/^\s+at /m);
  };

  it.each(['require', 'verify-full'])('a server that offers none is told, with sslmode=%s', async (mode) => {
    expectOneLine(
      await refused({ SYNAPSE_DATABASE_URL: address(`?sslmode=${mode}`) }),
      /^PostgreSQL offers no TLS, but sslmode asks for it/,
    );
  });

  it.each(['', '?sslmode=require', '?sslmode=verify-ca', '?sslmode=verify-full'])(
    'a certificate of the authority that is named is accepted, and the connection is encrypted: %s',
    async (query) => {
      server.useTls(certificates.good);
      const service = await start({
        SYNAPSE_DATABASE_URL: address(query),
        SYNAPSE_DATABASE_CA: certificates.ca,
      });
      try {
        const { rows } = await sql<{ ssl: boolean }>`
          select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(service.app.database.queries);
        expect(rows).toEqual([{ ssl: true }]);
      } finally {
        await service.stop();
      }
    },
  );

  it('one of another authority is refused, and so is one of an authority that nobody named', async () => {
    server.useTls(certificates.good);
    const line =
      /^The certificate of PostgreSQL is not accepted \(.+\): name the authority that signed it with SYNAPSE_DATABASE_CA$/;
    expectOneLine(await refused({ SYNAPSE_DATABASE_CA: otherCa }), line);
    expectOneLine(await refused({ SYNAPSE_DATABASE_URL: address('?sslmode=require') }), line);
  });

  it('one for another name is refused, and the address is to blame', async () => {
    server.useTls(certificates.otherName);
    for (const mode of ['require', 'verify-ca', 'verify-full']) {
      expectOneLine(
        await refused({
          SYNAPSE_DATABASE_CA: certificates.ca,
          SYNAPSE_DATABASE_URL: address(`?sslmode=${mode}`),
        }),
        /^The certificate of PostgreSQL is not accepted \(.*elsewhere\.example.*\): SYNAPSE_DATABASE_URL must name the server as its certificate does$/,
      );
    }
  });

  it('one that has expired is refused, and has to be renewed', async () => {
    server.useTls(certificates.expired);
    expectOneLine(
      await refused({ SYNAPSE_DATABASE_CA: certificates.ca }),
      /^The certificate of PostgreSQL is not accepted \(certificate has expired\): renew it$/,
    );
  });

  it('no-verify takes any certificate, and still encrypts', async () => {
    server.useTls(certificates.expired);
    const service = await start({ SYNAPSE_DATABASE_URL: address('?sslmode=no-verify') });
    const { rows } = await sql<{ ssl: boolean }>`
      select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(service.app.database.queries);
    await service.stop();
    expect(rows).toEqual([{ ssl: true }]);
  });

  it('a server that insists on TLS refuses whoever comes without', async () => {
    server.useTls(certificates.good);
    for (const query of ['', '?sslmode=disable']) {
      expectOneLine(
        await refused({ SYNAPSE_DATABASE_URL: address(query) }),
        /^PostgreSQL refuses \(SYNAPSE_DATABASE_URL\): no pg_hba\.conf entry .+, no encryption$/,
      );
    }
  });

  it.each(['verify', 'prefer', 'REQUIRE', 'require&sslmode=disable'])(
    'sslmode=%s is a wrong setting: nothing is sent, and systemd does not try again',
    async (mode) => {
      const { code, lines, check } = await refused({ SYNAPSE_DATABASE_URL: address(`?sslmode=${mode}`) });
      expect(lines).toEqual([
        'The configuration is wrong:',
        '  SYNAPSE_DATABASE_URL takes sslmode once, as one of disable, no-verify, require, verify-ca, verify-full',
      ]);
      expect(code).toBe(78);
      expect(check.code).not.toBe(0);
      expect(check.stderr).toContain('sslmode once');
    },
  );
});
