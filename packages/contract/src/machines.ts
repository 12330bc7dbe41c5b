/** Machines as they cross the wire. */
import * as z from 'zod';
import { Timestamp } from './accounts.ts';
import { FORMS } from './forms.ts';
import { freeOfText, Identifier, ShownOnce } from './identifier.ts';
import { Connection, SecretName } from './machine-connection.ts';
import { freeName } from './text.ts';

export const MACHINE_KINDS = ['local', 'ssh', 'docker', 'agent'] as const;
export type MachineKind = (typeof MACHINE_KINDS)[number];

export const MACHINE_STATUTS = ['active', 'maintenance', 'disabled'] as const;
export type MachineStatut = (typeof MACHINE_STATUTS)[number];

export const Slug = freeOfText(z.string().regex(FORMS.slug));

/** How a machine is named: `web1` is one's own, `ops/web1` that of the crew `ops`. */
export const MachineName = z.string().max(96);
/** The same where nothing but a name can stand. */
export const MachineAddress = freeOfText(z.string().regex(FORMS.address));
/** What machines have in common: `tag:name` in a policy and wherever several machines are named. */
export const Tag = z.string().regex(FORMS.tag);

/** What a container may be called: a name, an id, or a Compose service's container. */
export const ContainerName = z.string().regex(FORMS.container);

/** Who made a machine, or last set the value of a secret: a person's session, or an AI token or OAuth connection. */
export const MAKERS = ['person', 'assistant'] as const;
export type Maker = (typeof MAKERS)[number];
export const MadeBy = z.enum(MAKERS);

/** An absolute POSIX path. The full rule, with its own refusal, is checked when a command runs. */
export const Cwd = z.string().min(1).max(4096);

/** The state of an agent's link: never seen, there, silent for a moment, gone. */
export const PRESENCES = ['unknown', 'online', 'late', 'offline'] as const;
export type PresenceState = (typeof PRESENCES)[number];

export const Machine = z.object({
  slug: Identifier,
  label: z.string(),
  kind: z.enum(MACHINE_KINDS),
  tags: z.array(z.string()),
  containers: z.array(Identifier),
  default_container: Identifier.nullable(),
  default_cwd: z.string().nullable(),
  statut: z.enum(MACHINE_STATUTS),
  made_by: MadeBy,
  /** Whether a person has made or confirmed where it leads. No secret that a person stored is sent to it otherwise. */
  confirmed: z.boolean(),
  /**
   * An agent: whether its link is open. ssh and docker: whether the last command, test or check reached it. local:
   * always true.
   */
  connected: z.boolean(),
  /** The sandbox in which synapse_look runs commands there. Null: none was found. Missing: not tried yet. */
  look: Identifier.nullable().optional(),
  /** When it was last reached. */
  last_seen_at: Timestamp.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  /** Only for machines of kind agent, like `agent`. */
  presence: z.enum(PRESENCES).optional(),
  agent: z
    .object({
      enrolled_at: Timestamp.nullable(),
      version: Identifier.nullable(),
      platform: Identifier.nullable(),
      hostname: Identifier.nullable(),
      /** The last time that somebody was turned away who claimed to be this machine. */
      last_refusal: z.object({ at: Timestamp, reason: z.string(), ip: Identifier.nullable() }).nullable(),
    })
    .meta({ brief: 'Version, platform and hostname of its agent.' })
    .optional(),
});
export type Machine = z.infer<typeof Machine>;

/** A machine as its owner sees it: also how it is reached. Credentials are names of secrets, never values. */
export const OwnMachine = Machine.extend({
  /** Grows with every change. A confirmation names the version that was shown. */
  version: z.int(),
  connection: Connection.nullable(),
  /** The name of the secret that answers `sudo` in its commands. */
  sudo_secret: z.string().nullable(),
  /** The names of all secrets that it uses: for its connection, jump hosts included, and for `sudo`. */
  secrets: z.array(Identifier),
  /** The expected host keys, by `host:port`: those that the owner gave, otherwise those seen first. */
  host_keys: z.array(
    z.object({ address: Identifier, key: Identifier, fingerprint: Identifier.nullable(), given: z.boolean() }),
  ),
});
export type OwnMachine = z.infer<typeof OwnMachine>;

