/** Who is accepted as an agent, who is not, and what can be seen of both; on both databases. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresDatabase } from '../databases.ts';
import { type Service, startService } from '../service.ts';
import { newAgentMachine } from './agent-rig.ts';
import { ABOUT, enrolFrame, enrolRaw, openTalk, proveFrame, rawKey } from './raw-agent.ts';

describe.each(['sqlite', 'postgres'] as const)('enrolment on %s', (dialect) => {
  let service: Service;
  let session: string;
  let token: string;
  beforeAll(async () => {
    const where: Record<string, string> =
      dialect === 'postgres' ? { SYNAPSE_DATABASE_URL: await createPostgresDatabase() } : {};
    service = await startService(where, { agentHeartbeatMs: 500 });
    session = await service.login();
    token = await service.newToken(session);
  });
  afterAll(() => service.stop());

  let machines = 0;
  const newMachine = (owner = session) => newAgentMachine(service, owner, `m-${++machines}`);
  const look = async (slug: string) => (await service.tool(token, 'synapse_get_machine', { machine: slug })).result;
  const refusals = () =>
    service.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'agent refused') as Record<
      string,
      unknown
    >[];
  /** Sends this frame on a new link and expects to be turned away for it. */
  const refusedFor = async (reason: string, frame: (nonce: string) => unknown) => {
    const before = refusals().length;
    const talk = await openTalk(service.url);
    talk.send(frame(talk.nonce));
    expect(await talk.closed).toEqual({ code: 4401, reason });
    expect(talk.frames).toEqual([]);
    expect(refusals().slice(before)).toMatchObject([{ reason, ip: '127.0.0.1', level: 40 }]);
  };

  it('shows a way in once, and only its hash is kept [C4-MACHINE-AGENT]', async () => {
    const { result } = await service.tool(token, 'synapse_create_machine', { slug: 'once', kind: 'agent' });
    expect(result).toMatchObject({ slug: 'once', kind: 'agent', connected: false, presence: 'unknown' });
    const { code, expires_at, command } = result.enrollment;
    expect(code).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){5}$/);
    const goodFor = Date.parse(expires_at) - Date.parse(result.created_at);
    expect(Math.round(goodFor / 60_000)).toBe(15);
    expect(command).toContain(`run --server ${service.url} --code ${code}`);
    const again = await look('once');
    expect(again).not.toHaveProperty('enrollment');
    expect(again.agent).toEqual({
      enrolled_at: null,
      version: null,
      platform: null,
      hostname: null,
      last_refusal: null,
    });
    const rows = await service.app.database.queries.selectFrom('agents').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(service.log.join('')).not.toContain(code);
  });

  it('takes a code once: a second key is refused, logged and shown', async () => {
    const { slug, code } = await newMachine();
    const key = rawKey();
    await enrolRaw(service.url, key, code);
    await refusedFor('code_used', (nonce) => enrolFrame(rawKey(), nonce, code));
    const { agent } = await look(slug);
    expect(agent.last_refusal).toMatchObject({ reason: 'code_used', ip: '127.0.0.1', at: expect.any(String) });
    // The same key may ask again, because its first answer may have been lost.
    await expect(enrolRaw(service.url, key, code)).resolves.toEqual(expect.any(String));
  });

  it('gives a code to one of many that come at the same moment', async () => {
    const { code } = await newMachine();
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => enrolRaw(service.url, rawKey(), code)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(tries.filter((one) => one.status === 'rejected').map(({ reason }) => reason)).toEqual(
      Array(7).fill('code_used'),
    );
  });

  it('refuses codes that are unknown, too old, or come without a proof', async () => {
    const { code } = await newMachine();
    await refusedFor('code_unknown', (nonce) => enrolFrame(rawKey(), nonce, 'abcde-abcde'));
    await refusedFor('bad_signature', () => enrolFrame(rawKey(), 'another nonce', code));
    await refusedFor('bad_signature', (nonce) => ({
      ...enrolFrame(rawKey(), nonce, code),
      public_key: rawKey().publicKey,
    }));
    await refusedFor('bad_signature', (nonce) => enrolFrame(rawKey('ed448'), nonce, code));
    await refusedFor('bad_signature', (nonce) => ({ ...enrolFrame(rawKey(), nonce, code), public_key: 'AAAA' }));
    service.advance(15 * 60_000);
    await refusedFor('code_expired', (nonce) => enrolFrame(rawKey(), nonce, code));
  });

  it('refuses someone else’s agent, an unenrolled one, a changed key, a replayed handshake', async () => {
    const mine = await newMachine();
    const key = rawKey();
    const machineId = await enrolRaw(service.url, key, mine.code);
    const other = await service.newUser('pro');
    const theirs = await newMachine(other.session);
    const theirKey = rawKey();
    const theirId = await enrolRaw(service.url, theirKey, theirs.code);
    expect(theirId).not.toBe(machineId);
    await refusedFor('key_changed', (nonce) => proveFrame(theirKey, nonce, machineId));
    await refusedFor('key_changed', (nonce) => proveFrame(rawKey(), nonce, machineId));
    await refusedFor('unknown_machine', (nonce) => proveFrame(key, nonce, 'nowhere'));
    const waiting = await newMachine();
    const { id } = await service.app.database.queries
      .selectFrom('machines')
      .select('id')
      .where('slug', '=', waiting.slug)
      .executeTakeFirstOrThrow();
    await refusedFor('not_enrolled', (nonce) => proveFrame(key, nonce, id));

    const first = await openTalk(service.url);
    const proof = proveFrame(key, first.nonce, machineId);
    const welcome = first.next('welcome');
    first.send(proof);
    expect(await welcome).toEqual({ type: 'welcome', slug: mine.slug, resume: [], keep: [] });
    await refusedFor('bad_signature', () => proof);
    // The proof for an enrolment is not valid for a link, nor the other way round.
    await refusedFor('bad_signature', (nonce) => ({
      ...proveFrame(key, nonce, machineId),
      signature: enrolFrame(key, nonce, machineId).signature,
    }));
    expect((await look(mine.slug)).agent.last_refusal.reason).toBe('bad_signature');
    first.socket.terminate();
  });

  it('closes what does not keep to the protocol, and stays up', async () => {
    const key = rawKey();
    const machineId = await enrolRaw(service.url, key, (await newMachine()).code);
    const said: [string, (nonce: string) => unknown, number][] = [
      ['no JSON', () => 'nonsense', 4400],
      ['an unknown frame', () => ({ type: 'nothing' }), 4400],
      ['work before a proof', () => ({ type: 'started', id: 'x' }), 4400],
      ['another version', (nonce) => ({ ...proveFrame(key, nonce, machineId), protocol: 99 }), 4426],
    ];
    for (const [what, frame, code] of said) {
      const talk = await openTalk(service.url);
      talk.send(frame(talk.nonce));
      expect((await talk.closed).code, what).toBe(code);
    }
    const early = await openTalk(service.url);
    early.socket.send(Buffer.alloc(100));
    expect((await early.closed).code).toBe(4400);
    const large = await openTalk(service.url);
    large.socket.send(Buffer.alloc(10 * 1024 * 1024));
    expect((await large.closed).code).toBe(1009);
    // Even when it is known, it may not send what was not asked for.
    const known = await openTalk(service.url);
    const welcome = known.next('welcome');
    known.send(proveFrame(key, known.nonce, machineId));
    await welcome;
    known.send({ type: 'enrol', ...ABOUT, code: 'x', public_key: 'AA', signature: 'AA' });
    expect((await known.closed).code).toBe(4400);
    await expect(openTalk(service.url, { origin: 'https://elsewhere.example' })).rejects.toThrow('403');
    const plain = await service.call('GET', '/agent/link');
    expect(plain.status).toBe(426);
    expect((await service.call('GET', '/healthz')).status).toBe(200);
  });

  it('cuts the link of a user who is gone', async () => {
    const user = await service.newUser('pro');
    const key = rawKey();
    const machineId = await enrolRaw(service.url, key, (await newMachine(user.session)).code);
    const talk = await openTalk(service.url);
    const welcome = talk.next('welcome');
    talk.send(proveFrame(key, talk.nonce, machineId));
    await welcome;
    expect((await service.call('DELETE', `/admin/users/${user.id}`, { token: session })).status).toBe(204);
    expect(await talk.closed).toEqual({ code: 4403, reason: 'revoked' });
  });

  it('lets the newest link of an agent win', async () => {
    const key = rawKey();
    const machineId = await enrolRaw(service.url, key, (await newMachine()).code);
    const link = async () => {
      const talk = await openTalk(service.url);
      const welcome = talk.next('welcome');
      talk.send(proveFrame(key, talk.nonce, machineId));
      await welcome;
      return talk;
    };
    const [first, second] = [await link(), await link()];
    expect((await first.closed).code).toBe(4409);
    second.socket.terminate();
  });
});
