/** What one user or one address can hold, or have refused, is bounded, and others do not notice. */
import { get } from 'node:http';
import { LIMITS, LINK_LIMITS } from '@synapse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personalWorkspaceId } from '../packages/server/src/ids.ts';
import { enrolFrame, openTalk, proveFrame, rawKey } from './agents/raw-agent.ts';
import { createPostgresDatabase } from './databases.ts';
import { type Service, startService, USUAL_RATE } from './service.ts';

/** Lines that nearly match, sixty patterns of counted repeats: seconds of work even for a linear matcher. */
const repeats = (last: string) => Array.from({ length: 30 }, (_, i) => `^${'a{0,30}'.repeat(28)}${last}${i}$`);
const HEAVY_FILTER = {
  match_command: '^deploy',
  strip_lines_matching: repeats('b'),
  keep_lines_matching: repeats('c'),
  cases: Array.from({ length: 20 }, (_, i) => ({
    name: `case ${i}`,
    stdout: `${'a'.repeat(990)}\n`.repeat(20),
    expected: '',
  })),
};

describe.each(['sqlite', 'postgres'] as const)('counted in the database, on %s', (dialect) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService(
      dialect === 'postgres'
        ? { SYNAPSE_DATABASE_URL: await createPostgresDatabase(), SYNAPSE_ALLOW_LOCAL: 'all' }
        : { SYNAPSE_ALLOW_LOCAL: 'all' },
      USUAL_RATE,
    );
  });
  afterAll(() => service.stop());

  const put = (token: string, path: string, body: unknown) =>
    service.call<{ code?: string }>('PUT', path, { token, body });
  const column = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, i) => make(i));

  it('so many machines, aliases and filters; those that are there stay, and change', async () => {
    const { id, session } = await service.newUser('pro');
    const workspace_id = personalWorkspaceId(id);
    const { queries } = service.app.database;
    const now = Date.now();
    const carried = { machine: null, container: null, cwd: null, timeout_seconds: null };
    const aliases = column(LIMITS.aliases, (i) => {
      const code = `a${i}`;
      return {
        workspace_id,
        code_key: code,
        code,
        command: 'true',
        first_word: null,
        hit_count: 0,
        last_used_at: null,
      };
    });
    await queries
      .insertInto('aliases')
      .values(aliases.map((alias) => ({ ...alias, ...carried, created_at: now, updated_at: now })))
      .execute();
    expect((await put(session, '/synapse/aliases/qzx', { command: 'uptime' })).body.code).toBe('limit_reached');

    const add = (slug: string) =>
      service.call<{ code?: string }>('POST', '/synapse/machines', { token: session, body: { slug, kind: 'agent' } });
    expect((await add('m-1')).status).toBe(201);
    const row = await queries
      .selectFrom('machines')
      .selectAll()
      .where('workspace_id', '=', workspace_id)
      .executeTakeFirstOrThrow();
    const machines = column(LIMITS.machines - 1, (i) => ({ ...row, id: `${row.id}-${i}`, slug: `m-${i + 2}` }));
    await queries.insertInto('machines').values(machines).execute();
    const refused = await add('one-more');
    expect([refused.status, refused.body.code]).toEqual([409, 'limit_reached']);
    const changed = await service.call('PATCH', '/synapse/machines/m-1', { token: session, body: { label: 'still' } });
    expect(changed.status).toBe(200);

    const definition = JSON.stringify({ name: 'x', match_command: '^x' });
    const rows = column(LIMITS.filters.max, (i) => ({ workspace_id, name: `f-${i}`, definition, revision: 1 }));
    await queries
      .insertInto('own_filters')
      .values(rows.map((row) => ({ ...row, created_at: now, updated_at: now })))
      .execute();
    const filter = { match_command: '^x', head_lines: 3 };
    expect((await put(session, '/synapse/filters/one-more', filter)).body.code).toBe('limit_reached');
    expect((await put(session, '/synapse/filters/f-1', filter)).status).toBe(200);
    const { session: other } = await service.newUser('pro');
    expect((await put(other, '/synapse/filters/one-more', filter)).status).toBe(201);
  });

  it('so many refusals a minute; from there on one after the other, and a good command comes through', async () => {
    const { session } = await service.newUser('pro');
    await service.call('POST', '/synapse/machines', { token: session, body: { slug: 'here', kind: 'local' } });
    const order = (machine: string) =>
      service.call<{ code?: string; exit_code?: number }>('POST', '/synapse/exec', {
        token: session,
        body: { machine, command: 'true' },
      });
    const { max, windowMs, everyMs, waiting } = LIMITS.refusedExecutions;
    for (let i = 0; i < max; i++) expect((await order('nowhere')).body.code).toBe('machine_not_found');
    const from = performance.now();
    expect((await order('nowhere')).body.code).toBe('machine_not_found');
    expect((await order('here')).body.exit_code).toBe(0);
    expect(performance.now() - from).toBeGreaterThan(everyMs);

    const flood = await Promise.all(column(3 * waiting, () => order('nowhere')));
    const turnedAway = flood.filter(({ body }) => body.code === 'exec_rate_limited');
    // A late one finds a place that is free again.
    expect(turnedAway.length).toBeGreaterThan(0);
    expect(turnedAway.length).toBeLessThanOrEqual(2 * waiting);
    expect(turnedAway.every(({ status, headers }) => status === 429 && headers.get('retry-after') === '1')).toBe(true);
    expect((await order('here')).body.exit_code).toBe(0);

    // Every order that was looked at is in the log. Of those that were not, ten a minute.
    type Page = { entries: { refusal: string | null }[] };
    const { body } = await service.call<Page>('GET', '/synapse/executions?limit=100', { token: session });
    const count = (code: string | null) => body.entries.filter(({ refusal }) => refusal === code).length;
    const lookedAt = max + 1 + flood.length - turnedAway.length;
    expect([count('machine_not_found'), count('exec_rate_limited'), count(null)]).toEqual([
      lookedAt,
      Math.min(10, turnedAway.length),
      2,
    ]);

    service.advance(windowMs);
    const { session: other } = await service.newUser('pro');
    const orderOfOther = { token: other, body: { machine: 'nowhere', command: 'true' } };
    const others = await Promise.all(column(max, () => service.call('POST', '/synapse/exec', orderOfOther)));
    expect(others.every(({ status }) => status === 404)).toBe(true);
  });
});

