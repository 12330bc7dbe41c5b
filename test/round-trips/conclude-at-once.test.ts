/** On PostgreSQL, a short command is closed with what was known when it was checked, unless the vault has changed. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostgresDatabase } from '../databases.ts';
import { type Service, startService } from '../service.ts';
import { type DistantDatabase, type RoundTrip, startDistantDatabase } from './distant-database.ts';

let database: DistantDatabase;
let service: Service;
let session: string;
const folder = mkdtempSync(join(tmpdir(), 'synapse-conclude-'));
beforeAll(async () => {
  database = await startDistantDatabase(await createPostgresDatabase());
  service = await startService({ SYNAPSE_DATABASE_URL: database.url, SYNAPSE_EXEC_PER_MINUTE: '10000' });
  session = await service.login();
});
afterAll(async () => {
  await service?.stop();
  await database?.stop();
  rmSync(folder, { recursive: true });
});

interface Ran {
  readonly execution_id: string;
  readonly stdout: string;
}
const run = async (command: string): Promise<Ran> =>
  (await service.call<Ran>('POST', '/synapse/exec', { token: session, body: { machine: 'local', command } })).body;
const put = (name: string, value: string) =>
  service.call('PUT', `/synapse/secrets/${name}`, { token: session, body: { value } });
const kept = async ({ execution_id: id }: Ran): Promise<string> =>
  JSON.stringify((await service.call('GET', `/synapse/executions/${id}/output`, { token: session })).body);

const EXPECTED = /expect_row\(coalesce/;
const closings = (trips: readonly RoundTrip[]) => trips.filter((trip) => trip.some((text) => EXPECTED.test(text)));
const looks = (trips: readonly RoundTrip[]) =>
  trips.filter((trip) => trip.some((text) => /^select "version" from "vault_versions"/.test(text.trim())));

it('a short command asks nothing between its end and its closing', async () => {
  const seen = async () => {
    const { trips, result } = await database.during(() => run('echo hello'));
    expect(result.stdout).toBe('hello\n');
    expect(await kept(result)).toContain('hello');
    return { closed: closings(trips).length, looked: looks(trips).length };
  };
  // A computer that stands still makes any command a long one.
  await expect.poll(seen, { timeout: 120_000 }).toEqual({ closed: 1, looked: 0 });
});

it('a secret that was stored while it ran is in neither the answer nor what is kept of it', async () => {
  let tries = 0;
  const refused = async (): Promise<number> => {
    tries += 1;
    const value = `kept-from-everybody-${tries}-5Tq9`;
    const [up, go] = [join(folder, `up-${tries}`), join(folder, `go-${tries}`)];
    const { trips, result } = await database.during(async () => {
      const running = run(`touch ${up}; until [ -e ${go} ]; do sleep 0.01; done; echo it is ${value}`);
      await expect.poll(() => existsSync(up), { timeout: 60_000, interval: 2 }).toBe(true);
      expect((await put(`LATE_${tries}`, value)).status).toBeLessThan(300);
      writeFileSync(go, '');
      return running;
    });
    expect(result.stdout).toContain(`{{LATE_${tries}}}`);
    expect(result.stdout).not.toContain(value);
    const page = await kept(result);
    expect(page).toContain('it is');
    expect(page).not.toContain(value);
    expect(looks(trips).length).toBeGreaterThan(0);
    const entry = await service.call('GET', `/synapse/executions/${result.execution_id}`, { token: session });
    expect(entry.body).toMatchObject({ status: 'done', exit_code: 0 });
    return closings(trips).length;
  };
  // Where the command took long, nothing is tried.
  await expect.poll(refused, { timeout: 180_000 }).toBe(1);
});
