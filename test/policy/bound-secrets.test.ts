/** Secrets that are bound to machines and programs, on both databases: refused before a value is opened. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresDatabase } from '../databases.ts';
import { type Service, startService } from '../service.ts';

const VALUE = 'sk_live_Zq9kWm2xPl0';

describe.each(['sqlite', 'postgres'] as const)('bound secrets on %s', (dialect) => {
  let service: Service;
  let session: string;
  beforeAll(async () => {
    service = await startService(
      dialect === 'postgres' ? { SYNAPSE_DATABASE_URL: await createPostgresDatabase() } : undefined,
    );
    session = await service.login();
    for (const slug of ['billing', 'billing-2', 'web']) {
      const body = { slug, label: slug, kind: 'local' };
      await service.call('POST', '/synapse/machines', { token: session, body });
    }
  });
  afterAll(() => service.stop());
  const bind = (name: string, binding: object) =>
    service.call('PUT', `/synapse/secrets/${name}`, { token: session, body: { value: VALUE, ...binding } });
  const exec = (machine: string, command: string) =>
    service.call<{ detail: string; stdout: string }>('POST', '/synapse/exec', {
      token: session,
      body: { machine, command },
    });
  const listed = async (name: string) =>
    (
      await service.call<{ secrets: { name: string }[] }>('GET', '/synapse/secrets', { token: session })
    ).body.secrets.find((secret) => secret.name === name);

  it('are listed with what they are bound to, and stay bound when only the value changes', async () => {
    await bind('FREE', {});
    expect(await listed('FREE')).toMatchObject({ machines: null, programs: null });
    await bind('KEY', { machines: ['billing', 'b-*'], programs: ['curl'] });
    expect(await listed('KEY')).toMatchObject({ machines: ['billing', 'b-*'], programs: ['curl'] });
    await bind('KEY', {});
    expect(await listed('KEY')).toMatchObject({ machines: ['billing', 'b-*'], programs: ['curl'] });
    await bind('KEY', { programs: null });
    expect(await listed('KEY')).toMatchObject({ machines: ['billing', 'b-*'], programs: null });
    expect((await bind('KEY', { machines: [] })).status).toBe(422);
    expect((await bind('KEY', { machines: [''] })).status).toBe(422);
    expect((await bind('KEY', { machines: 'billing' })).status).toBe(422);
    expect(await listed('KEY')).toMatchObject({ machines: ['billing', 'b-*'], programs: null });
  });

  it('an assistant that replaces the value unbinds nothing', async () => {
    await bind('KEPT', { machines: ['billing'] });
    const token = await service.newToken(session, { scopes: ['mcp:read', 'mcp:synapse'] });
    await service.tool(token, 'synapse_put_secret', { name: 'KEPT', value: 'another value' });
    expect(await listed('KEPT')).toMatchObject({ machines: ['billing'], programs: null });
    expect((await service.tool(token, 'synapse_exec', { machine: 'web', command: 'echo {{KEPT}}' })).isError).toBe(
      true,
    );
  });

  it('are used on their machines alone', async () => {
    await bind('HOME', { machines: ['billing*'] });
    expect((await exec('billing', 'echo {{HOME}}')).status).toBe(200);
    expect((await exec('billing-2', 'echo {{HOME}}')).status).toBe(200);
    const refused = await exec('web', 'echo {{HOME}}');
    expect(refused).toMatchObject({ status: 403, body: { code: 'secret_not_here' } });
    expect(refused.body.detail).toBe('Le secret HOME n’est pas utilisable ici : il n’est pas lié à la machine web');
    expect(await listed('HOME')).toMatchObject({ last_used_at: expect.any(String) });
    const { body } = await service.call<{ entries: object[] }>('GET', '/synapse/executions?limit=1', {
      token: session,
    });
    expect(body.entries[0]).toMatchObject({ machine: 'web', status: 'refused', refusal: 'secret_not_here' });
  });

  it.each([
    ['printf %s {{P}}', true],
    ['printf %s {{P}} | wc -c', false],
    ['cat {{P}}', false],
    ['printf %s {{P}}; cat {{P}}', false],
    ['sh -c "printf %s {{P}}"', null],
    ['printf %s {{P}} > /tmp/bound-secret', null],
    ['printf x > /tmp/{{P}}', false],
    ['X={{P}} cat /dev/null', false],
    ['X={{P}}; export X; cat /dev/null', false],
    ['X={{P}}; printf %s "$X"', null],
    ['x=cat; $x {{P}}', false],
    ['eval "cat" {{P}}', null],
    ['cat <<EOF\n{{P}}\nEOF', false],
    ['printf %s $(cat {{P}})', false],
  ])('are handed to their programs alone: %s', async (command, allowed) => {
    await bind('P', { programs: ['printf'] });
    const { status, body } = await exec('web', command);
    // Null: refused for this or for the place of the placeholder, or harmless; never handed to another program.
    if (allowed === null) expect([200, 403, 422]).toContain(status);
    else
      expect([status, allowed ? null : (body as { code?: string }).code]).toEqual(
        allowed ? [200, null] : [403, 'secret_not_here'],
      );
    expect(JSON.stringify(body)).not.toContain(VALUE);
    service.advance(3_000);
  });
});