describe('held by one instance', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ SYNAPSE_ALLOW_LOCAL: 'all' });
  });
  afterAll(() => service.stop());

  /** An open stream: its status, and its end. */
  const openStream = (path: string, token: string) =>
    new Promise<{ status: number; close: () => void }>((resolve, reject) => {
      const asked = get(service.url + path, { headers: { authorization: `Bearer ${token}` } }, (answer) =>
        resolve({ status: answer.statusCode!, close: () => asked.destroy() }),
      );
      asked.once('error', reject);
    });

  it('so many streams of a user, and others have theirs', async () => {
    const [mine, other] = [(await service.newUser('pro')).session, (await service.newUser('free')).session];
    const open: { status: number; close: () => void }[] = [];
    for (let i = 0; i < LIMITS.openStreams.perUser; i++) open.push(await openStream('/synapse/events', mine));
    expect(open.every(({ status }) => status === 200)).toBe(true);
    const refused = await service.call<{ code: string }>('GET', '/synapse/events', { token: mine });
    expect([refused.status, refused.body.code]).toEqual([429, 'streams_exceeded']);
    open.push(await openStream('/synapse/events', other));
    expect(open.at(-1)!.status).toBe(200);
    open[0]!.close();
    // The place is free as soon as the service has noticed.
    const again = async () => {
      const stream = await openStream('/synapse/events', mine);
      open.push(stream);
      return stream.status;
    };
    await expect.poll(again).toBe(200);
    for (const { close } of open) close();
  });

  it('silent links of agents keep no agent out', async () => {
    const silent = await Promise.all(
      Array.from({ length: LIMITS.unprovenLinks }, () => openTalk(service.url).catch(() => null)),
    );
    const oldest = silent.find((talk) => talk !== null)!;
    const late = await openTalk(service.url);
    expect(late.nonce).not.toBe('');
    expect(await oldest.closed).toMatchObject({ code: 1013 });
    for (const talk of [...silent, late]) talk?.socket.terminate();
  });

  it('an agent that reads nothing is answered so much and no more', async () => {
    const { session } = await service.newUser('pro');
    const made = await service.call<{ enrollment: { code: string } }>('POST', '/synapse/machines', {
      token: session,
      body: { slug: 'deaf', kind: 'agent' },
    });
    const key = rawKey();
    const first = await openTalk(service.url);
    first.send(enrolFrame(key, first.nonce, made.body.enrollment.code));
    const { machine_id } = await first.next('enrolled');
    const talk = await openTalk(service.url);
    talk.send(proveFrame(key, talk.nonce, machine_id as string));
    await talk.next('welcome');
    talk.socket.pause();
    let ended = false;
    void talk.closed.then(() => {
      ended = true;
    });
    talk.socket.on('error', () => undefined);
    // Each asks for an answer, by frame and by ping: far more of them than may stay unread.
    const content = 'x'.repeat(100);
    const connected = async () =>
      (await service.call<{ connected: boolean }>('GET', '/synapse/machines/deaf', { token: session })).body.connected;
    expect(await connected()).toBe(true);
    for (let sent = 0; !ended && sent < 40 * LINK_LIMITS.unreadBytes; sent += 200) {
      if (talk.socket.readyState !== talk.socket.OPEN) break;
      talk.send({ type: 'started', id: `unknown-${sent}` });
      talk.socket.ping(content);
      if (sent % 200_000 === 0 && !(await connected())) break;
    }
    expect(await connected()).toBe(false);
    talk.socket.terminate();
  });
});

