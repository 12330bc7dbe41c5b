/** Two hundred commands at once: each is counted, every one that was let in runs, and nobody blames the shell. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceStatus } from '@synapse/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPostgresDatabase } from './databases.ts';
import { type Service, startService, type TestUser } from './service.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

const AT_ONCE = 200;
/** The longest there is: what is tested is how many run, not how soon. */
const TIMEOUT_SECONDS = 300;

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`two hundred commands at once on ${dialect}`, () => {
    let service: Service;
    const start = async (perMinute: number): Promise<void> => {
      service = await startService({
        SYNAPSE_LIMITS: `minute=${perMinute}`,
        ...(dialect === 'postgres' && { SYNAPSE_DATABASE_URL: await createPostgresDatabase() }),
      });
    };
    const newUser = async (): Promise<TestUser> => {
      const user = await service.newUser('pro', { role: 'admin' });
      const body = { slug: 'local', label: 'Here', kind: 'local' };
      await service.call('POST', '/synapse/machines', { token: user.session, body });
      return user;
    };
    const exec = (user: TestUser, command: string) =>
      service.call('POST', '/synapse/exec', {
        token: user.session,
        body: { machine: 'local', command, timeout_seconds: TIMEOUT_SECONDS },
      });
    const burst = (user: TestUser, count: number, command: (each: number) => string) =>
      Promise.all(Array.from({ length: count }, (_, each) => exec(user, command(each))));
    /** How many ended how. */
    const countOf = (answers: readonly Awaited<ReturnType<typeof exec>>[]): Record<string, number> => {
      const outcomes = answers.map(
        ({ status, body }) => `${status} ${body.code ?? `${body.status} ${body.exit_code}`}`,
      );
      return Object.fromEntries(
        [...Map.groupBy(outcomes, (outcome) => outcome)].map(([one, all]) => [one, all.length]),
      );
    };

    describe('with the usual limit', () => {
      beforeAll(() => start(30));
      afterAll(() => service.stop());

      it('as many run as one user may give in a minute; the rest is told so, and nothing else', async () => {
        const user = await newUser();
        const answers = await burst(user, AT_ONCE, (each) => `echo ${each}`);
        expect(countOf(answers)).toEqual({ '200 done 0': 30, '429 exec_rate_limited': AT_ONCE - 30 });
        const refused = answers.find(({ status }) => status === 429)!;
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      });
    });

    describe('with room for all of them', () => {
      beforeAll(() => start(AT_ONCE));
      afterAll(() => service.stop());

      it('all of them wait for their turn, and each runs once', async () => {
        const user = await newUser();
        const answers = await burst(user, AT_ONCE, (each) => `echo ${each}`);
        expect(countOf(answers)).toEqual({ '200 done 0': AT_ONCE });
        expect(answers.map(({ body }) => String(body.stdout).trim())).toEqual(answers.map((_, each) => String(each)));
      });

      it('whoever has a hundred waiting holds up nobody else', async () => {
        const [greedy, other] = [await newUser(), await newUser()];
        const gate = join(service.scratch, `gate-${dialect}`);
        const held = burst(greedy, 100, () => `until [ -e ${gate} ]; do sleep 0.2; done`);
        const waiting = async (): Promise<number> => {
          const { body } = await service.call<ServiceStatus>('GET', '/admin/status', { token: other.session });
          return body.instances[0]?.report?.waiting_commands ?? -1;
        };
        // Eight run on one machine; the others wait.
        await expect.poll(waiting, { timeout: 300_000 }).toBe(92);
        expect(countOf(await burst(other, 20, () => 'true'))).toEqual({ '200 done 0': 20 });
        expect(await waiting()).toBe(92);
        writeFileSync(gate, '');
        expect(countOf(await held)).toEqual({ '200 done 0': 100 });
      });
    });
  });
}
