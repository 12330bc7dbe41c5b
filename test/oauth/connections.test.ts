/** Connecting by OAuth on a real service, from discovery to revocation, on both databases. */
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { createPostgresDatabase } from '../databases.ts';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';
import { allowAll, bearer, callMcp, callTool, connect, postForm, refresh } from './oauth-client.ts';

const ADMIN = { username: 'admin', password: ADMIN_PASSWORD };
const HOUR = 3600_000;

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`connections on ${dialect}`, () => {
    let service: Service;
    let session: string;
    let databaseUrl: Record<string, string>;

    beforeAll(async () => {
      databaseUrl =
        dialect === 'postgres' ? { SYNAPSE_DATABASE_URL: await createPostgresDatabase(inject('postgresUrl')) } : {};
      service = await startService(databaseUrl);
      session = await service.login();
    });
    afterEach(async () => {
      for (const { id } of await listed()) await revoke(id);
    });
    afterAll(() => service.stop());

    const listed = async () =>
      (await service.call<{ connections: Record<string, unknown>[] }>('GET', '/tda/ai/connections', { token: session }))
        .body.connections;
    const revoke = (id: unknown) => service.call('DELETE', `/tda/ai/connections/${id}`, { token: session });

    it('lets a client in after consent, lists it exactly, and counts its calls', async () => {
      const { tokens } = await connect(service.url, ADMIN);
      expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 8 * 3600, scope: allowAll.scopes.join(' ') });
      const made = await callTool(service.url, tokens.access_token, 'synapse_list_machines');
      expect(made.status).toBe(200);
      const [connection] = await listed();
      expect(connection).toEqual({
        id: expect.any(String),
        client_name: 'A test client',
        client_host: 'localhost',
        scopes: [...allowAll.scopes],
        machines: null,
        created_at: expect.any(String),
        expires_at: expect.any(String),
        last_used_at: expect.any(String),
        calls_today: 1,
      });
      // What it runs is in the log under the connection, and counts for the user's day like an AI token's.
      const ran = await callTool(service.url, tokens.access_token, 'synapse_exec', {
        machine: 'local',
        command: 'echo by oauth',
      });
      expect(ran.result.stdout).toContain('by oauth');
      const log = await service.call<{ entries: { token_hint: string }[] }>('GET', '/synapse/executions', {
        token: session,
      });
      expect(log.body.entries[0]!.token_hint).toBe(connection!.id);
      const me = await service.call<{ calls_today: number }>('GET', '/auth/me', { token: session });
      expect(me.body.calls_today).toBeGreaterThanOrEqual(2);
      expect((await listed())[0]!.calls_today).toBe(2);
    });

    it('takes an access token at /mcp alone', async () => {
      const { tokens } = await connect(service.url, ADMIN);
      const given = bearer(tokens.access_token);
      expect((await callMcp(service.url, given)).status).toBe(200);
      expect((await callMcp(service.url, given, 'tools/list', {}, '/tda/mcp')).status).toBe(401);
      for (const header of ['x-ai-token', 'x-api-key', 'x-auth-token']) {
        expect((await callMcp(service.url, { [header]: tokens.access_token })).status, header).toBe(401);
      }
      expect((await service.call('GET', '/auth/me', { token: tokens.access_token })).status).toBe(401);
      expect((await service.call('GET', '/tda/ai/connections', { token: tokens.access_token })).status).toBe(401);
    });

    it('ends access tokens after 8 hours and renews them, each refresh token once', async () => {
      const { clientId, tokens } = await connect(service.url, ADMIN, { decision: { ...allowAll, days: 2 } });
      service.advance(8 * HOUR + 1000);
      const late = await callMcp(service.url, bearer(tokens.access_token));
      expect([late.status, late.body.error.data.code]).toEqual([401, 'token_expired']);
      expect(late.headers.get('www-authenticate')).toContain('error="invalid_token"');
      const renewed = await refresh(service.url, clientId, tokens.refresh_token);
      expect(renewed.status).toBe(200);
      expect(renewed.body.refresh_token).not.toBe(tokens.refresh_token);
      expect((await callMcp(service.url, bearer(renewed.body.access_token))).status).toBe(200);
      // The connection itself ends when the person said so.
      service.advance(48 * HOUR);
      session = await service.login();
      expect((await refresh(service.url, clientId, renewed.body.refresh_token)).status).toBe(400);
      expect(await listed()).toEqual([]);
    });

    it('ends everything when a refresh token is used twice', async () => {
      const { clientId, tokens } = await connect(service.url, ADMIN);
      const renewed = await refresh(service.url, clientId, tokens.refresh_token);
      const again = await refresh(service.url, clientId, tokens.refresh_token);
      expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
      const stolen = await callMcp(service.url, bearer(renewed.body.access_token));
      expect([stolen.status, stolen.body.error.data.code]).toEqual([401, 'token_revoked']);
      expect((await refresh(service.url, clientId, renewed.body.refresh_token)).status).toBe(400);
      expect(await listed()).toEqual([]);
    });

    it('lets only one of two use a refresh token at the same moment', async () => {
      const { clientId, tokens } = await connect(service.url, ADMIN);
      const both = await Promise.all([1, 2].map(() => refresh(service.url, clientId, tokens.refresh_token)));
      expect(both.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
      expect(await listed()).toEqual([]);
    });

    it('revokes at once, kills what runs, and says so', async () => {
      const { clientId, tokens } = await connect(service.url, ADMIN);
      const started = await callTool(service.url, tokens.access_token, 'synapse_exec', {
        machine: 'local',
        command: 'sleep 60',
        wait_seconds: 0,
        timeout_seconds: 100,
      });
      const [connection] = await listed();
      expect((await revoke(connection!.id)).status).toBe(204);
      expect((await revoke(connection!.id)).status).toBe(404);
      const refused = await callMcp(service.url, bearer(tokens.access_token));
      expect([refused.status, refused.body.error.data.code]).toEqual([401, 'token_revoked']);
      expect((await refresh(service.url, clientId, tokens.refresh_token)).body.error).toBe('invalid_grant');
      await expect
        .poll(
          async () =>
            (await service.call('GET', `/synapse/executions/${started.result.execution_id}`, { token: session })).body
              .status,
        )
        .toBe('cancelled');
    });

    it('lets a client revoke its own connection', async () => {
      const { clientId, tokens } = await connect(service.url, ADMIN);
      const form = { token: tokens.refresh_token, client_id: clientId };
      expect((await postForm(service.url, '/oauth/revoke', form)).status).toBe(200);
      expect((await callMcp(service.url, bearer(tokens.access_token))).status).toBe(401);
      expect(await listed()).toEqual([]);
    });

    it('limits a connection to machines and to looking, and can only be narrowed', async () => {
      await service.created('/synapse/machines', session, { slug: 'other', kind: 'local' });
      const decision = { ...allowAll, machines: ['local'] };
      const { tokens, clientId } = await connect(service.url, ADMIN, { decision });
      const call = (name: string, args = {}) => callTool(service.url, tokens.access_token, name, args);
      const seen = await call('synapse_list_machines');
      expect(seen.result.machines.map(({ slug }: { slug: string }) => slug)).toEqual(['local']);
      expect((await call('synapse_get_machine', { machine: 'other' })).code).toBe('machine_not_found');
      expect((await call('synapse_exec', { machine: 'other', command: 'id' })).code).toBe('machine_not_found');
      expect((await call('synapse_read_file', { machine: 'other', path: '/etc/hosts' })).code).toBe(
        'machine_not_found',
      );
      expect((await call('synapse_explain', { machine: 'other', command: 'id' })).code).toBe('machine_not_found');
      expect((await call('synapse_delete_machine', { machine: 'local' })).code).toBe('connection_limited');
      expect((await call('synapse_update_machine', { machine: 'local', label: 'x' })).code).toBe('connection_limited');
      expect((await call('synapse_create_machine', { slug: 'new', kind: 'local' })).code).toBe('connection_limited');
      // Commands on other machines use these, too.
      for (const [name, args] of [
        ['synapse_put_secret', { name: 'SHARED', value: 'of-the-connection' }],
        ['synapse_delete_secret', { name: 'SHARED' }],
        ['synapse_put_alias', { code: 'zzz', command: 'id' }],
        ['synapse_rename_alias', { code: 'zzz', new_code: 'zzy' }],
        ['synapse_delete_alias', { code: 'zzz' }],
        ['synapse_seed_default_aliases', {}],
        ['synapse_mine_aliases', {}],
        ['synapse_list_alias_suggestions', {}],
        ['synapse_accept_alias_suggestion', { id: 'x' }],
        ['synapse_reject_alias_suggestion', { id: 'x' }],
      ] as const)
        expect([name, (await call(name, args)).code]).toEqual([name, 'connection_limited']);
      const made = async (path: string) => (await service.call<object>('GET', path, { token: session })).body;
      expect(await made('/synapse/secrets')).toEqual({ secrets: [] });
      expect(JSON.stringify(await made('/synapse/aliases'))).not.toContain('zzz');
      // What ran elsewhere is not there for it.
      const elsewhere = await service.call<{ execution_id: string }>('POST', '/synapse/exec', {
        token: session,
        body: { machine: 'other', command: 'echo not for you' },
      });
      const { execution_id } = elsewhere.body;
      expect((await call('synapse_get_output', { execution_id })).code).toBe('execution_not_found');
      expect((await call('synapse_get_execution', { execution_id })).code).toBe('execution_not_found');
      expect((await call('synapse_cancel_execution', { execution_id })).code).toBe('execution_not_found');
      const log = await call('synapse_list_audit_logs', {});
      expect(log.result.entries.map(({ machine }: { machine: string }) => machine)).not.toContain('other');

      const [connection] = await listed();
      const patch = (body: unknown) =>
        service.call<Record<string, unknown>>('PATCH', `/tda/ai/connections/${connection!.id}`, {
          token: session,
          body,
        });
      for (const wider of [
        { machines: ['local', 'other'] },
        { machines: null },
        { scopes: ['mcp:admin'] },
        { expires_at: '2099-01-01T00:00:00.000Z' },
      ]) {
        const { status, body } = await patch(wider);
        expect([status, body.code], JSON.stringify(wider)).toEqual([422, 'arguments_invalid']);
      }
      const narrowed = await patch({ scopes: ['mcp:read', 'mcp:look'] });
      expect(narrowed).toMatchObject({ status: 200, body: { scopes: ['mcp:read', 'mcp:look'], machines: ['local'] } });
      expect((await call('synapse_exec', { machine: 'local', command: 'id' })).code).toBe('plan_required');
      const renewed = await refresh(service.url, clientId, tokens.refresh_token);
      expect(renewed.body.scope).toBe('mcp:read');
      const none = await patch({ scopes: ['mcp:read'], machines: [] });
      expect(none.body.machines).toEqual([]);
      expect((await call('synapse_list_machines')).result.machines).toEqual([]);
    });

    it('freezes a connection as a token', async () => {
      const { tokens } = await connect(service.url, ADMIN);
      const [connection] = await listed();
      const frozen = await service.created<{ id: string }>('/synapse/freeze', session, { token: connection!.id });
      const order = { machine: 'local', command: 'echo no' };
      expect((await callTool(service.url, tokens.access_token, 'synapse_exec', order)).code).toBe('frozen');
      await service.call('DELETE', `/synapse/freeze/${frozen.id}`, { token: session });
      expect((await callTool(service.url, tokens.access_token, 'synapse_exec', order)).result.exit_code).toBe(0);
    });

    it('waits for a person as a token does, and is forgotten when it is revoked', async () => {
      const text = 'version: 1\ndefault: careful\n';
      const put = (body: string) => service.call('PUT', '/synapse/policy', { token: session, body: { text: body } });
      expect((await put(text)).status).toBe(200);
      const { tokens } = await connect(service.url, ADMIN);
      const [connection] = await listed();
      const order = { machine: 'local', command: 'touch /dev/null/x', wait_seconds: 0 };
      const ask = async () => (await callTool(service.url, tokens.access_token, 'synapse_exec', order)).result;
      const pending = async () =>
        (
          await service.call<{ approvals: { id: string; token_hint: string; token_label: string }[] }>(
            'GET',
            '/synapse/approvals?status=pending',
            { token: session },
          )
        ).body.approvals;
      expect((await ask()).status).toBe('pending');
      const [question] = await pending();
      expect(question).toMatchObject({ token_hint: connection!.id, token_label: 'oauth:localhost' });
      const approve = { token: session, body: { decision: 'approve' } };
      expect((await service.call('POST', `/synapse/approvals/${question!.id}`, approve)).body.status).toBe('approved');
      expect((await ask()).status).toBe('pending');
      await revoke(connection!.id);
      await expect.poll(pending).toEqual([]);
      await put('version: 1\ndefault: open\n');
    });

    it('leaves the AI token alone, which ends the connections in an emergency', async () => {
      const token = await service.newToken(session);
      const { tokens } = await connect(service.url, ADMIN);
      expect((await callMcp(service.url, bearer(token))).status).toBe(200);
      const end = () => service.call('POST', `/tda/ai/tokens/emergency-revoke?token=${token}`);
      expect((await end()).status).toBe(200);
      expect((await end()).status).toBe(200);
      expect((await callMcp(service.url, bearer(tokens.access_token))).body.error.data.code).toBe('token_revoked');
      expect(await listed()).toEqual([]);
    });

    it('shuts out the client of somebody who is disabled, and leaves other people’s connections alone', async () => {
      const ada = await service.newUser('pro');
      const own = await connect(service.url, ADMIN);
      const hers = await connect(service.url, ada);
      const mine = await listed();
      expect(mine).toHaveLength(1);
      const others = await service.call('DELETE', `/tda/ai/connections/${mine[0]!.id}`, { token: ada.session });
      expect(others.status).toBe(404);
      await service.call('PATCH', `/admin/users/${ada.id}`, { token: session, body: { disabled: true } });
      expect((await callMcp(service.url, bearer(hers.tokens.access_token))).status).toBe(401);
      expect((await refresh(service.url, hers.clientId, hers.tokens.refresh_token)).status).toBe(400);
      expect((await callMcp(service.url, bearer(own.tokens.access_token))).status).toBe(200);
    });

    it('gives no more than the plan has, and less after a downgrade', async () => {
      const ada = await service.newUser('pro');
      const { tokens } = await connect(service.url, ada);
      await service.call('PATCH', `/admin/users/${ada.id}`, { token: session, body: { plan: 'free' } });
      const refused = await callTool(service.url, tokens.access_token, 'synapse_exec', { machine: 'x', command: 'id' });
      expect(refused.code).toBe('plan_required');
      const connections = await service.call<{ connections: { scopes: string[] }[] }>('GET', '/tda/ai/connections', {
        token: ada.session,
      });
      expect(connections.body.connections[0]!.scopes).toEqual(['mcp:read', 'mcp:write']);
    });

    it('keeps nothing in the database that would let somebody in', async () => {
      const { tokens, browser } = await connect(service.url, ADMIN);
      const rows = await service.app.database.queries.selectFrom('oauth_states').selectAll().execute();
      expect(rows.length).toBeGreaterThan(2);
      const whole = rows.map((row) => `${row.hash.toString('latin1')}${row.sealed.toString('latin1')}`).join('\n');
      for (const secret of [tokens.access_token, tokens.refresh_token, ...browser.cookies.values()]) {
        expect(whole).not.toContain(secret);
      }
      expect(whole).not.toContain('redirect_uri');
      expect(service.log.join('\n')).not.toContain(tokens.access_token);
      expect(service.log.join('\n')).not.toContain(tokens.refresh_token);
    });

    it('is one server for several instances', async () => {
      if (dialect === 'sqlite') return;
      const known = { ...databaseUrl, SYNAPSE_PUBLIC_URL: 'https://synapse.example' };
      const key = { SYNAPSE_MASTER_KEY_FILE: `${service.dataDir}/master.key` };
      const [one, two] = await Promise.all([startService({ ...known, ...key }), startService({ ...known, ...key })]);
      try {
        const resource = 'https://synapse.example/mcp';
        const { clientId, tokens } = await connect(one.url, ADMIN, { resource });
        expect((await callMcp(two.url, bearer(tokens.access_token))).status).toBe(200);
        const renewed = await refresh(two.url, clientId, tokens.refresh_token);
        expect(renewed.status).toBe(200);
        expect((await callMcp(one.url, bearer(renewed.body.access_token))).status).toBe(200);
        // The first service knows itself by another address: a token is for one.
        const elsewhere = await callMcp(service.url, bearer(renewed.body.access_token));
        expect([elsewhere.status, elsewhere.body.error.data.code]).toEqual([401, 'token_invalid']);
        const [connection] = await listed();
        await two.call('DELETE', `/tda/ai/connections/${connection!.id}`, { token: session });
        expect((await callMcp(one.url, bearer(renewed.body.access_token))).status).toBe(401);
      } finally {
        await Promise.all([one.stop(), two.stop()]);
      }
    });
  });
}
