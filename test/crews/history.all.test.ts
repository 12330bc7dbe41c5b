/**
 * Two people and their assistants on one crew, on three instances, while members are removed, demoted and frozen and
 * questions are decided by two at once. A checker of what was told, logged and really run decides. CREW_MINUTES=60 goes on
 * for an hour, at the pace of people; then two seconds are two seconds.
 */
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeEngine } from '../engines/describe-engine.ts';
import { locate } from '../engines/engines.ts';
import { findNats } from '../engines/nats.ts';
import type { Instance } from '../instance.ts';
import { type Pair, startPair } from '../instances/pair.ts';
import {
  type CrewEntry,
  checkCrewHistory,
  type Decision,
  type Ended,
  type Order,
  type Right,
  type Span,
} from './history/check-crew-history.ts';

/** Orders of each client, in the short form. */
const ROUNDS = 12;
const MINUTES = process.env.CREW_MINUTES === undefined ? null : Number(process.env.CREW_MINUTES);
const WITHIN_MS = MINUTES === null ? 10 * 2_000 : 2_000;
/** Between the orders of a client, and between the decisions of people, in the long form. */
const [THINKS_MS, DECIDES_MS] = [4_000, 2_000];
const CREW = 'deck';
const SKEWED = pathToFileURL(join(import.meta.dirname, '..', 'instances', 'skewed-clock.mjs')).href;

interface Person {
  readonly username: string;
  readonly session: string;
}

const POLICY = `version: 1
rules:
  - name: two others
    when: { program: tee }
    then: ask
    ask: other
    approvals: 2
`;

