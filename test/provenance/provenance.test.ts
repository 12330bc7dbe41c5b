/**
 * An assistant that was taken over has a host of its own, and wants a person's secrets there. It gets none, whatever it
 * makes, changes, removes or makes again; and what a person confirms works as before. On both databases.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPostgresDatabase } from '../databases.ts';
import { generateEd25519 } from '../engines/ed25519-keys.ts';
import { type Service, startService } from '../service.ts';
import { type Attacker, fingerprintOf, openAttacker } from './attacker.ts';

const VALUE = 'sk_live_Zq9kWm2xPl0-of-a-person';
const OWN = 'an-assistants-own-value-77Qx';

describe.each(['sqlite', 'postgres'] as const)('provenance on %s', (dialect) => {
  let service: Service;
  let attacker: Attacker;
  let session: string;
  let token: string;
  let slugs = 0;
  let removed = 0;
  beforeAll(async () => {
    attacker = await openAttacker();
    service = await startService({
      SYNAPSE_LIMITS: 'minute=10000',
      ...(dialect === 'postgres' ? { SYNAPSE_DATABASE_URL: await createPostgresDatabase() } : {}),
    });
    session = await service.login();
    token = await service.newToken(session, { scopes: ['mcp:read', 'mcp:synapse'] });
    await put('STRIPE', VALUE);
  });
  afterAll(async () => {
    await service?.stop();
    attacker?.close();
  });
  beforeEach(() => {
    attacker.forget();
    service.advance(5_000);
  });
  // The service checks now and then whether machines can be reached: it would connect during a later test.
  afterEach(async () => {
    for (; removed < slugs; removed++) await rest('DELETE', `/synapse/machines/m-${removed + 1}`);
  });

  it('of a person is shown no more after an assistant has replaced or deleted it', async () => {
    const [one, other] = ['correct-horse-of-a-person', 'battery-staple-of-a-person'];
    await put('REPLACED', one);
    await put('DELETED', other);
    const file = join(service.scratch, 'app.env');
    writeFileSync(file, `ONE=${one}\nOTHER=${other}\n`);
    await putOwn('REPLACED');
    await tool('synapse_delete_secret', { name: 'DELETED' });
    for (const [name, args] of [
      ['synapse_read_file', { machine: 'local', path: file }],
      ['synapse_exec', { machine: 'local', command: `cat ${file}; base64 ${file}` }],
      ['synapse_search', { machine: 'local', path: service.scratch, pattern: '=' }],
    ] as const) {
      const { text } = await tool(name, args);
      expect(text).toContain('{{REPLACED}}');
      expect(text).not.toMatch(/correct-horse|battery-staple/);
      expect(text).not.toContain(Buffer.from('rrect-horse').toString('base64').slice(2, 12));
    }
    // What a person says of it counts.
    await put('DELETED', 'something-else-entirely');
    expect((await tool('synapse_read_file', { machine: 'local', path: file })).text).toContain(other);
  });

  const rest = (method: string, path: string, body?: object) => service.call(method, path, { token: session, body });
  const tool = (name: string, args: Record<string, unknown>) => service.tool(token, name, args);
  const put = (name: string, value: string, settings = {}) =>
    rest('PUT', `/synapse/secrets/${name}`, { value, ...settings });
  const putOwn = (name: string, value = OWN) => tool('synapse_put_secret', { name, value });
  const newSlug = (): string => `m-${++slugs}`;
  const there = (more: object = { password_secret: 'STRIPE' }) => ({
    host: '127.0.0.1',
    port: attacker.port,
    user: 'x',
    ...more,
  });
  /** Made by the assistant, at its host. */
  const evil = async (more?: object, slug = newSlug(), settings: object = {}): Promise<string> => {
    const made = await tool('synapse_create_machine', { slug, kind: 'ssh', connection: there(more), ...settings });
    expect([made.text, made.isError]).toEqual([made.text, false]);
    return slug;
  };
  /** Made by the person, at the same host, which is then theirs. */
  const good = async (more?: object, slug = newSlug(), settings: object = {}): Promise<string> => {
    await service.created('/synapse/machines', session, { slug, kind: 'ssh', connection: there(more), ...settings });
    return slug;
  };
  const exec = (machine: string, command = 'true') => tool('synapse_exec', { machine, command });
  const see = async (slug: string) => (await rest('GET', `/synapse/machines/${slug}`)).body;
  const confirm = (slug: string, version?: unknown) => rest('POST', `/synapse/machines/${slug}/confirm`, { version });
  const nothingLeft = () => {
    expect(attacker.received()).not.toContain(VALUE);
    expect(attacker.connections()).toBe(0);
  };

  it('a person’s password is not sent to a machine that an assistant made, by a command or the health check', async () => {
    const slug = await evil();
    expect(await see(slug)).toMatchObject({ made_by: 'assistant', confirmed: false, version: 1 });
    const refused = await exec(slug);
    expect(refused).toMatchObject({ isError: true, code: 'machine_unconfirmed' });
    expect(refused.text).toContain(`synapse machine confirm ${slug}`);
    expect(refused.text).toContain('STRIPE');
    expect((await rest('POST', `/synapse/machines/${slug}/test`)).body).toMatchObject({
      ok: false,
      code: 'machine_unconfirmed',
    });
    await rest('GET', '/synapse/machine-health');
    await service.app.machineHealth.sweep();
    nothingLeft();
    const refusedOverRest = await rest('POST', '/synapse/exec', { machine: slug, command: 'true' });
    expect(refusedOverRest).toMatchObject({ status: 403, body: { code: 'machine_unconfirmed' } });
    nothingLeft();
    expect((await confirm(slug, 1)).body).toMatchObject({ confirmed: true, made_by: 'assistant', version: 1 });
    expect((await exec(slug, 'echo in')).result.stdout).toBe('in\n');
    expect(attacker.received()).toContain(VALUE);
  });

  it('nor is it filled into a command, an input, a file or sudo there', async () => {
    await putOwn('OWN');
    const slug = await evil({ password_secret: 'OWN' });
    expect((await exec(slug, 'echo {{OWN}}')).result.exit_code).toBe(0);
    expect(attacker.received()).toContain(OWN);
    for (const command of ['echo {{STRIPE}}', 'cat <<X\n{{STRIPE}}\nX', 'echo {{OWN}} {{STRIPE}}']) {
      expect(await exec(slug, command)).toMatchObject({ code: 'machine_unconfirmed' });
    }
    const write = { machine: slug, path: '/tmp/x', text: '{{STRIPE}}', secrets: true };
    expect(await tool('synapse_write_file', write)).toMatchObject({ code: 'machine_unconfirmed' });
    expect(
      await tool('synapse_exec', { machine: slug, command: 'echo {{STRIPE}}', detach: true, timeout_seconds: 60 }),
    ).toMatchObject({ code: 'machine_unconfirmed' });
    const sudo = await evil({ password_secret: 'OWN' }, newSlug(), { sudo_secret: 'STRIPE' });
    expect(await exec(sudo, 'sudo true')).toMatchObject({ code: 'machine_unconfirmed' });
    expect(attacker.received()).not.toContain(VALUE);
  });

  it('an assistant that re-points a person’s machine, or names another secret for it, gets nothing', async () => {
    await put('PASSWORD', 'the password of the machine');
    const connection = there({ password_secret: 'PASSWORD' });
    const changes: [string, object][] = [
      ['host', { connection: { ...connection, host: 'localhost' } }],
      ['user', { connection: { ...connection, user: 'y' } }],
      ['secret', { connection: { ...connection, password_secret: 'STRIPE' } }],
      ['host key', { connection: { ...connection, host_key: generateEd25519().public.trim() } }],
      ['jump', { connection: { ...connection, jump: connection } }],
      ['containers', { containers: ['app'] }],
      ['sudo', { sudo_secret: 'STRIPE' }],
    ];
    for (const [what, change] of changes) {
      const slug = await good({ password_secret: 'PASSWORD' });
      expect(await see(slug), what).toMatchObject({ made_by: 'person', confirmed: true });
      const changed = await tool('synapse_update_machine', { machine: slug, ...change });
      expect(changed.result, what).toMatchObject({ made_by: 'person', confirmed: false });
      expect(await see(slug), what).toMatchObject({ confirmed: false, version: 2 });
      expect(await exec(slug), what).toMatchObject({ code: 'machine_unconfirmed' });
    }
    nothingLeft();
  });

  it('sending the same values again changes nothing, neither the confirmation nor the pinned host key', async () => {
    await put('PASSWORD', 'the password of the machine');
    const slug = await good({ password_secret: 'PASSWORD' }, newSlug(), { containers: ['a', 'b'] });
    await rest('POST', `/synapse/machines/${slug}/test`);
    const before = await see(slug);
    expect(before).toMatchObject({ confirmed: true, host_keys: [{ key: attacker.hostKey }] });
    const same = { connection: there({ password_secret: 'PASSWORD' }), containers: ['a', 'b', 'a'] };
    await tool('synapse_update_machine', { machine: slug, ...same });
    await rest('PATCH', `/synapse/machines/${slug}`, same);
    expect(await see(slug)).toMatchObject({ ...before, last_seen_at: expect.any(String) });
    // A stranger at the address.
    attacker.changeKey();
    attacker.forget();
    expect(await exec(slug)).toMatchObject({ code: 'host_key_changed' });
    expect(attacker.received()).not.toContain('the password of the machine');
  });

  it('whose value a secret has is decided by who set it last', async () => {
    await putOwn('NAMED', 'a name for a person to fill');
    const slug = await evil({ password_secret: 'NAMED' });
    expect((await exec(slug)).isError).toBe(false);
    attacker.forget();
    await put('NAMED', VALUE);
    service.app.executors.forget((await see(slug)).id as string);
    const other = await evil({ password_secret: 'NAMED' });
    expect(await exec(other)).toMatchObject({ code: 'machine_unconfirmed' });
    expect(await exec(slug, 'echo {{NAMED}}')).toMatchObject({ code: 'machine_unconfirmed' });
    expect(attacker.received()).not.toContain(VALUE);
    const made = (await tool('synapse_list_secrets', {})).result.secrets as { name: string; made_by: string }[];
    expect(made.find(({ name }) => name === 'NAMED')).toMatchObject({ made_by: 'person' });
    expect(made.find(({ name }) => name === 'OWN')).toMatchObject({ made_by: 'assistant' });
    const listed = (await rest('GET', '/synapse/secrets')).body.secrets as typeof made;
    expect(listed.find(({ name }) => name === 'NAMED')).toMatchObject({ made_by: 'person' });
    await putOwn('NAMED', 'its own again');
    expect((await exec(other, 'echo {{NAMED}}')).isError).toBe(false);
  });

  it('a machine that was re-pointed after it was shown is not confirmed', async () => {
    const slug = await evil();
    const { version } = await see(slug);
    await tool('synapse_update_machine', {
      machine: slug,
      connection: there({ password_secret: 'STRIPE', agent: undefined, user: 'z' }),
    });
    const conflict = await confirm(slug, version);
    expect(conflict).toMatchObject({ status: 409, body: { code: 'version_conflict' } });
    expect(await see(slug)).toMatchObject({ confirmed: false, version: 2 });
    expect(await exec(slug)).toMatchObject({ code: 'machine_unconfirmed' });
    nothingLeft();
    expect((await confirm(slug, 2)).status).toBe(200);
    // Again, and without saying which.
    expect((await confirm(slug, 2)).status).toBe(200);
    expect((await rest('POST', `/synapse/machines/${slug}/confirm`)).body).toMatchObject({ confirmed: true });
    for (const version of ['2', 0, 1.5]) expect((await confirm(slug, version)).status).toBe(422);
    expect((await confirm('no-such-machine')).status).toBe(404);
    const stranger = await service.newUser('pro');
    const theirs = await service.call('POST', `/synapse/machines/${slug}/confirm`, {
      token: stranger.session,
      body: {},
    });
    expect(theirs.status).toBe(404);
    const byToken = await service.call('POST', `/synapse/machines/${slug}/confirm`, { token, body: {} });
    expect(byToken.status).toBe(401);
    // Once in the log, however often it was asked for: what was confirmed, and that nobody changed it since.
    const { body } = await rest('GET', '/synapse/executions?limit=200');
    const entries = body.entries as { command_template: string }[];
    const confirmations = entries.filter(({ command_template }) =>
      command_template.startsWith(`machine ${slug} confirmed`),
    );
    expect(confirmations).toMatchObject([
      {
        machine: '-',
        status: 'done',
        source: 'rest',
        command_template: `machine ${slug} confirmed as ssh z@127.0.0.1:${attacker.port}, version 2`,
      },
    ]);
    expect((await rest('GET', '/synapse/audit/verify')).body).toMatchObject({ intact: true });
  });

  it('a host key that an assistant has pinned meanwhile is a change, too', async () => {
    await putOwn('OWN');
    const slug = await evil({ password_secret: 'OWN' });
    expect((await exec(slug)).isError).toBe(false);
    expect((await confirm(slug, 1)).body).toMatchObject({ code: 'version_conflict' });
    expect(await see(slug)).toMatchObject({ version: 2, host_keys: [{ key: attacker.hostKey }] });
    expect((await confirm(slug, 2)).status).toBe(200);
  });

  it('a person’s own change confirms what they have said, and nothing that they have not seen', async () => {
    const slug = await evil();
    await rest('PATCH', `/synapse/machines/${slug}`, { label: 'Renamed', tags: ['a'] });
    expect(await see(slug)).toMatchObject({ confirmed: false });
    await rest('PATCH', `/synapse/machines/${slug}`, { connection: there() });
    expect(await see(slug)).toMatchObject({ confirmed: false });
    await rest('PATCH', `/synapse/machines/${slug}`, { connection: there({ password_secret: 'STRIPE', user: 'me' }) });
    expect(await see(slug)).toMatchObject({ confirmed: true });
    const hidden = await evil(undefined, newSlug(), { containers: ['evil'] });
    const connection = there({ password_secret: 'STRIPE', user: 'me' });
    await rest('PATCH', `/synapse/machines/${hidden}`, { connection });
    expect(await see(hidden)).toMatchObject({ confirmed: false });
  });

  it('bindings hold for connections, and for the machine itself, not for whatever has its name', async () => {
    const slug = newSlug();
    await put('BOUND', VALUE, { machines: [slug], programs: ['curl', 'ssh'] });
    await good({ password_secret: 'BOUND' }, slug);
    const second = await good({ password_secret: 'BOUND' });
    expect(await exec(second)).toMatchObject({ code: 'secret_not_here' });
    nothingLeft();
    expect((await exec(slug)).isError).toBe(false);
    // Removed and made again, by an assistant and then by a person.
    await tool('synapse_delete_machine', { machine: slug });
    const { secrets } = (await rest('GET', '/synapse/secrets')).body as { secrets: { name: string }[] };
    expect(secrets.find(({ name }) => name === 'BOUND')).toMatchObject({ machines: [slug], removed_machines: [slug] });
    await evil({ password_secret: 'BOUND' }, slug);
    attacker.forget();
    expect(await exec(slug)).toMatchObject({ code: 'machine_unconfirmed' });
    await confirm(slug);
    expect(await exec(slug)).toMatchObject({ code: 'secret_not_here' });
    await rest('DELETE', `/synapse/machines/${slug}`);
    await good({ password_secret: 'BOUND' }, slug);
    expect(await exec(slug)).toMatchObject({ code: 'secret_not_here' });
    await put('BOUND', VALUE);
    expect(await exec(slug)).toMatchObject({ code: 'secret_not_here' });
    nothingLeft();
    await put('BOUND', VALUE, { machines: [slug] });
    expect((await exec(slug)).isError).toBe(false);
    // Bound to another program than the one that would use it.
    await put('BOUND', VALUE, { programs: ['curl'] });
    const third = await good({ password_secret: 'BOUND' }, newSlug());
    await put('BOUND', VALUE, { machines: null });
    attacker.forget();
    expect(await exec(third)).toMatchObject({ code: 'secret_not_here' });
    nothingLeft();
  });

  describe('under a policy', () => {
    const policy = (text: string) => rest('PUT', '/synapse/policy', { text });
    afterAll(() => policy(''));

    it.each(['version: 1\ndefault: open\n', 'version: 1\nrules:\n  - { name: all, when: {}, then: allow }\n'])(
      'an unconfirmed machine is closed: %j',
      async (text) => {
        await putOwn('OWN');
        const slug = await evil({ password_secret: 'OWN' });
        await policy(text);
        // A machine of an earlier test may just have been looked at.
        attacker.forget();
        expect(await exec(slug, 'echo x')).toMatchObject({ code: 'policy_denied' });
        expect(await tool('synapse_read_file', { machine: slug, path: '/etc/hostname' })).toMatchObject({
          code: 'policy_denied',
        });
        const explained = await tool('synapse_explain', { machine: slug, command: 'echo x' });
        expect(explained.result).toMatchObject({ verdict: 'deny', preset: 'closed' });
        nothingLeft();
        await confirm(slug);
        expect((await exec(slug, 'echo x')).isError).toBe(false);
        await policy('');
      },
    );

    it('an assistant neither makes nor removes a machine whose slug or tag it names', async () => {
      await good(undefined, 'billing');
      await good(undefined, newSlug(), { tags: ['prod'] });
      const tagged = `m-${slugs}`;
      await policy(
        'version: 1\nmachines:\n  "*": open\n  "prod-*": closed\n  "tag:prod": careful\nrules:\n  - { name: r, when: { not_machine: billing }, then: ask }\n',
      );
      for (const slug of ['prod-9', 'prod-']) {
        const made = await tool('synapse_create_machine', { slug, kind: 'local' });
        expect(made).toMatchObject({ code: 'policy_denied' });
        expect((await rest('GET', `/synapse/machines/${slug}`)).status).toBe(404);
      }
      for (const machine of ['billing', tagged]) {
        expect(await tool('synapse_delete_machine', { machine })).toMatchObject({ code: 'policy_denied' });
        expect((await rest('GET', `/synapse/machines/${machine}`)).status).toBe(200);
      }
      expect((await tool('synapse_create_machine', { slug: 'else', kind: 'local' })).isError).toBe(false);
      expect((await tool('synapse_delete_machine', { machine: 'else' })).isError).toBe(false);
      expect((await rest('DELETE', '/synapse/machines/billing')).status).toBe(204);
      await policy('');
    });

    it.each(['hour', 'template'] as const)(
      'a grant for %s lifts nothing once the machine or, for one text, its secrets have changed',
      async (kind) => {
        await put('PASSWORD', 'the password of the machine');
        await put('USED', 'what the text uses 81');
        const slug = await good({ password_secret: 'PASSWORD' });
        await policy(`version: 1\nmachines:\n  ${slug}: careful\n`);
        const command = 'touch /dev/null; printf {{USED}} >/dev/null';
        const ask = async () =>
          (await tool('synapse_exec', { machine: slug, command, wait_seconds: 0 })).result as {
            status: string;
            approval: { id: string };
          };
        const approve = async (id: string) => {
          const { status } = await rest('POST', `/synapse/approvals/${id}`, { decision: 'approve', for: kind });
          expect(status).toBe(200);
        };
        await approve((await ask()).approval.id);
        expect(['running', 'done']).toContain((await ask()).status);
        await rest('PATCH', `/synapse/machines/${slug}`, {
          connection: there({ password_secret: 'PASSWORD', user: 'o' }),
        });
        const again = await ask();
        expect(again.status).toBe('pending');
        await approve(again.approval.id);
        expect(['running', 'done']).toContain((await ask()).status);
        await put('USED', 'another value of it 82');
        expect((await ask()).status === 'pending').toBe(kind === 'template');
        await policy('');
      },
    );

    it('an order whose machine was re-pointed while it waited does not run', async () => {
      await put('PASSWORD', 'the password of the machine');
      const slug = await good({ password_secret: 'PASSWORD' });
      await policy(`version: 1\nmachines:\n  ${slug}: careful\n`);
      const asked = await tool('synapse_exec', { machine: slug, command: 'touch /dev/null', wait_seconds: 0 });
      expect(asked.result.status).toBe('pending');
      attacker.forget();
      const moved = { connection: there({ password_secret: 'PASSWORD', user: 'moved' }) };
      await tool('synapse_update_machine', { machine: slug, ...moved });
      await confirm(slug);
      const decided = await rest('POST', `/synapse/approvals/${asked.result.approval.id}`, { decision: 'approve' });
      expect(decided).toMatchObject({ status: 409, body: { code: 'approval_stale' } });
      expect(attacker.connections()).toBe(0);
      await policy('');
    });
  });

  it('a key that an assistant stored itself opens its own machine, and a person’s does not', async () => {
    const [own, persons] = [generateEd25519(), generateEd25519()];
    await putOwn('OWN_KEY', own.private);
    await put('PERSONS_KEY', persons.private);
    const mine = await evil({ key_secret: 'OWN_KEY' });
    expect((await exec(mine, 'echo key')).result.stdout).toBe('key\n');
    const theirs = await evil({ key_secret: 'PERSONS_KEY' });
    expect(await exec(theirs)).toMatchObject({ code: 'machine_unconfirmed' });
    const seen = attacker.fingerprints();
    const blob = (pair: typeof own) => fingerprintOf(Buffer.from(pair.public.split(' ')[1]!, 'base64'));
    expect(seen).toContain(blob(own));
    expect(seen).not.toContain(blob(persons));
  });
});
