/**
 * Two people and their assistants on one crew, on three instances, while members are removed, demoted and frozen and
 * questions are decided by two at once. A checker of what was told, logged and really run decides.
 */
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEngine } from '../engines/describe-engine.ts';
import { locate } from '../engines/engines.ts';
import { findNats } from '../engines/nats.ts';
import type { Instance } from '../instance.ts';
import { type Pair, startPair } from '../instances/pair.ts';
import { type CrewEntry, checkCrewHistory, type Order, type Right, type Span } from './history/check-crew-history.ts';

/** Orders of each client. */
const ROUNDS = 12;
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
    pair = await startPair(root());
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

  it('nothing runs for who could not, nothing twice, and every entry has its actor', async () => {
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
      if (who !== carl) rights.push({ actor: who.username, from: 0, to: Number.POSITIVE_INFINITY });
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
    /** One order, sent to any instance, by a person or their assistant. */
    const give = async (who: Person, assistant: string | null, approvals: Order['approvals']): Promise<void> => {
      const key = `key-${++keys}`;
      const command = approvals === 0 ? `echo ${key} >> ${witness}` : `echo ${key} | tee -a ${witness}`;
      const asked = { machine: `${CREW}/web1`, command, wait_seconds: approvals === 0 ? 60 : 0 };
      const from = now();
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
        const decide = ({ session }: Person) =>
          anywhere().call('POST', `/synapse/approvals/${approval.id}`, {
            token: session,
            body: { decision: 'approve' },
          });
        await Promise.all([decide(owner), decide(bob), decide(dana), decide(who)]);
        const path = `${base}/executions/${executionId}?wait_seconds=60`;
        told = (await anywhere().call<Told>('GET', path, { token: owner.session })).body;
      }
      const outcome = told.code ?? told.status;
      orders.push({
        key,
        actor: who.username,
        approvals,
        executionId: executionId ?? null,
        told: outcome,
        from,
        to: now(),
      });
    };
    const client = async (who: Person, assistant: string | null): Promise<void> => {
      for (let round = 0; round < ROUNDS; round++) await give(who, assistant, round % 4 === 3 ? 2 : 0);
    };

    const frozen: Span[] = [];
    const trouble = async (): Promise<void> => {
      let since = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const way = round % 3;
        if (way === 2) {
          const freeze = await anywhere().call<{ id: string }>('POST', `${base}/freeze`, {
            token: owner.session,
            body: { reason: 'a drill' },
          });
          const from = now();
          await give(bob, null, 0);
          frozen.push({ from, to: now() });
          await anywhere().call('DELETE', `${base}/freeze/${freeze.body.id}`, { token: owner.session });
          continue;
        }
        const path = `/crews/${CREW}/members/${carl.username}`;
        if (way === 0) await anywhere().call('DELETE', path, { token: owner.session });
        else await setRole(carl, 'watcher');
        rights.push({ actor: carl.username, from: since, to: now() });
        await give(carl, null, 0);
        since = now();
        await setRole(carl, 'operator');
      }
      rights.push({ actor: carl.username, from: since, to: Number.POSITIVE_INFINITY });
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
    expect(checkCrewHistory({ crew: CREW, orders, witnessed, rights, frozen, log, intact })).toEqual([]);
    // It was about something.
    expect(witnessed.length).toBeGreaterThan(ROUNDS);
    const outcomes = new Set(orders.map(({ told }) => told));
    for (const seen of ['done', 'frozen']) expect(outcomes).toContain(seen);
    expect(outcomes.has('not_found') || outcomes.has('role_required')).toBe(true);
    expect(orders.some(({ approvals, told }) => approvals === 2 && told === 'done')).toBe(true);
  });
});
