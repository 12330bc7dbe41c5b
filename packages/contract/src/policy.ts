/** What a policy decides, as it crosses the wire. */
import * as z from 'zod';
import { Timestamp } from './accounts.ts';
import { ExecRequest } from './executions.ts';
import { Identifier } from './identifier.ts';
import { EFFECTS, POLICY_LIMITS, PRESETS, VERDICTS } from './policy-words.ts';
import { elseSay } from './reasons.ts';

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

export const PolicyCheck = PolicyChange.pick({ text: true });

const { max: DAYS_MAX } = POLICY_LIMITS.replayDays;
export const PolicyReplayRequest = PolicyCheck.extend({
  days: z.int().min(1).max(DAYS_MAX).optional().describe('How far back; default 7.'),
});

/** What would have been decided differently; newest first. */
export const PolicyReplay = z.object({
  checked: z.int(),
  changed: z.array(
    z.object({
      execution_id: Identifier,
      created_at: Timestamp,
      machine: Identifier,
      command_template: z.string(),
      before: z.enum(VERDICTS),
      after: z.enum(VERDICTS),
      rule: z.string().nullable(),
    }),
  ),
  /** There is more than was read or is shown. */
  truncated: z.boolean(),
});
export type PolicyReplay = z.infer<typeof PolicyReplay>;

/** One simple command that would run. */
export const ExplainedPart = z.object({
  text: z.string(),
  program: z.string().nullable(),
  effects: z.array(z.enum(EFFECTS)),
  verdict: z.enum(VERDICTS),
  rule: z.string().nullable(),
  why: z.string(),
});

const { machine, command, alias, container, cwd } = ExecRequest.shape;

/** The arguments of `synapse_explain`, and the body of `POST /synapse/explain`: those of an execution that say what and where. */
export const ExplainRequest = z
  .strictObject({ machine, command, alias, container, cwd })
  .refine(({ command, alias }) => (command === undefined) !== (alias === undefined), {
    ...elseSay('command_or_alias'),
    path: ['command'],
  });
export type ExplainRequest = z.infer<typeof ExplainRequest>;

/** The answer of `synapse_explain`. */
export const Explanation = z.object({
  verdict: z.enum(VERDICTS),
  /** Null where the preset decided. */
  rule: z.string().nullable(),
  preset: z.enum(PRESETS),
  effects: z.array(z.enum(EFFECTS)),
  parts: z.array(ExplainedPart),
  secrets: z.array(Identifier),
  command_template: z.string(),
  machine: Identifier,
  container: Identifier.nullable(),
  cwd: z.string().nullable(),
  /** The sandbox in which it would run, or null. */
  enforced: Identifier.nullable(),
});
export type Explanation = z.infer<typeof Explanation>;

/** The same for a command that is still being typed: what would refuse it now is part of the answer. */
export const TypedExplanation = z.object({
  explanation: Explanation.nullable(),
  refusal: z.object({ code: Identifier, message: z.string() }).nullable(),
});
export type TypedExplanation = z.infer<typeof TypedExplanation>;
