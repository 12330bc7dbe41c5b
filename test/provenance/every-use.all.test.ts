/**
 * Every use of a machine × every field that can name a secret or a host, on machines that an assistant made or
 * re-pointed: nothing of a person's arrives at the attacker's hosts. On both databases.
 */

import { mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPostgresDatabase } from '../databases.ts';
import { generateEd25519 } from '../engines/ed25519-keys.ts';
import { removeAtEnd } from '../left-behind.ts';
import { type Service, startService } from '../service.ts';
import { type Attacker, fingerprintOf, openAttacker } from './attacker.ts';

const VALUE = 'sk_live_Zq9kWm2xPl0-of-a-person';
const OWN = 'an-assistants-own-value-77Qx';
const PERSONS_KEY = generateEd25519();
const OWN_KEY = generateEd25519();
const LOCKED_KEY = generateEd25519({ passphrase: VALUE, cipher: 'aes256-cbc', rounds: 2 });
const fingerprint = (pair: { public: string }): string =>
  fingerprintOf(Buffer.from(pair.public.split(' ')[1]!, 'base64'));

/** Counts who connects, and answers nothing. */
async function listen(at: string | number): Promise<{ server: Server; count: () => number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.on('error', () => {}).destroy();
  });
  await new Promise<void>((resolve) =>
    typeof at === 'string' ? server.listen(at, resolve) : server.listen(at, '127.0.0.1', resolve),
  );
  return { server, count: () => connections };
}

