/**
 * A service as a process of its own, with machines of every kind, for commands that it has to end. Runs inside the pen.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AgentProcess, startAgent } from '../agents/agent-process.ts';
import { startServerProcess } from '../server-process.ts';
import { CONTAINER, startEngine, startSsh } from './targets.ts';

const PASSWORD = 'a password for the pen';
export const MACHINES = ['local', 'ssh', 'agent', 'engine'] as const;
export type Machine = (typeof MACHINES)[number];

interface Ask {
  readonly machine: Machine;
  readonly command: string;
  readonly timeout_seconds: number;
  readonly wait_seconds?: number;
}

/** A user with a machine of each kind: nobody may start more than thirty commands a minute. */
export interface Tenant {
  exec(ask: Ask, signal?: AbortSignal): Promise<Record<string, string>>;
  cancel(id: string): Promise<unknown>;
  freeze(): Promise<unknown>;
  killAgent(): Promise<unknown>;
}

export interface ServiceRig {
  newTenant(): Promise<Tenant>;
  killService(): Promise<unknown>;
}

export async function startServiceRig(): Promise<ServiceRig> {
  const folder = mkdtempSync(join(tmpdir(), 'synapse-hiding-'));
  const settings = {
    SYNAPSE_ADMIN_PASSWORD: PASSWORD,
    SYNAPSE_ALLOW_LOCAL: 'all',
    SYNAPSE_LIMITS: 'user=30',
  };
  const [server, sshd, engine] = await Promise.all([
    startServerProcess({ SYNAPSE_DATA_DIR: join(folder, 'data'), ...settings }),
    startSsh(),
    startEngine(),
  ]);

  const ask = async (method: string, path: string, body: unknown, token = '', signal?: AbortSignal) => {
    const form = body instanceof URLSearchParams;
    const answer = await fetch(server.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(form ? {} : { 'content-type': 'application/json' }) },
      body: form ? body : JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
    const said = (await answer.json()) as Record<string, string> & { enrollment?: { code: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(said)}`);
    return said;
  };
  const login = async (username: string) =>
    (await ask('POST', '/auth/login', new URLSearchParams({ username, password: PASSWORD }))).access_token!;
  const admin = await login('admin');

  const connections: Record<Machine, object> = {
    local: {},
    ssh: { connection: { host: '127.0.0.1', port: sshd.port, user: 'root', key_secret: 'SSH_KEY' } },
    agent: {},
    engine: { connection: { socket: engine.socket }, containers: [CONTAINER], default_container: CONTAINER },
  };
  const newTenant = async (): Promise<Tenant> => {
    const username = `tenant-${randomUUID().slice(0, 8)}`;
    await ask('POST', '/admin/users', { username, password: PASSWORD, plan: 'pro', role: 'member' }, admin);
    const session = await login(username);
    await ask('PUT', '/synapse/secrets/SSH_KEY', { value: sshd.privateKey }, session);
    let agent: AgentProcess | undefined;
    for (const slug of MACHINES) {
      const kind = slug === 'engine' ? 'docker' : slug;
      const made = await ask('POST', '/synapse/machines', { slug, kind, ...connections[slug] }, session);
      if (!made.enrollment) continue;
      agent = startAgent({ url: server.url, code: made.enrollment.code, home: join(folder, username) });
      await agent.says('connected to');
    }
    return {
      exec: (order, signal) => ask('POST', '/synapse/exec', { cwd: '/', ...order }, session, signal),
      cancel: (id) => ask('POST', `/synapse/executions/${id}/cancel`, {}, session),
      freeze: () => ask('POST', '/synapse/freeze', {}, session),
      killAgent: async () => {
        agent!.signal('SIGKILL');
        await agent!.exit;
      },
    };
  };
  return { newTenant, killService: () => server.kill('SIGKILL') };
}
