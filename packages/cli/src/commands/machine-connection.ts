/** How a machine is reached, from the options of `machine add` and `machine set`. */
import type { Connection, OwnMachine, SshConnection } from '@synapse/contract';
import type { Api } from '../api.ts';
import { type Call, given, listOption, type OptionValue, textOption } from '../call.ts';
import { usageError } from '../cli-error.ts';
import { tell } from '../words/tell.ts';

type Options = Call['options'];
type Fields = Readonly<Record<string, unknown>>;

/** Of these a host is logged in to with one; the others only go with a key. */
const WAYS = ['key_secret', 'password_secret', 'agent'];
const WITH_KEY = ['passphrase_secret', 'certificate_secret'];

/** `-` takes away what is there. */
export function orNone(value: OptionValue): string | null | undefined {
  const text = textOption(value);
  return text === '-' ? null : text;
}

/** For a new machine. Undefined: nothing was said. */
export async function newConnection(service: Api, options: Options): Promise<Fields | undefined> {
  const fields = {
    ...given({
      socket: textOption(options.socket),
      ca_secret: textOption(options.caSecret),
      cert_secret: textOption(options.certSecret),
    }),
    ...fieldsOf(options),
  };
  const connection = await withJump(service, fields, options);
  return Object.keys(connection).length === 0 ? undefined : connection;
}

/** What the options make of the connection that a machine has. Undefined: they say nothing about it. */
export async function changedConnection(
  service: Api,
  { slug, connection }: Pick<OwnMachine, 'slug' | 'connection'>,
  options: Options,
): Promise<Fields | undefined> {
  const fields = fieldsOf(options);
  if (Object.keys(fields).length === 0 && options.jump === undefined) return undefined;
  if (connection === null) throw usageError(tell('machine_no_connection', { slug }));
  return withJump(service, merged(connection, fields), options);
}

function fieldsOf(options: Options): Fields {
  return given({
    host: textOption(options.host),
    port: options.port,
    user: textOption(options.user),
    key_secret: textOption(options.keySecret),
    password_secret: textOption(options.passwordSecret),
    passphrase_secret: orNone(options.passphraseSecret),
    certificate_secret: orNone(options.certificateSecret),
    agent: options.agent === true ? true : undefined,
    host_key: orNone(options.hostKey),
  });
}

/** A new way to log in replaces the old one, and a new address does not have the host key of the old one. */
function merged(before: Connection, fields: Fields): Fields {
  const gone = new Set<string>();
  if (WAYS.some((way) => way in fields)) for (const name of [...WAYS, ...WITH_KEY]) gone.add(name);
  if ('host' in fields || 'port' in fields) gone.add('host_key');
  const kept = Object.entries(before).filter(([name]) => !gone.has(name));
  const all = { ...Object.fromEntries(kept), ...fields };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

async function withJump(service: Api, connection: Fields, options: Options): Promise<Fields> {
  const hosts = listOption(options.jump);
  if (hosts === undefined) return connection;
  const { jump: _, ...direct } = connection;
  let jump: Fields | undefined;
  // Each is reached through the one before it.
  for (const host of hosts.filter((name) => name !== '-')) {
    const { jump: own, ...hop } = await jumpHost(service, host, direct);
    const through = jump ?? own;
    jump = through === undefined ? hop : { ...hop, jump: through };
  }
  return jump === undefined ? direct : { ...direct, jump };
}

async function jumpHost(service: Api, name: string, target: Fields): Promise<Fields> {
  const [, user, host, port] = /^([^@]+)@([^@]+?)(?::(\d{1,5}))?$/.exec(name) ?? [];
  if (user !== undefined) {
    const credentials = [...WAYS, ...WITH_KEY].flatMap((field) => (field in target ? [[field, target[field]]] : []));
    return { host, user, port: Number(port ?? 22), ...Object.fromEntries(credentials) };
  }
  const { connection } = await service.call<OwnMachine>('GET', `/synapse/machines/${encodeURIComponent(name)}`);
  if (connection === null || !('user' in connection)) throw usageError(tell('machine_no_jump', { name }));
  return { ...(connection satisfies SshConnection) };
}