describe('heavy work of one user', () => {
  it('is refused in the end, while others are served, and is counted', async () => {
    const service = await startService();
    try {
      const { session } = await service.newUser('free');
      let pending = true;
      const heavy = service
        .call<{ code: string }>('PUT', '/synapse/filters/heavy', { token: session, body: HEAVY_FILTER })
        .finally(() => {
          pending = false;
        });
      for (let i = 0; i < 50; i++) expect((await service.call('GET', '/healthz')).status).toBe(200);
      expect(pending).toBe(true);
      const { status, body } = await heavy;
      expect([status, body.code]).toEqual([422, 'text_work_too_heavy']);
      const { filters } = (await service.call<{ filters: unknown[] }>('GET', '/synapse/filters', { token: session }))
        .body;
      expect(filters).toEqual([]);
      const metrics = (await service.call('GET', '/metrics')).body as unknown as string;
      expect(metrics).toContain('synapse_text_work_total{outcome="killed"} 1');
      expect(metrics).toMatch(/nodejs_eventloop_lag_max_seconds [\d.e-]+/);
    } finally {
      await service.stop();
    }
  });

  it('a long body of a stranger is refused before it is read', async () => {
    const service = await startService();
    try {
      // No JSON at all: whoever reads it reports that.
      const body = '{"a":'.repeat(50_000);
      const send = async (path: string, headers: Record<string, string>) => {
        const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
        return (await fetch(service.url + path, init)).status;
      };
      expect(await send('/tda/projects', {})).toBe(401);
      expect(await send('/tda/mcp', { 'x-ai-token': 'nobody' })).toBe(401);
      const session = await service.login();
      expect(await send('/tda/projects', { authorization: `Bearer ${session}` })).toBe(400);
      expect(await send('/tda/mcp', { 'x-ai-token': await service.newToken(session) })).toBe(400);
    } finally {
      await service.stop();
    }
  });
});
