/** One of several instances that get into trouble, with a line to the database that can be cut. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type LinkProxy, startLinkProxy } from '../../agents/link-proxy.ts';
import { type Instance, startInstance } from '../../instance.ts';
import { removeAtEnd } from '../../left-behind.ts';

export interface Member {
  readonly name: string;
  readonly env: Record<string, string>;
  /** Between it and the database. */
  readonly proxy: LinkProxy;
  /** The program; undefined: the version under test. */
  service: string | undefined;
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
    // The same after a restart.
    SYNAPSE_DATA_DIR: removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-member-'))),
    ...(skewMs === 0 ? {} : { NODE_OPTIONS: `--import ${SKEWED}`, SKEW_MS: String(skewMs) }),
  };
  return { name, env, proxy, service, instance: await startInstance(env, [], service) };
}

/** What befalls one of them. */
export const befall = {
  kill: async (member: Member, meanwhile: () => Promise<void> = async () => undefined): Promise<void> => {
    await member.instance.kill('SIGKILL');
    await meanwhile();
    member.instance = await startInstance(member.env, [], member.service);
  },
  /** Stopped as for an upgrade, and started again, as this version where one is named. Returns how it exited. */
  replace: async (member: Member, program?: string): Promise<number | null> => {
    const code = await member.instance.kill('SIGTERM');
    member.service = program ?? member.service;
    member.instance = await startInstance(member.env, [], member.service);
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
  /** What the database answers does not arrive; after so long its connections break. */
  deafen: async ({ proxy }: Member, ms: number): Promise<void> => {
    proxy.deafen();
    await sleep(ms);
    proxy.cut();
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
