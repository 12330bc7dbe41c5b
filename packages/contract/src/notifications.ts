/** Where a person wants to hear of what waits for them, as it crosses the wire. */
import * as z from 'zod';
import { Timestamp } from './accounts.ts';
import { Identifier } from './identifier.ts';
import { elseSay } from './reasons.ts';

export const CHANNEL_KINDS = ['webhook', 'slack', 'ntfy'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

const Address = z
  .string()
  .max(2_000)
  .refine(isPlainAddress, elseSay('web_address'))
  .describe('https://… (or http://…)');
/** The key of a signature may hold spaces; what goes into a header may not. */
const Secret = z
  .string()
  .min(16)
  .max(500)
  .regex(/^[\x20-\x7e]+$/);
const HeaderToken = z
  .string()
  .min(1)
  .max(500)
  .regex(/^[\x21-\x7e]+$/);

const Ends = z.boolean().optional().describe('False: not told of the end of jobs.');

/** What is left out stays as it is. */
export const NotificationSettings = z.strictObject({
  webhook: z
    .strictObject({ url: Address, secret: Secret.describe('Signs what is sent, in X-Synapse-Signature.'), ends: Ends })
    .optional(),
  slack: z.strictObject({ url: Address, ends: Ends }).optional(),
  ntfy: z
    .strictObject({
      url: Address.describe('With the topic: https://ntfy.example/topic'),
      token: HeaderToken.optional(),
      ends: Ends,
    })
    .optional(),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

/** Changes a channel whose address stays. */
export const ChannelChange = z.strictObject({ ends: z.boolean().describe('False: not told of the end of jobs.') });

/** Addresses may hold a secret in their path: it is not shown again. */
export const Channel = z.object({
  kind: z.enum(CHANNEL_KINDS),
  host: Identifier,
  /** Whether it also gets the end of jobs. */
  ends: z.boolean(),
  created_at: Timestamp,
  /** When something last arrived there. */
  delivered_at: Timestamp.nullable(),
  /** What went wrong with the latest attempt; null after one that worked. */
  problem: z.string().nullable(),
});
export const ChannelList = z.object({ channels: z.array(Channel) });
export type Channel = z.infer<typeof Channel>;

export const ChannelTest = z.object({
  kind: z.enum(CHANNEL_KINDS),
  delivered: z.boolean(),
  problem: z.string().nullable(),
});
export type ChannelTest = z.infer<typeof ChannelTest>;
export const ChannelTestList = z.object({ tests: z.array(ChannelTest) });

function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
