/** Connections by OAuth as they cross the wire: what a person has allowed a client, and the question before that. */
import * as z from 'zod';
import { Timestamp } from './accounts.ts';
import { Identifier } from './identifier.ts';
import { MachineAddress } from './machines.ts';
import { LIMITS } from './plans.ts';
import { SCOPES } from './scopes.ts';

const scopes = z.array(z.enum(SCOPES)).min(1).max(SCOPES.length);
const machines = z.array(MachineAddress).max(LIMITS.machines).nullable();

export const ClientConnection = z.object({
  id: Identifier,
  /** What the client calls itself. Anybody can call themselves anything. */
  client_name: z.string().nullable(),
  /** Who vouches for the client: the host of its document, else the host that its answers go to. */
  client_host: Identifier,
  scopes: z.array(z.enum(SCOPES)),
  /** Slugs; null: every machine. */
  machines: z.array(Identifier).nullable(),
  created_at: Timestamp,
  expires_at: Timestamp,
  last_used_at: Timestamp.nullable(),
  calls_today: z.int(),
});
export type ClientConnection = z.infer<typeof ClientConnection>;

/** Only ever less than before. What is left out stays. */
export const ConnectionChange = z.strictObject({
  scopes: scopes.optional().describe('Scopes that it keeps.'),
  machines: machines.optional().describe('Machines that it keeps; null: as before, every machine.'),
  expires_at: Timestamp.optional().describe('An earlier end.'),
});
export type ConnectionChange = z.infer<typeof ConnectionChange>;

/** What a person is asked. */
export const ConsentQuestion = z.object({
  client_name: z.string().nullable(),
  client_host: Identifier,
  /** The client is known by a document at its host; else it has only registered itself. */
  documented: z.boolean(),
  /** Where the answer goes; null: to a program on the person’s own computer. */
  redirect_host: Identifier.nullable(),
  /** What the client asks for, as far as the person may give it. */
  scopes: z.array(z.enum(SCOPES)),
  machines: z.array(z.object({ slug: Identifier, label: z.string() })),
  username: Identifier,
});
export type ConsentQuestion = z.infer<typeof ConsentQuestion>;

const { min, max, default: days } = LIMITS.connectionDays;
export const ConsentAnswer = z.discriminatedUnion('decision', [
  z.strictObject({ decision: z.literal('deny') }),
  z.strictObject({
    decision: z.literal('approve'),
    scopes,
    machines: machines.default(null).describe('Slugs; null: every machine.'),
    days: z.int().min(min).max(max).default(days).describe('For how long.'),
  }),
]);
export type ConsentAnswer = z.infer<typeof ConsentAnswer>;
