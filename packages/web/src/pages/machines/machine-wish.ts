/** Turns the form into the request that the service expects. */
import type { Machine, MachineChange, MachineWish } from '../../api/machines.ts';

export type Kind = Machine['kind'];
export type Connection = NonNullable<Machine['connection']>;
export type SshConnection = Extract<Connection, { user: string }>;
export type Hop = Omit<SshConnection, 'jump'>;

/** Fields of the form by name; empty ones are left out. */
export function wishOf(form: FormData, kind: Kind): MachineWish {
  const connection = connectionOf(form, kind);
  return { slug: field(form, 'slug') ?? '', kind, ...settingsOf(form), ...(connection === null ? {} : { connection }) };
}

/** The connection only if it differs: a new one makes the service forget which host keys it has seen. */
export function changeOf(form: FormData, machine: Machine): MachineChange {
  const connection = connectionOf(form, machine.kind);
  const changed = connection !== null && JSON.stringify(connection) !== JSON.stringify(presentConnection(machine));
  return { ...settingsOf(form), ...(changed ? { connection } : {}) };
}

/** With the host keys that are expected now, wherever they come from. */
export function presentConnection({ connection, host_keys }: Machine): Connection | null {
  if (connection === null || !('user' in connection)) return connection;
  const known = ({ jump, ...hop }: SshConnection): SshConnection => {
    const key = keyOf(host_keys, hop);
    const own = hopOf({ ...hop, ...(key === undefined ? {} : { host_key: key }) });
    return { ...own, ...(jump === undefined ? {} : { jump: known(jump) }) };
  };
  return known(connection);
}

export function keyOf(keys: Machine['host_keys'], { host, port }: Pick<Hop, 'host' | 'port'>): string | undefined {
  return keys.find(({ address }) => address === `${host}:${port}`)?.key;
}

function settingsOf(form: FormData): Omit<MachineChange, 'connection'> {
  const label = field(form, 'label');
  return {
    ...(label === undefined ? {} : { label }),
    containers: (field(form, 'containers') ?? '').split(/[\s,]+/).filter(Boolean),
    default_container: field(form, 'default_container') ?? null,
    default_cwd: field(form, 'default_cwd') ?? null,
    sudo_secret: field(form, 'sudo_secret') ?? null,
  };
}

function connectionOf(form: FormData, kind: Kind): Connection | null {
  if (kind === 'ssh') return readHop(form, '');
  if (kind !== 'docker') return null;
  const socket = field(form, 'socket');
  if (socket !== undefined) return { socket };
  const [host, ca_secret, cert_secret, key_secret] = ['engine_host', 'ca_secret', 'cert_secret', 'key_secret'].map(
    (name) => field(form, name) ?? '',
  ) as [string, string, string, string];
  return host === '' ? null : { host, ca_secret, cert_secret, key_secret };
}

/** The fields of each host on the way have one `jump_` more in front. */
function readHop(form: FormData, prefix: string): SshConnection | null {
  const host = field(form, `${prefix}host`);
  if (host === undefined) return null;
  const optional = (name: (typeof OPTIONAL)[number]) => {
    const value = field(form, prefix + name);
    return value === undefined ? {} : { [name]: value };
  };
  const jump = readHop(form, `${prefix}jump_`);
  const hop = hopOf({
    host,
    port: Number(field(form, `${prefix}port`) ?? 22),
    user: field(form, `${prefix}user`) ?? '',
    ...Object.assign({}, ...OPTIONAL.map(optional)),
    ...(field(form, `${prefix}agent`) === undefined ? {} : { agent: true as const }),
  });
  return { ...hop, ...(jump === null ? {} : { jump }) };
}

const OPTIONAL = ['key_secret', 'password_secret', 'passphrase_secret', 'certificate_secret', 'host_key'] as const;

/** In a fixed order, so that two can be compared as text. */
function hopOf(hop: Hop): Hop {
  const { host, port, user } = hop;
  const given = OPTIONAL.flatMap((name) => (hop[name] === undefined ? [] : [[name, hop[name]]]));
  return { host, port, user, ...Object.fromEntries(given), ...(hop.agent === true ? { agent: true } : {}) };
}

function field(form: FormData, name: string): string | undefined {
  const value = form.get(name);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
