/**
 * Two instances as processes and one in this process, on one PostgreSQL and one NATS; an agent behind a load balancer,
 * linked to `far`.
 */
import { randomBytes } from 'node:crypto';
import { createPostgresDatabase } from '../databases.ts';
import { type NatsServer, startNats } from '../engines/nats.ts';
import { type Instance, startInstance } from '../instance.ts';
import { type Service, startService } from '../service.ts';
import { type AgentProcess, startAgent } from './agent-process.ts';
import { newAgentMachine } from './agent-rig.ts';
import { type LinkProxy, startLinkProxy } from './link-proxy.ts';

export interface RelayRig {
  readonly nats: NatsServer;
  readonly near: Instance;
  readonly far: Instance;
  /** In this process, for what can only be seen from inside. */
  readonly inside: Service;
  /** Between the agent and `far`, until it is pointed elsewhere. */
  readonly proxy: LinkProxy;
  readonly agent: AgentProcess;
  readonly session: string;
  /** One more instance. */
  join(): Promise<Instance>;
  look(instance: Pick<Instance, 'call'>): Promise<Record<string, unknown>>;
  exec(
    instance: Pick<Instance, 'call'>,
    command: string,
    more?: object,
  ): Promise<{ status: number; body: Record<string, unknown> }>;
  stop(): Promise<void>;
}

export async function startRelayRig(root: string, settings: Record<string, string> = {}): Promise<RelayRig> {
  const nats = await startNats(root);
  const env = {
    SYNAPSE_DATABASE_URL: await createPostgresDatabase(),
    SYNAPSE_NATS_URL: nats.url,
    SYNAPSE_MASTER_KEY: randomBytes(32).toString('base64'),
    ...settings,
  };
  const instances: Instance[] = [];
  const join = async () => {
    const instance = await startInstance(env);
    instances.push(instance);
    return instance;
  };
  const [near, far] = await Promise.all([join(), join()]);
  const inside = await startService(env);
  const session = await near.login();
  const proxy = await startLinkProxy(far.url);
  const { code } = await newAgentMachine(inside, session, 'laptop');
  const agent = startAgent({ url: proxy.url, code });
  await agent.says('connected to');
  return {
    nats,
    near,
    far,
    inside,
    proxy,
    agent,
    session,
    join,
    look: async (instance) => (await instance.call('GET', '/synapse/machines/laptop', { token: session })).body,
    exec: (instance, command, more = {}) =>
      instance.call('POST', '/synapse/exec', {
        token: session,
        body: { machine: 'laptop', command, cwd: '/', raw: true, ...more },
      }),
    stop: async () => {
      await agent.stop();
      await proxy.stop();
      await inside.stop();
      await Promise.all(instances.map((instance) => instance.remove()));
      await nats.stop();
    },
  };
}
