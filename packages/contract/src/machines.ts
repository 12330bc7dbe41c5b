/** Machines as they cross the wire. */
import { z } from 'zod';
import { Timestamp } from './accounts.ts';

export const MACHINE_KINDS = ['local', 'ssh', 'docker', 'agent'] as const;
export type MachineKind = (typeof MACHINE_KINDS)[number];

export const MACHINE_STATUTS = ['active', 'maintenance', 'disabled'] as const;
export type MachineStatut = (typeof MACHINE_STATUTS)[number];

export const Slug = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/);
export const SecretName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/);

/** What a container may be called: a name, an id, or a Compose service's container. */
export const ContainerName = z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,127}$/);

/** An absolute POSIX path; the full rule, with its own refusal, is checked when a command runs. */
export const Cwd = z.string().min(1).max(4096);

const Host = z.string().regex(/^[a-zA-Z0-9]([a-zA-Z0-9.:_-]{0,253}[a-zA-Z0-9])?$/);
const Port = z.int().min(1).max(65535);
/** Not a dash in front: it must never be read as an option of a program. */
const LoginName = z.string().regex(/^[a-zA-Z0-9_][a-zA-Z0-9_.@-]{0,63}$/);

const sshHost = {
  host: Host,
  port: Port.default(22),
  user: LoginName,
  key_secret: SecretName.optional(),
  password_secret: SecretName.optional(),
  /** Secret with the passphrase of an encrypted key. */
  passphrase_secret: SecretName.optional(),
  /** `algorithm base64`, as in known_hosts; the first one seen is pinned when none is given. */
  host_key: z.string().max(4096).optional(),
};

/** `brief` stands for the schema where it would say the same thing twice. */
const JumpHost = z.strictObject(sshHost).meta({ brief: 'A host to go through, given like this one.' });
export const SshConnection = z.strictObject({ ...sshHost, jump: JumpHost.optional() });
export type SshConnection = z.infer<typeof SshConnection>;

const SocketPath = z.string().regex(/^\/[^\0]{1,250}$/);
export const DockerConnection = z.union([
  z.strictObject({ socket: SocketPath }),
  z.strictObject({
    host: z.string().regex(/^[a-zA-Z0-9.:_[\]-]{1,255}$/),
    ca_secret: SecretName,
    cert_secret: SecretName,
    key_secret: SecretName,
  }),
]);
export type DockerConnection = z.infer<typeof DockerConnection>;

export const Connection = z.union([SshConnection, DockerConnection]);
export type Connection = z.infer<typeof Connection>;

/** How an agent's link is doing: never there, there, silent for a moment, gone. */
export const PRESENCES = ['unknown', 'online', 'late', 'offline'] as const;
export type PresenceState = (typeof PRESENCES)[number];

export const Machine = z.object({
  slug: z.string(),
  label: z.string(),
  kind: z.enum(MACHINE_KINDS),
  containers: z.array(z.string()),
  default_container: z.string().nullable(),
  default_cwd: z.string().nullable(),
  statut: z.enum(MACHINE_STATUTS),
  /** Agent: its link is there. ssh, docker: the last command or test reached it. local: always. */
  connected: z.boolean(),
  /** When it was last reached. */
  last_seen_at: Timestamp.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  /** Kind agent only, as is `agent`. */
  presence: z.enum(PRESENCES).optional(),
  agent: z
    .object({
      enrolled_at: Timestamp.nullable(),
      version: z.string().nullable(),
      platform: z.string().nullable(),
      hostname: z.string().nullable(),
      /** The last time that somebody was turned away who spoke in this machine’s name. */
      last_refusal: z.object({ at: Timestamp, reason: z.string(), ip: z.string().nullable() }).nullable(),
    })
    .meta({ brief: 'Version, platform and hostname of its agent.' })
    .optional(),
});
export type Machine = z.infer<typeof Machine>;

/** A machine for its owner: also how it is reached. Credentials are names of secrets, never values. */
export const OwnMachine = Machine.extend({
  connection: Connection.nullable(),
  /** The host keys that are expected, by `host:port`: those the owner gave, else those seen first. */
  host_keys: z.array(
    z.object({ address: z.string(), key: z.string(), fingerprint: z.string().nullable(), given: z.boolean() }),
  ),
});
export type OwnMachine = z.infer<typeof OwnMachine>;

/** How to bring an agent in: the code is good once, for a quarter of an hour. */
export const Enrollment = z.object({
  code: z.string(),
  expires_at: Timestamp,
  /** To paste into a terminal of that machine. */
  command: z.string(),
  /** Of the program that the command downloads; null while the service has none to offer. */
  sha256: z.string().nullable(),
});
export type Enrollment = z.infer<typeof Enrollment>;

/** The answer to making one: `enrollment` for kind agent, shown this once. */
export const CreatedMachine = Machine.extend({ enrollment: Enrollment.optional() });
export type CreatedMachine = z.infer<typeof CreatedMachine>;

const settings = {
  label: z.string().trim().min(1).max(100),
  containers: z.array(ContainerName).max(200),
  default_container: ContainerName.nullable(),
  default_cwd: Cwd.nullable(),
  connection: Connection,
  statut: z.enum(MACHINE_STATUTS),
};

export const NewMachine = z.strictObject({
  slug: Slug.describe('Short name used in `machine`, for instance "web-1".'),
  kind: z.enum(MACHINE_KINDS),
  label: settings.label.optional(),
  containers: settings.containers.default([]),
  default_container: settings.default_container.optional(),
  default_cwd: settings.default_cwd.optional(),
  connection: settings.connection
    .optional()
    .describe('How to reach it (kinds ssh and docker). Credentials are names of secrets, never values.'),
  statut: settings.statut.default('active'),
});
export type NewMachine = z.infer<typeof NewMachine>;

export const MachineChange = z.strictObject({
  label: settings.label.optional(),
  containers: settings.containers.optional(),
  default_container: settings.default_container.optional(),
  default_cwd: settings.default_cwd.optional(),
  connection: settings.connection.optional(),
  statut: settings.statut.optional(),
});
export type MachineChange = z.infer<typeof MachineChange>;
