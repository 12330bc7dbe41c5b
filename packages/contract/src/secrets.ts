/** Secrets as they cross the wire: values only ever go in. */
import * as z from 'zod';
import { Timestamp } from './accounts.ts';
import { Identifier } from './identifier.ts';
import { SecretName } from './machine-connection.ts';
import { MadeBy } from './machines.ts';
import { Moment } from './moment.ts';
import { LIMITS } from './plans.ts';
import { POLICY_LIMITS } from './policy-words.ts';
import { elseSay } from './reasons.ts';
import { freeName } from './text.ts';

const VALUE_BYTES = LIMITS.vault.valueBytes;
const bytes = new TextEncoder();

/** 1 byte to 64 KiB of text; NUL cannot be handed to a shell. */
export const SecretText = z
  .string()
  .min(1)
  .max(VALUE_BYTES)
  .refine((text) => bytes.encode(text).length <= VALUE_BYTES, elseSay('max_64_kib'))
  .refine((text) => !text.includes('\0'), elseSay('no_nul'))
  .refine((text) => text.isWellFormed(), elseSay('unicode'));

const Globs = z
  .array(z.string().min(1).max(POLICY_LIMITS.valueChars))
  .min(1)
  .max(POLICY_LIMITS.valuesPerList)
  .nullable();

/** Where it may be used: globs; null: on any machine, by any program. */
export const SecretBinding = z.object({ machines: Globs, programs: Globs });
export type SecretBinding = z.infer<typeof SecretBinding>;

/** What a person notes beside a secret. Nothing of it changes what the secret does. */
export const SecretNotes = z.object({
  description: z.string().trim().min(1).max(500).nullable(),
  /** Where it belongs, in a person's own order: "production", "production/db". */
  folder: freeName(100).nullable(),
  /** When the value ends to be good elsewhere. It is still filled in after that. */
  expires_at: Moment.nullable(),
  /** After so many days with the same value, a reminder. */
  rotate_days: z.int().min(1).max(3650).nullable(),
});
export type SecretNotes = z.infer<typeof SecretNotes>;

/** What is not given stays as it was. */
export const SecretSettings = z.strictObject({ ...SecretBinding.partial().shape, ...SecretNotes.partial().shape });
export type SecretSettings = z.infer<typeof SecretSettings>;
export const SecretChange = SecretSettings.extend({ value: SecretText });

/** Why a person should look after a secret: it has ended, it ends within two weeks, its value is old. */
export const SECRET_REMINDERS = ['expired', 'expires_soon', 'rotate'] as const;
export type SecretReminder = (typeof SECRET_REMINDERS)[number];

export const SecretEntry = z.object({
  name: Identifier,
  updated_at: Timestamp,
  last_used_at: Timestamp.nullable(),
  /** Who last set its value. */
  made_by: MadeBy,
});
export type SecretEntry = z.infer<typeof SecretEntry>;

/** Where a secret is used, by name: what would stop working if it were removed. */
export const SecretUses = z.object({
  machines: z.array(Identifier),
  aliases: z.array(Identifier),
  /** The newest of the user’s recent commands that use it. */
  executions: z.array(z.object({ execution_id: Identifier, command_template: z.string(), created_at: Timestamp })),
});
export type SecretUses = z.infer<typeof SecretUses>;

/** A secret as its owner sees it: everything but the value. */
export const NotedSecret = SecretEntry.extend({
  description: z.string().nullable(),
  folder: z.string().nullable(),
  expires_at: Timestamp.nullable(),
  rotate_days: z.int().nullable(),
  /** When its value was last stored. */
  value_at: Timestamp,
  reminder: z.enum(SECRET_REMINDERS).nullable(),
});
export type NotedSecret = z.infer<typeof NotedSecret>;

export const UsedSecret = NotedSecret.extend({
  ...SecretBinding.shape,
  /** Machines that the binding meant and that were removed: another one of that name does not get it. */
  removed_machines: z.array(Identifier),
  used_by: SecretUses,
});
export type UsedSecret = z.infer<typeof UsedSecret>;

/** Several at once, as from a `.env` file: all of them or none. */
export const SecretImport = z.strictObject({
  secrets: z
    .array(z.strictObject({ name: SecretName, value: SecretText }))
    .min(1)
    .max(LIMITS.vault.secrets),
  folder: SecretNotes.shape.folder.optional(),
  /** What becomes of a name that the vault has already. */
  conflicts: z.enum(['keep', 'replace']).default('keep'),
});
export type SecretImport = z.input<typeof SecretImport>;

/** Names only. */
export const SecretImportAnswer = z.object({
  created: z.array(Identifier),
  replaced: z.array(Identifier),
  kept: z.array(Identifier),
  /** Those whose value is too short or too common to be removed from every output. */
  weak: z.array(Identifier),
});
export type SecretImportAnswer = z.infer<typeof SecretImportAnswer>;

export const PutSecretAnswer = z.object({
  name: Identifier,
  created: z.boolean(),
  /** Set when the value is too short or too common to be removed from every output. */
  warning: z.string().optional(),
});
export type PutSecretAnswer = z.infer<typeof PutSecretAnswer>;