describe.each(['sqlite', 'postgres'] as const)('every use of a machine on %s', (dialect) => {
  let service: Service;
  let attacker: Attacker;
  let engine: Awaited<ReturnType<typeof listen>>;
  let agent: Awaited<ReturnType<typeof listen>>;
  let session: string;
  let token: string;
  let slugs = 0;
  beforeAll(async () => {
    const socket = join(removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-agent-'))), 'agent');
    [attacker, engine, agent] = await Promise.all([openAttacker(), listen(0), listen(socket)]);
    service = await startService({
      SYNAPSE_LIMITS: 'minute=10000',
      SSH_AUTH_SOCK: socket,
      ...(dialect === 'postgres' ? { SYNAPSE_DATABASE_URL: await createPostgresDatabase() } : {}),
    });
    session = await service.login();
    token = await service.newToken(session, { scopes: ['mcp:read', 'mcp:synapse'] });
    await rest('PUT', '/synapse/secrets/STRIPE', { value: VALUE });
    await rest('PUT', '/synapse/secrets/PERSONS_KEY', { value: PERSONS_KEY.private });
    for (const [name, value] of Object.entries({ OWN, OWN_KEY: OWN_KEY.private, LOCKED_KEY: LOCKED_KEY.private })) {
      await tool('synapse_put_secret', { name, value });
    }
    await tool('synapse_put_alias', { code: 'stp', command: 'echo {{STRIPE}}' });
  });
  afterAll(async () => {
    await service?.stop();
    attacker?.close();
    engine?.server.close();
    agent?.server.close();
  });
  beforeEach(() => {
    attacker.forget();
    service.advance(5_000);
  });

  const rest = (method: string, path: string, body?: object) => service.call(method, path, { token: session, body });
  const tool = (name: string, args: Record<string, unknown>) => service.tool(token, name, args);
  const host = (more: object) => ({ host: '127.0.0.1', port: attacker.port, user: 'x', ...more });
  const docker = (more: object) => ({
    host: `127.0.0.1:${(engine.server.address() as { port: number }).port}`,
    ca_secret: 'OWN',
    cert_secret: 'OWN',
    key_secret: 'OWN',
    ...more,
  });
  const newSlug = (): string => `m-${++slugs}`;

  /** Fields that name a secret of the person, or their agent; the others are the assistant's own. */
  const FIELDS: Readonly<Record<string, () => { kind: string; connection: object }>> = {
    password: () => ({ kind: 'ssh', connection: host({ password_secret: 'STRIPE' }) }),
    key: () => ({ kind: 'ssh', connection: host({ key_secret: 'PERSONS_KEY' }) }),
    passphrase: () => ({ kind: 'ssh', connection: host({ key_secret: 'LOCKED_KEY', passphrase_secret: 'STRIPE' }) }),
    certificate: () => ({ kind: 'ssh', connection: host({ key_secret: 'OWN_KEY', certificate_secret: 'STRIPE' }) }),
    agent: () => ({ kind: 'ssh', connection: host({ agent: true }) }),
    'password of a jump host': () => ({
      kind: 'ssh',
      connection: host({ password_secret: 'OWN', jump: host({ password_secret: 'STRIPE' }) }),
    }),
    'key of a jump host': () => ({
      kind: 'ssh',
      connection: host({ password_secret: 'OWN', jump: host({ key_secret: 'PERSONS_KEY' }) }),
    }),
    'passphrase of a jump host': () => ({
      kind: 'ssh',
      connection: host({
        password_secret: 'OWN',
        jump: host({ key_secret: 'LOCKED_KEY', passphrase_secret: 'STRIPE' }),
      }),
    }),
    'certificate of a jump host': () => ({
      kind: 'ssh',
      connection: host({
        password_secret: 'OWN',
        jump: host({ key_secret: 'OWN_KEY', certificate_secret: 'STRIPE' }),
      }),
    }),
    'agent of a jump host': () => ({
      kind: 'ssh',
      connection: host({ password_secret: 'OWN', jump: host({ agent: true }) }),
    }),
    'password behind a jump host': () => ({
      kind: 'ssh',
      connection: host({ password_secret: 'STRIPE', jump: host({ password_secret: 'OWN' }) }),
    }),
    'password two jumps away': () => ({
      kind: 'ssh',
      connection: host({
        password_secret: 'OWN',
        jump: host({ password_secret: 'OWN', jump: host({ password_secret: 'STRIPE' }) }),
      }),
    }),
    'engine’s authority': () => ({ kind: 'docker', connection: docker({ ca_secret: 'STRIPE' }) }),
    'engine’s certificate': () => ({ kind: 'docker', connection: docker({ cert_secret: 'STRIPE' }) }),
    'engine’s key': () => ({ kind: 'docker', connection: docker({ key_secret: 'PERSONS_KEY' }) }),
  };

  const USES: Readonly<Record<string, (machine: string) => Promise<unknown>>> = {
    exec: (machine) => tool('synapse_exec', { machine, command: 'true', container: containerOf(machine) }),
    job: (machine) => tool('synapse_exec', { machine, command: 'true', container: containerOf(machine), detach: true }),
    look: (machine) => tool('synapse_look', { machine, command: 'true', container: containerOf(machine) }),
    'exec many': (machine) => tool('synapse_exec_many', { machines: [machine], command: 'true' }),
    'read a file': (machine) => tool('synapse_read_file', { machine, path: '/etc/hostname' }),
    'write a file': (machine) => tool('synapse_write_file', { machine, path: '/tmp/x', text: 'x' }),
    'edit a file': (machine) =>
      tool('synapse_edit_file', { machine, path: '/tmp/x', expect: '0'.repeat(64), edits: [{ old: 'x', new: 'y' }] }),
    'exec over REST': (machine) => rest('POST', '/synapse/exec', { machine, command: 'true' }),
    'exec many over REST': (machine) => rest('POST', '/synapse/exec-many', { machines: [machine], command: 'true' }),
    'look over REST': (machine) => rest('POST', '/synapse/look', { machine, command: 'true' }),
    test: (machine) => rest('POST', `/synapse/machines/${machine}/test`),
    containers: (machine) => rest('GET', `/synapse/machines/${machine}/containers`),
    browse: (machine) => rest('GET', `/synapse/machines/${machine}/folder?path=/tmp`),
    download: (machine) => rest('GET', `/synapse/machines/${machine}/file?path=/etc/hostname`),
    upload: async (machine) => {
      const answer = await fetch(`${service.url}/synapse/machines/${machine}/file?path=/tmp/x`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${session}`, 'content-type': 'application/octet-stream' },
        body: 'x',
      });
      return answer.json();
    },
  };
  const health = async (machine: string) => {
    await rest('GET', '/synapse/machine-health');
    await service.app.machineHealth.sweep();
    const { machines } = (await rest('GET', '/synapse/machine-health')).body as { machines: { slug: string }[] };
    return machines.find(({ slug }) => slug === machine);
  };
  const engines = new Set<string>();
  const containerOf = (machine: string): string | undefined => (engines.has(machine) ? 'app' : undefined);

  const WAYS: Readonly<Record<string, (wish: { kind: string; connection: object }) => Promise<string>>> = {
    'made by an assistant': async (wish) => {
      const slug = newSlug();
      const settings = wish.kind === 'docker' ? { containers: ['app'], default_container: 'app' } : {};
      const made = await tool('synapse_create_machine', { slug, ...wish, ...settings });
      expect([made.text, made.isError]).toEqual([made.text, false]);
      return slug;
    },
    're-pointed by an assistant': async (wish) => {
      const slug = newSlug();
      const before =
        wish.kind === 'docker' ? docker({ host: 'docker.example' }) : host({ password_secret: 'STRIPE', user: 'me' });
      const settings = wish.kind === 'docker' ? { containers: ['app'], default_container: 'app' } : {};
      await service.created('/synapse/machines', session, { slug, kind: wish.kind, connection: before, ...settings });
      const changed = await tool('synapse_update_machine', { machine: slug, connection: wish.connection });
      expect([changed.text, changed.isError]).toEqual([changed.text, false]);
      return slug;
    },
  };

  const nothingArrived = (before: { agent: number; engine: number }): void => {
    for (const text of [VALUE, Buffer.from(VALUE).toString('base64')]) expect(attacker.received()).not.toContain(text);
    expect(attacker.fingerprints()).not.toContain(fingerprint(PERSONS_KEY));
    expect(attacker.fingerprints()).not.toContain(fingerprint(LOCKED_KEY));
    expect({ agent: agent.count(), engine: engine.count() }).toEqual(before);
  };

  describe.each(Object.keys(WAYS))('%s', (way) => {
    it.each(Object.keys(FIELDS))('by its %s', async (field) => {
      const wish = FIELDS[field]!();
      const slug = await WAYS[way]!(wish);
      if (wish.kind === 'docker') engines.add(slug);
      const before = { agent: agent.count(), engine: engine.count() };
      for (const [use, act] of Object.entries(USES)) {
        const answer = JSON.stringify(await act(slug));
        expect(answer, use).toContain('machine_unconfirmed');
        service.advance(1_000);
      }
      expect(await health(slug)).toMatchObject({ checked_at: null, reached: null });
      nothingArrived(before);
      await rest('DELETE', `/synapse/machines/${slug}`);
    });
  });

  describe('what is filled in', () => {
    const FILLED: Readonly<Record<string, (machine: string) => Promise<unknown>>> = {
      'a command': (machine) => tool('synapse_exec', { machine, command: 'echo {{STRIPE}}' }),
      'one among others': (machine) => tool('synapse_exec', { machine, command: 'echo {{OWN}} {{STRIPE}}' }),
      'an input': (machine) => tool('synapse_exec', { machine, command: 'cat <<X\n{{STRIPE}}\nX' }),
      'a variable': (machine) => tool('synapse_exec', { machine, command: 'V={{STRIPE}} env' }),
      'an alias': (machine) => tool('synapse_exec', { machine, alias: 'stp' }),
      'a job': (machine) => tool('synapse_exec', { machine, command: 'echo {{STRIPE}}', detach: true }),
      'many machines': (machine) => tool('synapse_exec_many', { machines: [machine], command: 'echo {{STRIPE}}' }),
      'a look': (machine) => tool('synapse_look', { machine, command: 'echo {{STRIPE}}' }),
      'a file': (machine) =>
        tool('synapse_write_file', { machine, path: '/tmp/x', text: 'a {{STRIPE}} b', secrets: true }),
      'an explanation': (machine) => tool('synapse_explain', { machine, command: 'echo {{STRIPE}}' }),
      'a command over REST': (machine) => rest('POST', '/synapse/exec', { machine, command: 'echo {{STRIPE}}' }),
      'many over REST': (machine) =>
        rest('POST', '/synapse/exec-many', { machines: [machine], command: 'echo {{STRIPE}}' }),
    };
    it.each(Object.keys(FILLED))('%s', async (filled) => {
      for (const way of Object.keys(WAYS)) {
        const slug = await WAYS[way]!({ kind: 'ssh', connection: host({ password_secret: 'OWN' }) });
        const answer = JSON.stringify(await FILLED[filled]!(slug));
        expect(answer, way).toContain('machine_unconfirmed');
        expect(attacker.received()).not.toContain(VALUE);
      }
    });

    it('the answer for sudo', async () => {
      const slug = newSlug();
      const connection = host({ password_secret: 'OWN' });
      await tool('synapse_create_machine', { slug, kind: 'ssh', connection, sudo_secret: 'STRIPE' });
      for (const detach of [false, true]) {
        const answer = await tool('synapse_exec', { machine: slug, command: 'sudo id', detach });
        expect(answer).toMatchObject({ code: 'machine_unconfirmed' });
      }
      expect(attacker.received()).not.toContain(VALUE);
    });

    it('and what a person has confirmed arrives, so that the host does hear', async () => {
      const slug = await WAYS['made by an assistant']!({ kind: 'ssh', connection: host({ password_secret: 'OWN' }) });
      await rest('POST', `/synapse/machines/${slug}/confirm`, {});
      expect((await tool('synapse_exec', { machine: slug, command: 'echo {{STRIPE}}' })).result.exit_code).toBe(0);
      expect(attacker.received()).toContain(VALUE);
      const keyed = await WAYS['made by an assistant']!(FIELDS.key!());
      await rest('POST', `/synapse/machines/${keyed}/confirm`, {});
      expect((await tool('synapse_exec', { machine: keyed, command: 'true' })).result.exit_code).toBe(0);
      expect(attacker.fingerprints()).toContain(fingerprint(PERSONS_KEY));
      const before = agent.count();
      const signed = await WAYS['made by an assistant']!(FIELDS.agent!());
      await rest('POST', `/synapse/machines/${signed}/confirm`, {});
      await tool('synapse_exec', { machine: signed, command: 'true' });
      expect(agent.count()).toBeGreaterThan(before);
    });
  });
});
