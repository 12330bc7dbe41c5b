/**
 * What an agent does with a service that repeats itself, sends nonsense or speaks another version. The test plays the
 * service.
 */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AGENT_PROTOCOL, decodeOutput, LINK_LIMITS, type ServiceFrame } from '@synapse/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { openHome } from '../../packages/agent/src/home.ts';
import { newKey } from '../../packages/agent/src/key.ts';
import { nap, sleeping } from '../engines/process-tree.ts';
import { type AgentProcess, startAgent } from './agent-process.ts';

/** One link as the service sees it. */
class Link {
  readonly #socket: WebSocket;
  readonly frames: Record<string, unknown>[] = [];
  output = '';
  readonly closed: Promise<number>;
  readonly #looks = new Set<() => void>();

  constructor(socket: WebSocket) {
    this.#socket = socket;
    this.closed = once(socket, 'close').then(([code]) => code as number);
    socket.on('message', (data, isBinary) => {
      if (isBinary) this.output += Buffer.from(decodeOutput(data as Buffer)!.data).toString();
      else this.frames.push(JSON.parse(data.toString()) as Record<string, unknown>);
      for (const look of this.#looks) look();
    });
  }

  send(frame: ServiceFrame): void {
    this.#socket.send(JSON.stringify(frame));
  }

  sendText(text: string): void {
    this.#socket.send(text);
  }

  terminate(): void {
    this.#socket.terminate();
  }

  /** Resolves with the first frame of this type and command. */
  frame(type: string, id?: string): Promise<Record<string, unknown>> {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.frames.find((frame) => frame.type === type && (id === undefined || frame.id === id));
        if (found === undefined) return;
        this.#looks.delete(look);
        resolve(found);
      };
      this.#looks.add(look);
      look();
    });
  }
}