describeEngine(await locate('nats', findNats), 'a crew on three instances', (root) => {
  let pair: Pair;
  let instances: Instance[];
  beforeAll(async () => {
    pair = await startPair(root(), { SYNAPSE_LIMITS: 'minute=10000,free=100000,equipage=100000' });
    // The clock of one is wrong by five minutes.
    instances = [pair.a, pair.b, await pair.join({ NODE_OPTIONS: `--import ${SKEWED}`, SKEW_MS: '300000' })];
  });
  afterAll(() => pair?.stop());

  const anywhere = (): Instance => instances[randomInt(instances.length)]!;
  const person = async (plan: string): Promise<Person> => {
    const { session } = await pair.a.newUser(plan);
    const { body } = await pair.a.call<{ username: string }>('GET', '/auth/me', { token: session });
    return { username: body.username, session };
  };
  const now = (): number => performance.now();
  const pause = (mostMs: number): Promise<void> => (MINUTES === null ? Promise.resolve() : sleep(randomInt(mostMs)));

  it(
    'nothing runs for who could not, nothing twice, and every entry has its actor',
    async () => {
      const owner = await person('equipage');
      const [bob, carl, dana] = [await person('free'), await person('free'), await person('free')];
      await pair.a.created('/crews', owner.session, { slug: CREW, name: 'Deck' });
      const setRole = (who: Person, role: string) =>
        anywhere().call('PUT', `/crews/${CREW}/members/${who.username}`, { token: owner.session, body: { role } });
      const rights: Right[] = [{ actor: owner.username, from: 0, to: Number.POSITIVE_INFINITY }];
      for (const [who, role] of [
        [bob, 'keeper'],
        [carl, 'operator'],
        [dana, 'keeper'],
      ] as const) {
        expect((await setRole(who, role)).status).toBe(200);
        if (who === bob) rights.push({ actor: who.username, from: 0, to: Number.POSITIVE_INFINITY });
      }
      const base = `/crews/${CREW}/synapse`;
      await pair.a.created(`${base}/machines`, owner.session, { slug: 'web1', kind: 'local' });
      await pair.a.call('PUT', `${base}/policy`, { token: owner.session, body: { text: POLICY } });
      const assistantOf = async ({ session }: Person): Promise<string> => {
        const scopes = ['mcp:read', 'mcp:synapse'];
        return (await pair.a.created<{ token: string }>('/tda/ai/tokens', session, { scopes })).token;
      };
      const assistants = { bob: await assistantOf(bob), carl: await assistantOf(carl) };

      const witness = join(pair.scratch, 'crew-witness');
      const orders: Order[] = [];
      let keys = 0;
      type Told = { execution_id?: string; status: string; code?: string; approval?: { id: string } };
      /** How it ended. An instance that cannot tell yet says when to ask again. */
      const toldOf = async (executionId: string): Promise<Told> => {
        const path = `${base}/executions/${executionId}?wait_seconds=60`;
        for (;;) {
          const { body } = await anywhere().call<Told>('GET', path, { token: owner.session });
          if (body.code !== 'not_ready') return body;
          await sleep(1_000);
        }
      };
      /** One order, sent to any instance, by a person or their assistant. */
      const give = async (who: Person, assistant: string | null, approvals: Order['approvals']): Promise<void> => {
        const key = `key-${++keys}`;
        const command = approvals === 0 ? `echo ${key} >> ${witness}` : `echo ${key} | tee -a ${witness}`;
        const asked = { machine: `${CREW}/web1`, command, wait_seconds: approvals === 0 ? 60 : 0 };
        const from = now();
        const decisions: Decision[] = [];
        let told: Told;
        if (assistant === null)
          told = (await anywhere().call<Told>('POST', '/synapse/exec', { token: who.session, body: asked })).body;
        else {
          const answer = await anywhere().tool(assistant, 'synapse_exec', asked);
          told = answer.isError ? { status: 'refused', code: answer.code } : answer.result;
        }
        const { approval, execution_id: executionId } = told;
        if (told.status === 'pending' && approval !== undefined) {
          // Everybody at once, whoever gave it too.
          const decide = async ({ username, session }: Person): Promise<void> => {
            await pause(DECIDES_MS);
            const start = now();
            const { status } = await anywhere().call('POST', `/synapse/approvals/${approval.id}`, {
              token: session,
              body: { decision: 'approve' },
            });
            if (status === 200) decisions.push({ by: username, from: start, to: now() });
          };
          await Promise.all([owner, bob, carl, dana].map(decide));
          told = await toldOf(executionId!);
        }
        const outcome = told.code ?? told.status;
        orders.push({
          key,
          actor: who.username,
          approvals,
          executionId: executionId ?? null,
          told: outcome,
          decisions,
          from,
          to: now(),
        });
      };
      const began = now();
      const goesOn = (round: number): boolean => (MINUTES === null ? round < ROUNDS : now() - began < MINUTES * 60_000);
      const client = async (who: Person, assistant: string | null): Promise<void> => {
        for (let round = 0; goesOn(round); round++) {
          await give(who, assistant, round % 4 === 3 ? 2 : 0);
          await pause(THINKS_MS);
        }
      };

      const ended: Ended[] = [];
      /** A command that would never end, and what takes the right to run it away. */
      const loseRunning = async (who: Person, why: string, lose: () => Promise<unknown>): Promise<void> => {
        const key = `long-${++keys}`;
        const life = join(pair.scratch, key);
        const command = `while :; do date +%s%3N >> ${life}; sleep 0.05; done`;
        const { body: begun } = await anywhere().call<Told>('POST', '/synapse/exec', {
          token: who.session,
          body: { machine: `${CREW}/web1`, command, wait_seconds: 0, timeout_seconds: 300 },
        });
        if (begun.execution_id === undefined) throw new Error(JSON.stringify(begun));
        await vi.waitUntil(() => existsSync(life), { timeout: 60_000, interval: 20 });
        await lose();
        const lost = Date.now();
        const body = await toldOf(begun.execution_id);
        const last = Number(readFileSync(life, 'utf8').trim().split('\n').at(-1));
        ended.push({ key, why, told: body.code ?? body.status, afterMs: last - lost });
      };

      const frozen: Span[] = [];
      const freeze = async (): Promise<void> => {
        let id = '';
        await loseRunning(bob, 'frozen', async () => {
          const body = { reason: 'a drill' };
          id = (await anywhere().call<{ id: string }>('POST', `${base}/freeze`, { token: owner.session, body })).body
            .id;
        });
        const from = now();
        await give(bob, null, 0);
        frozen.push({ from, to: now() });
        await anywhere().call('DELETE', `${base}/freeze/${id}`, { token: owner.session });
      };
      const since = new Map([carl, dana].map(({ username }) => [username, 0]));
      /** Takes a role away and gives it back. */
      const away = async (who: Person, role: string, way: 'removed' | 'demoted'): Promise<void> => {
        const path = `/crews/${CREW}/members/${who.username}`;
        await loseRunning(who, way, () =>
          way === 'removed' ? anywhere().call('DELETE', path, { token: owner.session }) : setRole(who, 'watcher'),
        );
        rights.push({ actor: who.username, from: since.get(who.username)!, to: now() });
        await give(who, null, 0);
        await pause(THINKS_MS);
        since.set(who.username, now());
        await setRole(who, role);
      };
      const trouble = async (): Promise<void> => {
        for (let round = 0; goesOn(round); round++) {
          const way = round % 4;
          if (way === 0) await away(carl, 'operator', 'removed');
          else if (way === 1) await away(carl, 'operator', 'demoted');
          else if (way === 2) await freeze();
          else await away(dana, 'keeper', 'demoted');
          await pause(THINKS_MS);
        }
        for (const [actor, from] of since) rights.push({ actor, from, to: Number.POSITIVE_INFINITY });
      };
      await Promise.all([
        client(bob, null),
        client(bob, assistants.bob),
        client(carl, null),
        client(carl, assistants.carl),
        trouble(),
      ]);

      type Page = { entries: (Omit<CrewEntry, 'actor' | 'crew'> & Shown)[]; next_cursor: string | null };
      type Shown = { actor?: { username: string }; crew?: string };
      const log: CrewEntry[] = [];
      let cursor: string | null = null;
      do {
        const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const page: Page = (
          await anywhere().call<Page>('GET', `${base}/executions?limit=100${query}`, { token: owner.session })
        ).body;
        for (const { actor, crew, ...rest } of page.entries)
          log.push({ ...rest, actor: actor?.username ?? null, crew: crew ?? null });
        cursor = page.next_cursor;
      } while (cursor !== null);
      const intact = await Promise.all(
        instances.map(
          async (instance) =>
            (await instance.call<{ intact: boolean }>('GET', `${base}/audit/verify`, { token: owner.session })).body
              .intact,
        ),
      );
      const witnessed = existsSync(witness) ? readFileSync(witness, 'utf8').trim().split('\n') : [];
      const slowest = (why: string): number =>
        Math.max(...ended.filter((one) => one.why === why).map(({ afterMs }) => afterMs));
      process.stdout.write(
        `${orders.length} orders, ${witnessed.length} ran, ${log.length} entries, ${ended.length} commands ended; the last sign of life after: removed ${slowest('removed')} ms, demoted ${slowest('demoted')} ms, frozen ${slowest('frozen')} ms\n`,
      );
      const history = { orders, witnessed, rights, frozen, ended, endsWithinMs: WITHIN_MS, log, intact };
      expect(checkCrewHistory({ crew: CREW, ...history })).toEqual([]);
      // It was about something.
      expect(witnessed.length).toBeGreaterThan(ROUNDS);
      const outcomes = new Set(orders.map(({ told }) => told));
      for (const seen of ['done', 'frozen']) expect(outcomes).toContain(seen);
      expect(outcomes.has('not_found') || outcomes.has('role_required')).toBe(true);
      expect(orders.some(({ approvals, told }) => approvals === 2 && told === 'done')).toBe(true);
    },
    ((MINUTES ?? 0) + 10) * 60_000,
  );
});
