/** Every option of the service, once: name, default, meaning, and how its text becomes a value. */
import {
  host,
  masterKey,
  networks,
  oneOf,
  origins,
  password,
  text,
  url,
  username,
  wholeNumber,
} from './option-parsers.ts';

export interface Option<T> {
  readonly name: `SYNAPSE_${string}`;
  /** As shown in the reference page. Null when the option is unset by default. */
  readonly fallback: string | null;
  /** What the value may be, in words. */
  readonly takes: string;
  readonly about: string;
  /** A secret is never printed, not even in an error about it. */
  readonly secret: boolean;
  readonly parse: (text: string) => T;
}

function option<T, F extends string | null>(
  name: Option<T>['name'],
  fallback: F,
  takes: string,
  about: string,
  parse: (text: string) => T,
  flags: { secret?: boolean } = {},
): Option<T> & { readonly fallback: F } {
  return { name, fallback, takes, about, parse, secret: flags.secret ?? false };
}

export const OPTIONS = {
  host: option('SYNAPSE_HOST', '127.0.0.1', 'an address', 'Where to listen.', host),
  port: option(
    'SYNAPSE_PORT',
    '8080',
    '0 to 65535',
    'Port to listen on; 0 takes any free one and prints it.',
    wholeNumber(0, 65535),
  ),
  dataDir: option(
    'SYNAPSE_DATA_DIR',
    './data',
    'a directory',
    'Database, master key and checkpoints live here. Made with mode 0700 when missing.',
    text,
  ),
  databaseUrl: option(
    'SYNAPSE_DATABASE_URL',
    null,
    '`postgres://…`',
    'PostgreSQL instead of the SQLite file in the data directory.',
    url('postgres:', 'postgresql:'),
    { secret: true },
  ),
  natsUrl: option(
    'SYNAPSE_NATS_URL',
    null,
    '`nats://…` or `tls://…`',
    'Joins several instances on one PostgreSQL. Unset: one instance.',
    url('nats:', 'tls:'),
    { secret: true },
  ),
  natsCa: option(
    'SYNAPSE_NATS_CA',
    null,
    'a file',
    'The authority (PEM) that has signed the certificate of the NATS server, where the system does not know it.',
    text,
  ),
  publicUrl: option(
    'SYNAPSE_PUBLIC_URL',
    null,
    '`https://…`',
    'The address people and clients use, when a proxy stands in front.',
    url('https:', 'http:'),
  ),
  allowedOrigins: option(
    'SYNAPSE_ALLOWED_ORIGINS',
    null,
    'origins, comma-separated',
    'Further web origins whose pages may call the service and read its answers.',
    origins,
  ),
  trustProxy: option(
    'SYNAPSE_TRUST_PROXY',
    null,
    'addresses or CIDRs, comma-separated',
    'Proxies whose `X-Forwarded-*` headers are believed.',
    networks,
  ),
  masterKey: option(
    'SYNAPSE_MASTER_KEY',
    null,
    '32 bytes, base64',
    'Seals the vault. Unset: generated once into `master.key` in the data directory, mode 0600.',
    masterKey,
    { secret: true },
  ),
  adminUsername: option('SYNAPSE_ADMIN_USERNAME', 'admin', 'a username', 'Name of the first user.', username),
  adminPassword: option(
    'SYNAPSE_ADMIN_PASSWORD',
    null,
    'a password',
    'Password of the first user. Unset: generated and printed once.',
    password,
    { secret: true },
  ),
  allowLocal: option(
    'SYNAPSE_ALLOW_LOCAL',
    null,
    '`off`, `admin` or `all`',
    'Whose machines of kind `local` may be made and run. Unset: `admin` on a loopback bind, else `off`.',
    oneOf('off', 'admin', 'all'),
  ),
  maxReturnChars: option(
    'SYNAPSE_MAX_RETURN_CHARS',
    '60000',
    '100 to 1000000',
    'At most so many characters of each output stream go back to the client.',
    wholeNumber(100, 1_000_000),
  ),
  repeatedOutput: option(
    'SYNAPSE_REPEATED_OUTPUT',
    'difference',
    '`difference` or `whole`',
    'What a client gets that runs the same command again in one session: the difference to what it has, or the whole output.',
    oneOf('difference', 'whole'),
  ),
  drainSeconds: option(
    'SYNAPSE_DRAIN_SECONDS',
    '10',
    '0 to 600',
    'How long running commands may finish after SIGTERM before they are killed.',
    wholeNumber(0, 600),
  ),
  metricsToken: option(
    'SYNAPSE_METRICS_TOKEN',
    null,
    'a token',
    'Bearer token for `/metrics` from elsewhere than loopback.',
    text,
    { secret: true },
  ),
  logLevel: option(
    'SYNAPSE_LOG_LEVEL',
    'info',
    '`fatal`, `error`, `warn`, `info`, `debug` or `silent`',
    'What is written to the log on stderr.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent'),
  ),
  machineConcurrency: option(
    'SYNAPSE_MACHINE_CONCURRENCY',
    '8',
    '1 to 256',
    'Commands at once on one machine; further ones queue up to their deadline.',
    wholeNumber(1, 256),
  ),
  userConcurrency: option(
    'SYNAPSE_USER_CONCURRENCY',
    '16',
    '1 to 1024',
    'Commands at once of one user; further ones queue up to their deadline.',
    wholeNumber(1, 1024),
  ),
  approvalMinutes: option(
    'SYNAPSE_APPROVAL_MINUTES',
    '10',
    '1 to 1440',
    'How long a command waits for a person’s approval before it is refused.',
    wholeNumber(1, 1440),
  ),
  notifyPrivate: option(
    'SYNAPSE_NOTIFY_PRIVATE',
    'false',
    'true, false',
    'Whether notifications may go to private addresses: this computer, a local network, a cloud’s own.',
    (value) => oneOf('true', 'false')(value) === 'true',
  ),
  connectSeconds: option(
    'SYNAPSE_CONNECT_SECONDS',
    '15',
    '1 to 300',
    'How long a machine may take to be reached: address, connection and login, or the answer of a container engine. After that nothing was run: `machine_unreachable`.',
    wholeNumber(1, 300),
  ),
  shellSeconds: option(
    'SYNAPSE_SHELL_SECONDS',
    '20',
    '1 to 300',
    'How long the shell of a machine or container may take to get ready. After that nothing was run: `machine_shell_stuck`.',
    wholeNumber(1, 300),
  ),
  agentHeartbeatMs: option(
    'SYNAPSE_AGENT_HEARTBEAT_MS',
    '10000',
    '50 to 300000',
    'How often the service and an agent show each other that they are there. After 1.5 beats of silence an agent is late, after 6 offline.',
    wholeNumber(50, 300_000),
  ),
  lameDuckSeconds: option(
    'SYNAPSE_LAME_DUCK_SECONDS',
    '0',
    '0 to 300',
    'When it is told to stop: how long `/readyz` says 503 while everything is still served, so that a load balancer sends its calls elsewhere first. Longer than two of its checks.',
    wholeNumber(0, 300),
  ),
  instanceDeadSeconds: option(
    'SYNAPSE_INSTANCE_DEAD_SECONDS',
    '30',
    '3 to 3600',
    'How long the lease of an instance holds after each renewal, by the database’s clock. One that cannot renew it, because it was frozen or cut off, stops its commands shortly before; the others then close them as `interrupted`.',
    wholeNumber(3, 3600),
  ),
  outputHours: option(
    'SYNAPSE_OUTPUT_HOURS',
    '24',
    '0 to 720',
    'How long the redacted, uncompacted output of a command is kept (encrypted) for `synapse_get_output`; 0 keeps none.',
    wholeNumber(0, 720),
  ),
} as const;

/** Variables that clients read, and the tag that a command carries. The server ignores them. */
export const CLIENT_NAMES: readonly string[] = [
  'SYNAPSE_URL',
  'SYNAPSE_USERNAME',
  'SYNAPSE_PASSWORD',
  'SYNAPSE_PROJECT_ID',
  'SYNAPSE_LANG',
  'SYNAPSE_TOKEN',
  'SYNAPSE_HOOK',
  'SYNAPSE_EXECUTION',
];
