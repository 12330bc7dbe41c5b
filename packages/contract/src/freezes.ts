/** Freezing as it crosses the wire: nothing runs until a person lifts it. */
import * as z from 'zod';
import { Timestamp } from './accounts.ts';
import { Identifier, ShownOnce } from './identifier.ts';
import { MachineAddress } from './machines.ts';

export const FREEZE_LIMITS = { reasonChars: 500, tokenChars: 200 } as const;

const reason = z.string().trim().max(FREEZE_LIMITS.reasonChars).optional();

/** Without a machine and a token: everything of the user. */
export const NewFreeze = z.strictObject({
  machine: MachineAddress.optional().describe('Only what runs on this machine.'),
  token: z
    .string()
    .min(1)
    .max(FREEZE_LIMITS.tokenChars)
    .optional()
    .describe('Only what this AI token gives: its id, its hint, or the label of the active one.'),
  reason: reason.describe('Why; the refusal shows it.'),
});
export type NewFreeze = z.infer<typeof NewFreeze>;

/** Of the whole instance. */
export const NewInstanceFreeze = z.strictObject({ reason: reason.describe('Why; the refusal shows it.') });

export const Freeze = z.object({
  id: Identifier,
  /** `instance`: everybody's, by an administrator, whom it takes to lift it. */
  scope: z.enum(['user', 'instance']),
  machine: Identifier.nullable(),
  /** The id of the AI token. */
  token: ShownOnce.nullable(),
  reason: z.string().nullable(),
  created_at: Timestamp,
  created_by: Identifier,
});
export type Freeze = z.infer<typeof Freeze>;

export const FreezeList = z.object({ freezes: z.array(Freeze) });
