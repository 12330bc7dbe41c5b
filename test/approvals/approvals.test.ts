/** A command that a person is asked about, and everything that can become of it: it runs once, or never, and the log says which. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresDatabase } from '../databases.ts';
import { removeAtEnd } from '../left-behind.ts';
import { type Service, startService, USUAL_RATE } from '../service.ts';
import {
  ASKING_POLICY,
  approve,
  ask,
  decide,
  entryOf,
  intact,
  leavesMark,
  listed,
  look,
  newOwner,
  type Owner,
  type Shown,
} from './rig.ts';

interface Waiting {
  readonly owner: Owner;
  readonly id: string;
  readonly approvalId: string;
  readonly runs: () => number;
}

describe.each(['sqlite', 'postgres'] as const)('a question on %s', (dialect) => {
  let service: Service;
  const env: Record<string, string> = { SYNAPSE_ALLOW_LOCAL: 'all' };
  beforeAll(async () => {
    env.SYNAPSE_DATA_DIR = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-approvals-')));
    if (dialect === 'postgres') env.SYNAPSE_DATABASE_URL = await createPostgresDatabase();
    service = await startService(env, USUAL_RATE);
  });
  afterAll(() => service?.stop());

  const put = async (more: object = {}, owner?: Owner): Promise<Waiting> => {
    const asker = owner ?? (await newOwner(service));
    const { command, runs } = leavesMark();
    const { result } = await ask(service, asker, command, more);
    expect(result).toMatchObject({ status: 'pending', exit_code: null, success: null });
    // Its port was not known before it listened.
    expect(result.approval.url).toBe(`${service.url}/approvals/${result.approval.id}`);
    return { owner: asker, id: result.execution_id, approvalId: result.approval.id, runs };
  };

  it('shows what is asked, to nobody but its owner, and runs what is approved, once', async () => {
    const waiting = await put();
    const { owner, id, approvalId, runs } = waiting;
    const [shown] = await listed(service, owner);
    expect(shown).toMatchObject({
      id: approvalId,
      execution_id: id,
      machine: 'asked',
      container: null,
      cwd: null,
      secrets: [],
      rule: 'ask me',
      token_label: 'helper',
      token_hint: expect.stringMatching(/^dk_ai_/),
      status: 'pending',
      command_template: expect.stringMatching(/^echo ran/),
      decided_by: null,
      decided_at: null,
      comment: null,
      reason: expect.stringContaining('ask me'),
      effects: expect.any(Array),
      client: null,
    });
    expect(Date.parse(shown.expires_at) - Date.parse(shown.created_at)).toBe(600_000);
    expect(await entryOf(service, owner, id)).toMatchObject({
      status: 'pending',
      success: null,
      verdict: 'ask',
      rule: 'ask me',
      approval_id: approvalId,
      decided_by: null,
    });
    const stranger = await newOwner(service);
    expect(await listed(service, stranger)).toEqual([]);
    expect((await approve(service, stranger, approvalId)).status).toBe(404);
    const byToken = await service.call('POST', `/synapse/approvals/${approvalId}`, {
      token: owner.token,
      body: { decision: 'approve' },
    });
    expect(byToken).toMatchObject({ status: 401, body: { code: 'token_kind_wrong' } });
    expect(runs()).toBe(0);

    const answer = await approve(service, owner, approvalId, { comment: 'go' });
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'approved', decided_by: owner.username, comment: 'go', decided_at: expect.any(String) },
    });
    expect(await look(service, owner, id)).toMatchObject({
      status: 'done',
      exit_code: 0,
      success: true,
      comment: 'go',
    });
    expect(runs()).toBe(1);
    for (const decision of ['approve', 'deny']) {
      expect(await decide(service, owner, approvalId, { decision })).toMatchObject({
        status: 409,
        body: { code: 'approval_decided' },
      });
    }
    expect(await listed(service, owner)).toEqual([]);
    expect(await entryOf(service, owner, id)).toMatchObject({
      status: 'done',
      verdict: 'ask',
      rule: 'ask me',
      approval_id: approvalId,
      decided_by: owner.username,
    });
    expect(runs()).toBe(1);
    await intact(service, owner);
  });

  it('is waited for by the call that asked, which gets the result', async () => {
    const owner = await newOwner(service);
    const call = ask(service, owner, 'echo out; exit 3', { wait_seconds: 20 });
    await expect.poll(() => listed(service, owner)).toHaveLength(1);
    const [{ id }] = await listed(service, owner);
    await approve(service, owner, id);
    expect((await call).result).toMatchObject({ status: 'done', exit_code: 3, stdout: 'out\n' });
    expect((await call).result).not.toHaveProperty('comment');
    const commented = ask(service, owner, 'echo once', { wait_seconds: 20 });
    await expect.poll(() => listed(service, owner)).toHaveLength(1);
    await approve(service, owner, (await listed(service, owner))[0].id, { comment: 'only\nthis once' });
    expect((await commented).result).toMatchObject({ stdout: 'once\n', comment: 'only\nthis once' });
    const params = {
      name: 'synapse_get_execution',
      arguments: { execution_id: (await commented).result.execution_id },
    };
    const { body } = await service.call<Shown>('POST', '/tda/mcp?answers=text', {
      headers: { 'x-ai-token': owner.token },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    });
    expect(body.result.content[0].text).toMatch(/^exit 0 · [\d.]+ m?s · approved: only this once/);
    const refused = ask(service, owner, 'echo no', { wait_seconds: 20 });
    await expect.poll(() => listed(service, owner)).toHaveLength(1);
    const [second] = await listed(service, owner);
    await decide(service, owner, second.id, { decision: 'deny', comment: 'not today' });
    expect(await refused).toMatchObject({
      isError: true,
      code: 'approval_denied',
      text: `Exécution refusée : not today (${owner.username})`,
    });
    const entry = (id: string) =>
      service.call<Shown>('GET', `/synapse/executions/${id}/entry`, { token: owner.session });
    expect((await entry(second.execution_id)).body).toMatchObject({ refusal: 'approval_denied', comment: 'not today' });
    expect((await entry((await commented).result.execution_id)).body.comment).toBe('only\nthis once');
  });

  /** What happens to a question; the refusal and the status that its entry has then, and what approving it answers. */
  const ends: Record<string, { do: (waiting: Waiting) => Promise<unknown>; entry: Shown; approve: [number, string] }> =
    {
      denied: {
        do: ({ owner, approvalId }) => decide(service, owner, approvalId, { decision: 'deny' }),
        entry: { status: 'refused', refusal: 'approval_denied' },
        approve: [409, 'approval_decided'],
      },
      expired: {
        do: async () => service.advance(601_000),
        entry: { status: 'refused', refusal: 'approval_expired', decided_by: null },
        approve: [409, 'approval_decided'],
      },
      cancelled: {
        do: ({ owner, id }) => service.tool(owner.token, 'synapse_cancel_execution', { execution_id: id }),
        entry: { status: 'cancelled', refusal: null },
        approve: [409, 'approval_decided'],
      },
      'of a token that is revoked': {
        do: ({ owner }) => service.call('DELETE', `/tda/ai/tokens/${owner.tokenId}`, { token: owner.session }),
        entry: { status: 'cancelled', refusal: 'token_revoked' },
        approve: [409, 'approval_decided'],
      },
      'of a token that is replaced': {
        do: ({ owner }) => service.newToken(owner.session),
        entry: { status: 'cancelled', refusal: 'token_revoked' },
        approve: [409, 'approval_decided'],
      },
      frozen: {
        do: ({ owner }) =>
          service.call('POST', '/synapse/freeze', { token: owner.session, body: { machine: 'asked' } }),
        entry: { status: 'refused', refusal: 'frozen' },
        approve: [409, 'approval_decided'],
      },
      'about a machine that has changed': {
        do: ({ owner }) =>
          service.call('PATCH', '/synapse/machines/asked', { token: owner.session, body: { default_cwd: '/tmp' } }),
        entry: { status: 'refused', refusal: 'approval_stale' },
        approve: [409, 'approval_stale'],
      },
      'about a machine that is in maintenance': {
        do: ({ owner }) =>
          service.call('PATCH', '/synapse/machines/asked', { token: owner.session, body: { statut: 'maintenance' } }),
        entry: { status: 'refused', refusal: 'approval_stale' },
        approve: [409, 'approval_stale'],
      },
      'of a user whose plan was taken away': {
        do: async ({ owner }) => {
          const body = { plan: 'free' };
          const { status } = await service.call('PATCH', `/admin/users/${owner.id}`, {
            token: await service.login(),
            body,
          });
          expect(status).toBe(200);
        },
        entry: { status: 'refused', refusal: 'approval_stale' },
        approve: [409, 'approval_stale'],
      },
      'about what the policy denies by now': {
        do: async ({ owner }) => {
          const text = ASKING_POLICY.replace('then: ask', 'then: deny');
          const { status } = await service.call('PUT', '/synapse/policy', { token: owner.session, body: { text } });
          expect(status).toBe(200);
        },
        entry: { status: 'refused', refusal: 'policy_denied' },
        approve: [403, 'policy_denied'],
      },
    };

  const neverRuns = async (end: (typeof ends)[string]): Promise<void> => {
    const waiting = await put();
    const { owner, id, approvalId, runs } = waiting;
    const before = await service.tool(owner.token, 'synapse_get_execution', { execution_id: id });
    expect(before.result).toMatchObject({ status: 'pending', approval: { id: approvalId } });
    await end.do(waiting);
    const answer = await approve(service, owner, approvalId);
    expect([answer.status, answer.body.code]).toEqual(end.approve);
    expect(await entryOf(service, owner, id)).toMatchObject({ exit_code: null, verdict: 'ask', ...end.entry });
    expect(await listed(service, owner)).toEqual([]);
    const result = await service.call<Shown>('GET', `/synapse/executions/${id}`, { token: owner.session });
    expect(result.body).toMatchObject({ status: end.entry.status, success: false });
    if (end.entry.refusal !== null) expect(result.body.refusal.code).toBe(end.entry.refusal);
    expect(runs()).toBe(0);
    await intact(service, owner);
  };
  const { expired, ...others } = ends;
  it('never runs once its time is over, and the log says why', () => neverRuns(expired!));
  it.concurrent.each(Object.entries(others))('%s never runs, and the log says why', (_name, end) => neverRuns(end));

  it('about a secret that has changed is stale; one that has not changed runs, and leaks nothing', async () => {
    const owner = await newOwner(service);
    const secret = (value: string) =>
      service.call('PUT', '/synapse/secrets/KEY', { token: owner.session, body: { value } });
    await secret('first-value-of-it');
    const asked = () => ask(service, owner, 'printf %s "{{KEY}}" | wc -c');
    const first = (await asked()).result;
    const [shown] = await listed(service, owner);
    expect(shown).toMatchObject({ secrets: ['KEY'], command_template: 'printf %s "{{KEY}}" | wc -c' });
    await secret('second-value-of-it');
    expect(await approve(service, owner, first.approval.id)).toMatchObject({
      status: 409,
      body: { code: 'approval_stale' },
    });
    const second = (await asked()).result;
    expect((await approve(service, owner, second.approval.id)).status).toBe(200);
    expect(await look(service, owner, second.execution_id)).toMatchObject({ status: 'done', stdout: '18\n' });
    const typed = (await ask(service, owner, 'echo second-value-of-it')).result;
    expect(JSON.stringify(await listed(service, owner))).not.toContain('second-value');
    const rows = await service.app.database.queries.selectFrom('approvals').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('second-value');
    expect(rows.filter(({ status, sealed }) => status !== 'pending' && sealed !== null)).toEqual([]);
    expect((await approve(service, owner, typed.approval.id)).status).toBe(200);
    expect((await look(service, owner, typed.execution_id)).stdout).not.toContain('second-value');
  });

  it('of a user who is shut out is closed, and of one who is removed, too', async () => {
    const [disabled, removed] = [await put(), await put()];
    const admin = await service.login();
    await service.call('PATCH', `/admin/users/${disabled.owner.id}`, { token: admin, body: { disabled: true } });
    await service.call('DELETE', `/admin/users/${removed.owner.id}`, { token: admin });
    const statuses = () =>
      service.app.database.queries
        .selectFrom('audit_entries')
        .select('status')
        .where('execution_id', 'in', [disabled.id, removed.id])
        .execute();
    await expect.poll(statuses).toEqual([{ status: 'cancelled' }, { status: 'cancelled' }]);
  });

  it('outlives a restart, with nobody’s call held up by it', async () => {
    const owner = await newOwner(service);
    const { command, runs } = leavesMark();
    const call = ask(service, owner, command, { wait_seconds: 50 });
    await expect.poll(() => listed(service, owner)).toHaveLength(1);
    await service.stop();
    expect((await call).result).toMatchObject({ status: 'pending' });
    service = await startService(env, USUAL_RATE);
    const [shown] = await listed(service, owner);
    expect(shown.status).toBe('pending');
    expect((await approve(service, owner, shown.id)).status).toBe(200);
    expect(await look(service, owner, shown.execution_id)).toMatchObject({ status: 'done' });
    expect(runs()).toBe(1);
    await intact(service, owner);
  });

  // An SQLite file has one instance.
  it.runIf(dialect === 'postgres')('is answered by one of two instances that decide at the same instant', async () => {
    const other = await startService(env, USUAL_RATE);
    try {
      const owner = await newOwner(service);
      const waiting = await Promise.all(Array.from({ length: 6 }, () => put({}, owner)));
      const answers = await Promise.all(
        waiting.map(({ approvalId }) =>
          Promise.all([approve(service, owner, approvalId), approve(other, owner, approvalId)]),
        ),
      );
      for (const [index, pair] of answers.entries()) {
        expect(pair.map(({ status }) => status).toSorted()).toEqual([200, 409]);
        const [seen, far] = await Promise.all([
          look(service, owner, waiting[index]!.id),
          look(other, owner, waiting[index]!.id),
        ]);
        expect(seen).toMatchObject({ status: 'done', success: true });
        expect(far).toMatchObject({ status: 'done', success: true });
        expect(waiting[index]!.runs()).toBe(1);
      }
      await intact(other, owner);
    } finally {
      await other.stop();
    }
  });

  it.runIf(dialect === 'sqlite')(
    'takes a place of the thirty while it waits, and gives it back when nothing ran',
    async () => {
      const owner = await newOwner(service);
      const waiting: Waiting[] = [];
      service.holdClock();
      for (let index = 0; index < 30; index++) waiting.push(await put({}, owner));
      expect((await ask(service, owner, 'true')).code).toBe('exec_rate_limited');
      await decide(service, owner, waiting[0]!.approvalId, { decision: 'deny' });
      await service.tool(owner.token, 'synapse_cancel_execution', { execution_id: waiting[1]!.id });
      const codes = async () => (await ask(service, owner, 'true')).code;
      await expect.poll(codes).toBeUndefined();
      expect(await codes()).toBeUndefined();
      expect(await codes()).toBe('exec_rate_limited');
      service.letClockRun();
    },
  );
});