/** `version`: the one that the person was shown. */
export const MachineConfirmation = z.strictObject({ version: z.int().min(1).optional() });

/** A container that runs on a machine now. */
export const FoundContainer = z.object({ name: Identifier, image: z.string(), status: Identifier });
export type FoundContainer = z.infer<typeof FoundContainer>;

/** What became of trying a machine. */
export const MachineTest = z.object({ ok: z.boolean(), code: Identifier.optional(), message: z.string().optional() });
export type MachineTest = z.infer<typeof MachineTest>;

/** What a machine is, as it says itself. */
export const FoundSystem = z.object({
  os: z.string().nullable(),
  shell: z.string(),
  /** `root`: the user needs none. */
  sudo: z.enum(['root', 'yes', 'no']),
});
export type FoundSystem = z.infer<typeof FoundSystem>;

/** The same for one that is not stored: also what was seen of it. */
export const MachineCheck = MachineTest.extend({
  host_keys: z.array(z.object({ address: Identifier, key: Identifier, fingerprint: Identifier.nullable() })),
  containers: z.array(FoundContainer),
  /** Null where nothing runs outside of containers, or where it was not reached. */
  system: FoundSystem.nullable(),
  /** The sandbox of commands that may only look; null: none works. Missing where that was not found out. */
  look: Identifier.nullable().optional(),
});
export type MachineCheck = z.infer<typeof MachineCheck>;

/** How to enrol an agent. The code works once, and for a quarter of an hour. */
export const Enrollment = z.object({
  code: ShownOnce,
  expires_at: Timestamp,
  /** To paste into a terminal of that machine. */
  command: ShownOnce,
  /** The checksum of the program that the command downloads. Null while the service has none to offer. */
  sha256: Identifier.nullable(),
});
export type Enrollment = z.infer<typeof Enrollment>;

/** The answer to creating a machine. `enrollment`, for kind agent, is shown only this once. */
export const CreatedMachine = Machine.extend({ enrollment: Enrollment.optional() });
export type CreatedMachine = z.infer<typeof CreatedMachine>;

const settings = {
  label: freeName(100),
  containers: z.array(ContainerName).max(200),
  default_container: ContainerName.nullable(),
  default_cwd: Cwd.nullable(),
  sudo_secret: SecretName.nullable(),
  connection: Connection,
  statut: z.enum(MACHINE_STATUTS),
  tags: z.array(Tag).max(32),
};

export const NewMachine = z.strictObject({
  slug: Slug.describe('Short name used in `machine`, for instance "web-1".'),
  kind: z.enum(MACHINE_KINDS),
  label: settings.label.optional(),
  containers: settings.containers.default([]),
  default_container: settings.default_container.optional(),
  default_cwd: settings.default_cwd.optional(),
  sudo_secret: settings.sudo_secret.optional().describe('Secret that answers sudo.'),
  connection: settings.connection
    .optional()
    .describe('How to reach it (kinds ssh and docker). Credentials are names of secrets, never values.'),
  statut: settings.statut.default('active'),
  tags: settings.tags.default([]),
});
export type NewMachine = z.infer<typeof NewMachine>;

/** With its crew, where it is not to be in the workspace of the call. */
export const NewMachineThere = NewMachine.safeExtend({ slug: MachineAddress.describe('Of a crew: `ops/web-1`.') });

export const MachineChange = z.strictObject({
  label: settings.label.optional(),
  containers: settings.containers.optional(),
  default_container: settings.default_container.optional(),
  default_cwd: settings.default_cwd.optional(),
  sudo_secret: settings.sudo_secret.optional(),
  connection: settings.connection.optional(),
  statut: settings.statut.optional(),
  tags: settings.tags.optional(),
});
export type MachineChange = z.infer<typeof MachineChange>;
