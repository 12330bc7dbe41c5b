/** Requests of the command line that work on a data directory while no service runs: one request, one answer. */
import * as z from 'zod';
import { type Erased, NewUser, Timestamp, type User, UserChange, Username } from './accounts.ts';
import { Identifier } from './identifier.ts';
import { OwnFilter } from './own-filters.ts';
import type { FactorReset } from './sign-in-ways.ts';

/** How one instance is doing, as its administrators see it. */
export const InstanceHealth = z.object({
  status: z.enum(['ok', 'degraded', 'unavailable']),
  reason: z.enum(['nats', 'stopping', 'database', 'lease', 'disk', 'schema']).nullable(),
  version: Identifier,
  node: Identifier,
  database: z.enum(['sqlite', 'postgres']),
  started_at: Timestamp,
  running_commands: z.int(),
  memory_bytes: z.int(),
  /** What this instance grants. */
  limits: z.object({
    executions_per_minute: z.int(),
    calls_per_day: z.object({ free: z.int(), plus: z.int(), pro: z.int(), equipage: z.int() }),
  }),
});
export type InstanceHealth = z.infer<typeof InstanceHealth>;

const FilePath = z.string().min(1).max(4096);
export const Passphrase = z.string().min(8).max(1024);

export const AdminRequest = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('migrate'), check: z.boolean() }),
  z.strictObject({
    verb: z.literal('prepare'),
    /** The tokens that are kept where it is asked from, of whichever service. */
    saved_tokens: z.array(z.string().max(1024)).max(1000),
    /** Make a token also where the instance exists already. It revokes the active one. */
    new_token: z.boolean(),
  }),
  z.strictObject({ verb: z.literal('inspect') }),
  z.strictObject({ verb: z.literal('user-list') }),
  z.strictObject({ verb: z.literal('user-add'), user: NewUser }),
  z.strictObject({ verb: z.literal('user-set'), username: Username, change: UserChange }),
  z.strictObject({ verb: z.literal('user-reset'), username: Username }),
  z.strictObject({ verb: z.literal('audit-verify') }),
  z.strictObject({
    verb: z.literal('backup'),
    file: FilePath,
    passphrase: Passphrase,
    master_key: z.boolean(),
  }),
  z.strictObject({ verb: z.literal('restore'), file: FilePath, passphrase: Passphrase }),
  z.strictObject({ verb: z.literal('vault-rotate'), new_key_file: FilePath.nullable() }),
  z.strictObject({ verb: z.literal('vault-forget'), confirm: z.string().max(255) }),
  z.strictObject({ verb: z.literal('user-rm'), username: Username, erase_commands: z.boolean() }),
  z.strictObject({
    verb: z.literal('move'),
    to: z.string().max(4096),
    settings_file: FilePath.nullable(),
  }),
  z.strictObject({ verb: z.literal('filter-test'), filter: OwnFilter }),
]);
export type AdminRequest = z.infer<typeof AdminRequest>;
export type AdminVerb = AdminRequest['verb'];

/** The AI token that a new one would revoke. */
export interface ActiveToken {
  readonly token_hint: string;
  readonly label: string | null;
  readonly last_used_at: string | null;
  /** Its place among those that are kept where it is asked from. Null: it is none of them. */
  readonly saved_at: number | null;
}

/** What each verb answers. */
export interface AdminResults {
  readonly migrate: { readonly applied: readonly string[]; readonly pending: readonly string[] };
  readonly prepare: {
    readonly created: boolean;
    readonly username: string;
    /** The generated password. Null when it was configured, or when the instance existed already. */
    readonly password: string | null;
    /** A fresh AI token. Null when the instance existed already, and none was asked for. */
    readonly token: string | null;
    /** The one that was there before. Null when there was none. */
    readonly active_token: ActiveToken | null;
  };
  readonly inspect: Inspection;
  readonly 'user-list': { readonly users: readonly User[] };
  readonly 'user-add': User;
  readonly 'user-set': User;
  readonly 'user-reset': FactorReset;
  readonly 'audit-verify': {
    readonly state: 'intact' | 'damaged' | 'unknown';
    readonly intact: boolean;
    readonly entries: number;
    /** How many have lost what their command said, on request. */
    readonly erased: number;
    readonly users: number;
    readonly checkpoints: number;
    readonly findings: readonly unknown[];
    readonly unknown: readonly string[];
  };
  readonly backup: {
    readonly file: string;
    /** Which database was read. */
    readonly database: string;
    readonly tables: number;
    readonly rows: number;
    readonly master_key: boolean;
  };
  readonly restore: {
    readonly created_at: string;
    readonly tables: number;
    readonly rows: number;
    /** Whether the vault can be opened in the place it was restored to. */
    readonly master_key: 'restored' | 'in place' | 'missing';
  };
  readonly 'vault-rotate': { readonly secrets: number; readonly key_file: string };
  readonly 'vault-forget': {
    /** What has to be typed again. */
    readonly secrets: readonly { readonly username: string; readonly name: string }[];
    readonly authenticator_apps: number;
    readonly notification_channels: number;
    /** Where the new key is. Null: in the configuration. */
    readonly key_file: string | null;
  };
  /** What was erased; null where nothing was to be. */
  readonly 'user-rm': { readonly erased: Erased | null };
  readonly move: {
    readonly tables: number;
    readonly rows: number;
    /** Of the audit log, verified on both sides. */
    readonly entries: number;
    /** Where the data is now. */
    readonly database: string;
    /** The old file, under its new name. */
    readonly kept: string;
    /** Where the new setting was written. Null: the person has to set it. */
    readonly settings_file: string | null;
  };
  readonly 'filter-test': {
    readonly problem: string | null;
    readonly cases: readonly {
      readonly name: string;
      readonly passed: boolean;
      readonly expected: string;
      readonly actual: string;
      readonly filter: string | null;
    }[];
  };
}

/** What `synapse doctor` needs to know about the place where the service lives. */
export interface Inspection {
  /** One line per problem of the configuration. When there are any, nothing else is checked. */
  readonly configuration: readonly string[];
  readonly data_directory: { readonly path: string; readonly exists: boolean; readonly mode: number | null } | null;
  /** Null when a key was found that opens the vault. */
  readonly master_key: string | null;
  readonly database: {
    readonly dialect: string;
    readonly problem: string | null;
    /** No service has used it yet: there is nothing that could be wrong. */
    readonly unused: boolean;
    readonly pending: readonly string[];
  };
  readonly users: number;
  readonly running_instances: number;
  readonly listen: { readonly host: string; readonly port: number; readonly public_url: string | null } | null;
  readonly trusts_proxy: boolean;
  /** Null: none is configured. Its problem is null when it answers. */
  readonly nats: { readonly problem: string | null } | null;
}

/** One line of the answer: progress so far, or the final result. */
export type AdminLine =
  | { readonly progress: string }
  | { readonly result: unknown }
  | { readonly refused: AdminRefusal };

export interface AdminRefusal {
  readonly code: string;
  readonly message: string;
  /** The database cannot be reached, or refuses: nothing is known about it. */
  readonly out_of_reach: boolean;
}
