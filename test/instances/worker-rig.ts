/** A service of two workers, and connections of which one knows to which worker they lead. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, vi } from 'vitest';
import { type Account, type Instance, startInstance } from '../instance.ts';

export interface Door {
  tool(account: Account, name: string, args: object): Promise<Told>;
  exec(account: Account, command: string, more?: object): Promise<Told>;
  close(): void;
}

// biome-ignore lint/suspicious/noExplicitAny: scenarios look into whatever a tool answers.
type Told = any;

export async function startWorkers(databaseUrl: string, settings: Record<string, string> = {}): Promise<Instance> {
  const service = await startInstance({ SYNAPSE_WORKERS: '2', SYNAPSE_DATABASE_URL: databaseUrl, ...settings });
  // What it tells its log may be read after what it prints.
  await vi.waitFor(() => expect(listening(service)).toHaveLength(2), { timeout: 45_000, interval: 50 });
  return service;
}

function listening(service: Instance): { worker: number; pid: number }[] {
  const whole = service.stderr().split('\n').slice(0, -1);
  return whole.filter((line) => line.includes('"worker listens"')).map((line) => JSON.parse(line));
}

/** The process that has this seat now: the one that was ready last. */
export const pidOf = (service: Instance, seat: number): number =>
  listening(service).findLast(({ worker }) => worker === seat)!.pid;

/**
 * A new connection, to this worker if it is named. Whichever of them is awake takes a new one, so the other sleeps
 * meanwhile.
 */
export async function doorTo(service: Instance, seat: number | null): Promise<Door> {
  const others = seat === null ? [] : [pidOf(service, 3 - seat)];
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const call = async (method: string, path: string, headers: Record<string, string> = {}, body?: object) => {
    const sent = request(service.url + path, { agent, method, headers });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { reused: sent.reusedSocket, told: await text(answer) };
  };
  for (const pid of others) process.kill(pid, 'SIGSTOP');
  try {
    await call('GET', '/healthz');
  } finally {
    for (const pid of others) process.kill(pid, 'SIGCONT');
  }
  const tool: Door['tool'] = async ({ token }, name, args) => {
    const headers = { 'x-ai-token': token, 'content-type': 'application/json' };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    const { reused, told } = await call('POST', '/tda/mcp', headers, message);
    // A new connection would lead to any of them.
    expect(reused).toBe(true);
    return JSON.parse(told).result.structuredContent;
  };
  return {
    tool,
    exec: (account, command, more = {}) => tool(account, 'synapse_exec', { machine: 'local', command, ...more }),
    close: () => agent.destroy(),
  };
}
