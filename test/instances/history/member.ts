/** One of several instances that get into trouble, with a line to the database that can be cut. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type LinkProxy, startLinkProxy } from '../../agents/link-proxy.ts';
import { type Instance, startInstance } from '../../instance.ts';

export interface Member {
  readonly name: string;
  readonly env: Record<string, string>;
  /** Between it and the database. */
  readonly proxy: LinkProxy;
  /** Another process after a restart. */
  instance: Instance;
}

const SKEWED = pathToFileURL(join(import.meta.dirname, '..', 'skewed-clock.mjs')).href;

/** `skewMs`: how wrong its computer's clock is. `service`: the version that it begins with. */
export async function startMember(
  name: string,
  shared: Record<string, string>,
  skewMs: number,
  service?: string,
): Promise<Member> {
  const at = new URL(shared.SYNAPSE_DATABASE_URL!);
  const proxy = await startLinkProxy(`http://${at.host}`);
  at.host = new URL(proxy.url).host;
  const env = {
    ...shared,
    SYNAPSE_DATABASE_URL: at.href,
    ...(skewMs === 0 ? {} : { NODE_OPTIONS: `--import ${SKEWED}`, SKEW_MS: String(skewMs) }),
  };
  return { name, env, proxy, instance: await startInstance(env, [], service) };
}

/** What befalls one of them. */
export const befall = {
  kill: async (member: Member): Promise<void> => {
    await member.instance.kill('SIGKILL');
    member.instance = await startInstance(member.env);
  },
  /** Stopped as for an upgrade, and started again as the version under test. Returns how it exited. */
  replace: async (member: Member): Promise<number | null> => {
    const code = await member.instance.kill('SIGTERM');
    member.instance = await startInstance(member.env);
    return code;
  },
  /** Frozen for so long, as by SIGSTOP or a host that swaps. */
  freeze: async ({ instance }: Member, ms: number): Promise<void> => {
    instance.child.kill('SIGSTOP');
    await sleep(ms);
    instance.child.kill('SIGCONT');
  },
  /** Cut off from the database for so long. */
  cut: async ({ proxy }: Member, ms: number): Promise<void> => {
    proxy.cut();
    await sleep(ms);
    proxy.mend();
  },
  /** Its connections to the database go silent, and nobody is told; after so long they break. */
  silence: async ({ proxy }: Member, ms: number): Promise<void> => {
    proxy.freeze();
    await sleep(ms);
    proxy.cut();
    proxy.mend();
  },
};
