/** Secrets as they cross the wire: values only ever go in. */
import { z } from 'zod';
import { Timestamp } from './accounts.ts';
import { LIMITS } from './plans.ts';
import { POLICY_LIMITS } from './policy-words.ts';
import { elseSay } from './reasons.ts';

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

/** What is not given stays as it was. */
export const SecretChange = z.strictObject({ value: SecretText, ...SecretBinding.partial().shape });

export const SecretEntry = z.object({
  name: z.string(),
  updated_at: Timestamp,
  last_used_at: Timestamp.nullable(),
});
export type SecretEntry = z.infer<typeof SecretEntry>;

/** Where a secret is used, by name: what would stop working if it were removed. */
export const SecretUses = z.object({
  machines: z.array(z.string()),
  aliases: z.array(z.string()),
  /** The newest of the user’s recent commands that use it. */
  executions: z.array(z.object({ execution_id: z.string(), command_template: z.string(), created_at: Timestamp })),
});
export type SecretUses = z.infer<typeof SecretUses>;

export const UsedSecret = SecretEntry.extend({ ...SecretBinding.shape, used_by: SecretUses });
export type UsedSecret = z.infer<typeof UsedSecret>;

export const PutSecretAnswer = z.object({
  name: z.string(),
  created: z.boolean(),
  /** Set when the value is too short or too common to be removed from every output. */
  warning: z.string().optional(),
});
export type PutSecretAnswer = z.infer<typeof PutSecretAnswer>;
