/** What an import would make: machines, and the secrets that their keys become. */
import { join } from 'node:path';
import type { SshConnection } from '@synapse/contract';
import { findHostKeys, type PlannedHop, type PlannedMachine, planMachines } from '@synapse/contract/ssh-config';
import { type Identity, identityOf, secretNames } from './identity.ts';
import { expandHome, type ReadConfig, readOrNull } from './read-config-files.ts';

/** Where the keys of its hosts come from. */
export type KeySource = 'vault' | 'agent';

export interface ImportedMachine {
  readonly name: string;
  readonly slug: string;
  /** The machine, then the hosts it is reached through. Empty: it cannot be made. */
  readonly hops: readonly ImportedHop[];
  readonly remarks: PlannedMachine['remarks'];
}

export interface ImportedHop {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly hostKey: string | null;
  readonly identity: Identity | null;
}

export interface ImportPlan {
  readonly machines: readonly ImportedMachine[];
  /** The path of a key → the name of its secret. */
  readonly secrets: ReadonlyMap<string, string>;
}

export async function planImport(config: ReadConfig, home: string, taken: ReadonlySet<string>): Promise<ImportPlan> {
  const machines = await Promise.all(
    planMachines(config).map(async ({ name, slug, hop, remarks }) => ({
      name,
      slug,
      remarks,
      hops: hop === null ? [] : await Promise.all(chain(hop).map((one) => importHop(one, name, home))),
    })),
  );
  const paths = machines.flatMap(({ hops }) => hops.flatMap(({ identity }) => identity?.path ?? []));
  return { machines, secrets: secretNames(paths, taken) };
}

const chain = (hop: PlannedHop): PlannedHop[] => (hop.jump === null ? [hop] : [hop, ...chain(hop.jump)]);

async function importHop(hop: PlannedHop, name: string, home: string): Promise<ImportedHop> {
  const { host, port, user, hostKeyAlias: alias, knownHostsFiles } = hop;
  const usual = [join(home, '.ssh/known_hosts'), join(home, '.ssh/known_hosts2'), '/etc/ssh/ssh_known_hosts'];
  const files = knownHostsFiles?.map((path) => expandHome(path, home)) ?? usual;
  const keys = await findHostKeys(
    files.flatMap((path) => readOrNull(path) ?? []),
    { host, port, alias },
  );
  return { host, port, user, hostKey: keys[0] ?? null, identity: identityOf(hop, name, home) };
}

/** Null: there is no key for one of its hosts. */
export function connectionOf(
  [hop, ...through]: readonly ImportedHop[],
  secrets: ImportPlan['secrets'],
  source: KeySource,
): SshConnection | null {
  if (hop === undefined) return null;
  const jump = through.length === 0 ? undefined : connectionOf(through, secrets, source);
  if (jump === null || (source === 'vault' && hop.identity === null)) return null;
  const { host, port, user, hostKey, identity } = hop;
  const secret = source === 'vault' ? secrets.get(identity!.path)! : '';
  return {
    host,
    port,
    user,
    ...(source === 'agent' ? { agent: true as const } : { key_secret: secret }),
    ...(source === 'vault' && identity!.locked ? { passphrase_secret: `${secret}_PASSPHRASE` } : {}),
    ...(source === 'vault' && identity!.certificate !== null ? { certificate_secret: `${secret}_CERT` } : {}),
    ...(hostKey === null ? {} : { host_key: hostKey }),
    ...(jump === undefined ? {} : { jump }),
  };
}
