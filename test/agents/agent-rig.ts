/** A real service with a real agent process on one of its machines, as executors and scenarios need it. */
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Executor } from '@synapse/runner';
import { personalWorkspaceId } from '../../packages/server/src/ids.ts';
import { removeAtEnd } from '../left-behind.ts';
import { type Service, startService } from '../service.ts';
import { type AgentOptions, type AgentProcess, startAgent } from './agent-process.ts';

export interface Enrolled {
  readonly slug: string;
  readonly code: string;
  readonly command: string;
}

/** Registers a machine of kind agent for the owner of the session. */
export async function newAgentMachine(service: Service, session: string, slug: string): Promise<Enrolled> {
  const { status, body } = await service.call<{ enrollment: { code: string; command: string } }>(
    'POST',
    '/synapse/machines',
    { token: session, body: { slug, kind: 'agent' } },
  );
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { slug, ...body.enrollment };
}

export async function executorOf(service: Service, session: string, slug: string): Promise<Executor> {
  const { body } = await service.call<{ id: string }>('GET', '/auth/me', { token: session });
  const machine = await service.app.machines.find({ workspaceId: personalWorkspaceId(body.id), role: 'admin' }, slug);
  return service.app.executors.of(machine);
}

export interface AgentRig {
  readonly service: Service;
  readonly session: string;
  readonly executor: Executor;
  readonly scratch: string;
  /** Kills the agent and starts it again; resolves when it is back. */
  restartAgent(signal?: NodeJS.Signals): Promise<void>;
  readonly agent: () => AgentProcess;
  stop(): Promise<void>;
}

/** `uid`: the login of the agent, if it is not this process's own. */
export async function startAgentRig({
  uid,
  ...own
}: Pick<AgentOptions, 'env' | 'flags'> & { readonly uid?: number } = {}): Promise<AgentRig> {
  const service = await startService({}, { agentHeartbeatMs: 1000 });
  const session = await service.login();
  const { code } = await newAgentMachine(service, session, 'laptop');
  const scratch = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-agent-scratch-')));
  if (uid !== undefined) chownSync(scratch, uid, uid);
  const home = join(scratch, 'home');
  const under = uid === undefined ? [] : ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
  const options = { ...own, under };
  let agent = startAgent({ url: service.url, code, home, ...options });
  await agent.says('connected to');
  return {
    service,
    session,
    scratch,
    agent: () => agent,
    executor: await executorOf(service, session, 'laptop'),
    restartAgent: async (signal = 'SIGKILL') => {
      agent.signal(signal);
      await agent.exit;
      agent = startAgent({ home, ...options });
      await agent.says('connected to');
    },
    stop: async () => {
      await agent.stop();
      await service.stop();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}
