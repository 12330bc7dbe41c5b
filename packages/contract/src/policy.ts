/** What a policy decides, as it crosses the wire. */
import { z } from 'zod';
import { Timestamp } from './accounts.ts';
import { POLICY_LIMITS } from './policy-words.ts';
import { elseSay } from './reasons.ts';

/** What a command does, any number of them. */
export const EFFECTS = ['read', 'change', 'network', 'privileged', 'sensitive', 'catastrophe', 'opaque'] as const;
export type Effect = (typeof EFFECTS)[number];

/** From the mildest to the strictest. */
export const VERDICTS = ['allow', 'ask', 'deny'] as const;
export type Verdict = (typeof VERDICTS)[number];

export const PRESETS = ['open', 'careful', 'look', 'closed'] as const;
export type Preset = (typeof PRESETS)[number];

/** What is in force, as it was typed. */
export const PolicyText = z.object({ text: z.string(), version: z.int(), updated_at: Timestamp.nullable() });
export type PolicyText = z.infer<typeof PolicyText>;

/** Larger texts get their own answer, with the bound; beyond this they are no text of a person's. */
const TEXT_CHARS = 4 * POLICY_LIMITS.bytes;

export const PolicyChange = z.strictObject({
  text: z
    .string()
    .max(TEXT_CHARS)
    .refine((text) => !text.includes('\0'), elseSay('no_nul')),
  version: z
    .int()
    .min(0)
    .optional()
    .describe('The version that the change was made from: 409 where it is another by now.'),
});
export type PolicyChange = z.infer<typeof PolicyChange>;

/** One simple command that would run. */
export const ExplainedPart = z.object({
  text: z.string(),
  program: z.string().nullable(),
  effects: z.array(z.enum(EFFECTS)),
  verdict: z.enum(VERDICTS),
  rule: z.string().nullable(),
  why: z.string(),
});

/** The answer of `synapse_explain`. */
export const Explanation = z.object({
  verdict: z.enum(VERDICTS),
  /** Null where the preset decided. */
  rule: z.string().nullable(),
  preset: z.enum(PRESETS),
  effects: z.array(z.enum(EFFECTS)),
  parts: z.array(ExplainedPart),
  secrets: z.array(z.string()),
  command_template: z.string(),
  machine: z.string(),
  container: z.string().nullable(),
  cwd: z.string().nullable(),
});
export type Explanation = z.infer<typeof Explanation>;