describe('an agent', () => {
  let server: WebSocketServer;
  let folder: string;
  let agent: AgentProcess;
  beforeEach(async () => {
    server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    folder = mkdtempSync(join(tmpdir(), 'synapse-hand-made-'));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const private_key = newKey().privateKey;
    openHome(join(folder, 'home')).saveIdentity({ server: url, machine_id: 'm1', slug: 'box', private_key });
    agent = startAgent({ home: join(folder, 'home') });
  });
  afterEach(async () => {
    await agent.stop();
    for (const socket of server.clients) socket.terminate();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const hello = (protocol = AGENT_PROTOCOL): ServiceFrame => ({
    type: 'hello',
    protocol,
    nonce: 'bm9uY2U=',
    heartbeat_ms: 60_000,
  });
  const accept = async (): Promise<Link> => {
    const [socket] = (await once(server, 'connection')) as [WebSocket];
    return new Link(socket);
  };
  type Resume = Extract<ServiceFrame, { type: 'welcome' }>['resume'];
  const welcome = async (resume: (commands: string[]) => Resume = () => [], keep: string[] = []): Promise<Link> => {
    const link = await accept();
    link.send(hello());
    const { commands } = await link.frame('prove');
    link.send({ type: 'welcome', slug: 'box', resume: resume(commands as string[]), keep });
    return link;
  };
  const order = (id: string, script: string, timeout_ms: number | null = null, secrets = {}): ServiceFrame => ({
    type: 'run',
    id,
    script,
    secrets,
    cwd: folder,
    container: null,
    timeout_ms,
  });

  it('runs a command once, however often it is sent, also when it was forgotten and after a new link', async () => {
    const first = await welcome();
    first.send(order('one', 'echo x >>ran; sleep 0.3; echo done'));
    first.send(order('one', 'echo x >>ran'));
    await first.frame('started', 'one');
    first.terminate();
    const second = await welcome((commands) => commands.map((id) => ({ id, received: 0, consumed: 0 })));
    second.send(order('one', 'echo x >>ran'));
    await second.frame('ended', 'one');
    expect(second.output).toBe('done\n');
    second.send({ type: 'forget', id: 'one' });
    second.send(order('one', 'echo x >>ran'));
    second.send(order('two', 'true'));
    await second.frame('ended', 'two');
    expect(readFileSync(join(folder, 'ran'), 'utf8')).toBe('x\n');
    expect(second.frames.filter(({ id }) => id === 'one').map(({ type }) => type)).toEqual(['started', 'ended']);
  });

  it.each([
    ['shell code as the name of a value', 'x; touch planted; x', 'v'],
    ['the folders of programs', 'PATH', '/nowhere'],
    ['what a shell reads first', 'BASH_ENV', '/nowhere'],
    ['a library', 'LD_PRELOAD', '/nowhere'],
    ['how words are split', 'IFS', 'x'],
    ['a variable of the agent’s own text', '__synapse_n', '; touch planted; '],
    ['a newline at the end of a name', '__synapse_v1\n', 'v'],
  ])('takes no frame with %s', async (_what, name, value) => {
    const link = await welcome();
    link.send(order('one', 'echo a\necho b', null, { [name]: value }));
    expect(await link.closed).toBe(4400);
    const next = await welcome();
    next.send(order('two', 'printf %s "$__synapse_v1"', null, { __synapse_v1: 'v' }));
    await next.frame('ended', 'two');
    expect(next.output).toBe('v');
    expect(readdirSync(folder)).toEqual(['home']);
  });

  it('sends again what was not received, and nothing else', async () => {
    const first = await welcome();
    first.send(order('one', 'printf abc; sleep 0.2; printf defghi; exit 4'));
    await first.frame('ended', 'one');
    expect(first.output).toBe('abcdefghi');
    first.terminate();
    const second = await welcome(() => [{ id: 'one', received: 3, consumed: 1 }]);
    expect(await second.frame('ended', 'one')).toMatchObject({ outcome: { kind: 'exited', exitCode: 4 } });
    expect(second.output).toBe('defghi');
  });

  it('goes on in silence with what is kept for others, and tells it from where it is asked to', async () => {
    const first = await welcome();
    first.send(order('kept', 'printf abc; sleep 0.2; printf def; exit 4'));
    first.send(order('dropped', `sleep ${nap(1203)}`));
    await first.frame('ended', 'kept');
    await first.frame('started', 'dropped');
    first.terminate();
    const second = await welcome(() => [], ['kept', 'never-heard-of']);
    second.send(order('after', 'true'));
    await second.frame('ended', 'after');
    expect([second.output, second.frames.filter(({ id }) => id === 'kept')]).toEqual(['', []]);
    await vi.waitFor(async () => expect(await sleeping(1203)).toEqual([]), 45_000);
    second.send({ type: 'resume', id: 'kept', received: 3, consumed: 3 });
    await second.frame('ended', 'kept');
    expect(second.frames.filter(({ id }) => id === 'kept').map(({ type }) => type)).toEqual([
      'resumed',
      'started',
      'ended',
    ]);
    expect(second.output).toBe('def');
    second.send({ type: 'resume', id: 'kept', received: 3, consumed: 3 });
    second.send(order('last', 'true'));
    await second.frame('ended', 'last');
    expect(second.output).toBe('defdef');
  });

  it('kills a command at its deadline though nobody asks, and waits for no credit that never comes', async () => {
    const link = await welcome();
    link.send(order('slow', `sleep ${nap(1200)}`, 0));
    link.send(order('flood', 'cat /dev/zero', 0));
    expect(await link.frame('ended', 'slow')).toMatchObject({ outcome: { kind: 'killed' } });
    expect(await link.frame('ended', 'flood')).toMatchObject({ outcome: { kind: 'killed' } });
    expect(link.output.length).toBeLessThan(LINK_LIMITS.windowBytes + LINK_LIMITS.outputFrameBytes);
  });

  it('hangs up on nonsense and comes back', async () => {
    const first = await welcome();
    first.sendText('{"type":"run"}');
    expect(await first.closed).toBe(4400);
    const second = await welcome();
    second.send(order('after', 'true'));
    await second.frame('ended', 'after');
  });

  it('ends, and says what to do, where the service speaks another version', async () => {
    const link = await accept();
    link.send(hello(AGENT_PROTOCOL + 1));
    expect(await agent.exit).toBe(3);
    expect(agent.printed()).toContain('run "update"');
  });
});
