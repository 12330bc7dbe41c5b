/** What the page would make of an ssh configuration that was pasted or uploaded. */
import { findHostKeys, type PlannedHop, planMachines, type Remark, readLines } from '@synapse/contract/ssh-config';
import type { SshConnection } from '../machine-wish.ts';

export interface Importable {
  readonly name: string;
  readonly slug: string;
  /** The machine, then the hosts it is reached through. Empty: it cannot be made. */
  readonly hops: readonly ImportableHop[];
  readonly remarks: readonly Remark[];
}

export interface ImportableHop extends Pick<PlannedHop, 'host' | 'port' | 'user'> {
  /** The file of its key, as written. Empty: the usual one. */
  readonly keyFile: string;
  readonly hostKey: string | null;
}

export interface ImportText {
  readonly config: string;
  readonly knownHosts: string;
  /** Who logs in where the configuration does not say. */
  readonly user: string;
}

/** Files that are included are on another computer: only what is in the text counts. */
export async function readImport({ config, knownHosts, user }: ImportText): Promise<Importable[]> {
  const plans = planMachines({ files: [readLines(config)], include: () => [], localUser: user });
  return Promise.all(
    plans.map(async ({ hop, ...plan }) => ({
      ...plan,
      hops: hop === null ? [] : await Promise.all(chain(hop).map((one) => importable(one, knownHosts))),
    })),
  );
}

const chain = (hop: PlannedHop): PlannedHop[] => (hop.jump === null ? [hop] : [hop, ...chain(hop.jump)]);

async function importable(hop: PlannedHop, knownHosts: string): Promise<ImportableHop> {
  const { host, port, user, hostKeyAlias: alias, identityFiles } = hop;
  const [hostKey = null] = await findHostKeys([knownHosts], { host, port, alias });
  return { host, port, user, hostKey, keyFile: identityFiles[0] ?? '' };
}

export const keyFilesOf = (machines: readonly Importable[]): string[] => [
  ...new Set(machines.flatMap(({ hops }) => hops.map(({ keyFile }) => keyFile))),
];

/** `keys`: the file of a key → the secret that holds it; missing: the agent of the service. */
export function connectionOf(
  [hop, ...through]: readonly ImportableHop[],
  keys: Readonly<Record<string, string>>,
): SshConnection {
  const { host, port, user, hostKey, keyFile } = hop!;
  const secret = keys[keyFile] ?? '';
  return {
    host,
    port,
    user,
    ...(secret === '' ? { agent: true as const } : { key_secret: secret }),
    ...(hostKey === null ? {} : { host_key: hostKey }),
    ...(through.length === 0 ? {} : { jump: connectionOf(through, keys) }),
  };
}
