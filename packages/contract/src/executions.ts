/** Executions and the audit log as they cross the wire. */
import * as z from 'zod';
import { Timestamp } from './accounts.ts';
import { AskedApproval } from './approvals.ts';
import { FORMS } from './forms.ts';
import { Identifier, RedactedOutput } from './identifier.ts';
import { MachineName, Slug } from './machines.ts';
import { Moment } from './moment.ts';
import { VERDICTS } from './policy-words.ts';
import { elseSay } from './reasons.ts';

export const EXECUTION_LIMITS = {
  commandChars: 65_536,
  stdinBytes: 1024 * 1024,
  timeoutSeconds: { min: 1, max: 300, default: 30 },
  /** Of a job. */
  jobSeconds: { max: 604_800, default: 86_400 },
  waitSeconds: { min: 0, max: 300 },
  stdoutBytes: 8 * 1024 * 1024,
  stderrBytes: 1024 * 1024,
  timeoutExitCode: 124,
  /** What of an output is answered through MCP. */
  returnTokens: { min: 200, max: 20_000, default: 6_000 },
  charsPerToken: 3.5,
  /** Up to this length an answer repeats the command as it is. */
  templateChars: 2_000,
} as const;

const { timeoutSeconds, jobSeconds, waitSeconds, commandChars, stdinBytes, returnTokens } = EXECUTION_LIMITS;

/** How much of an output is shown. `errors`: lines that report one; `tail`: the end; `all`: all that fits. */
export const OUTPUT_VIEWS = ['auto', 'errors', 'tail', 'all'] as const;
export type OutputView = (typeof OUTPUT_VIEWS)[number];

const UTF8 = new TextEncoder();
const MaxTokens = z.int().min(returnTokens.min).max(returnTokens.max).optional();

/** The arguments of `synapse_exec` and the body of `POST /synapse/exec`. */
export const ExecRequest = z
  .strictObject({
    machine: MachineName.min(1).describe('Its slug.'),
    command: z
      .string()
      .max(commandChars)
      .refine((text) => text.trim() !== '', elseSay('empty_command'))
      .refine((text) => !text.includes('\0'), elseSay('no_nul'))
      .refine((text) => text.isWellFormed(), elseSay('unicode'))
      .meta({ minLength: 1 })
      .optional()
      .describe('Or an alias with its arguments: "@gst -s".'),
    alias: z
      .string()
      .regex(/^@?[A-Za-z]{3}$/)
      .optional()
      .describe('Instead of command.'),
    container: z.string().min(1).max(128).optional().describe('Default: the machine’s default_container.'),
    timeout_seconds: z
      .int()
      .min(timeoutSeconds.min)
      .max(jobSeconds.max)
      .optional()
      .meta({ default: timeoutSeconds.default })
      .describe('At most 300, unless detach.'),
    cwd: z.string().max(8192).optional().describe('Absolute.'),
    stdin: z
      .string()
      .max(2 * stdinBytes)
      .refine(
        (text) => text.length <= stdinBytes && UTF8.encode(text).length <= stdinBytes,
        elseSay('max_bytes', { max: stdinBytes }),
      )
      .refine((text) => !text.includes('\0'), elseSay('no_nul'))
      .refine((text) => text.isWellFormed(), elseSay('unicode'))
      .optional()
      .describe('Its input; {{NAME}} too.'),
    session: z
      .string()
      .regex(FORMS.session)
      .optional()
      .describe('A name: keeps folder, exports and umask for the next.'),
    shell: z.enum(['bash', 'sh']).optional().describe('Default: bash where there is one.'),
    wait_seconds: z
      .int()
      .min(waitSeconds.min)
      .max(waitSeconds.max)
      .optional()
      .describe('Answer after so long, even if it still runs; default: at its end.'),
    raw: z.boolean().default(false).describe('Output as printed, not compacted.'),
    max_tokens: MaxTokens.describe('Of output; default 6000.'),
    view: z.enum(OUTPUT_VIEWS).optional().describe('all: not compacted.'),
    detach: z.boolean().optional().describe('A job: answers at once; up to 604800 s.'),
    idempotency_key: z
      .string()
      .refine((text) => /^[\x21-\x7e]{1,200}$/.test(text), elseSay('key_form'))
      .meta({ minLength: 1, maxLength: 200 })
      .optional()
      .describe('Same key for 24 h: same execution.'),
  })
  .refine(({ detach, timeout_seconds }) => detach || (timeout_seconds ?? 0) <= timeoutSeconds.max, {
    ...elseSay('timeout_of_job', { max: timeoutSeconds.max }),
    path: ['timeout_seconds'],
  })
  .refine(({ detach, session }) => !(detach && session !== undefined), {
    ...elseSay('session_detach'),
    path: ['session'],
  })
  .refine(({ command, alias }) => (command === undefined) !== (alias === undefined), {
    ...elseSay('command_or_alias'),
    path: ['command'],
  });
export type ExecRequest = z.infer<typeof ExecRequest>;

const { machine, command, alias, container, cwd, wait_seconds, raw, max_tokens, view } = ExecRequest.shape;

/** Of a command that may only read: it is never detached, and may as well be run again. What is described above is not described again. */
export const LookRequest = z
  .strictObject({
    machine,
    command: command.unwrap().optional(),
    alias: alias.unwrap().optional(),
    container: container.unwrap().optional(),
    timeout_seconds: z.int().min(timeoutSeconds.min).max(timeoutSeconds.max).default(timeoutSeconds.default),
    cwd: cwd.unwrap().optional(),
    wait_seconds: wait_seconds.unwrap().optional(),
    raw: raw.unwrap().default(false),
    max_tokens: max_tokens.unwrap().optional(),
    view: view.unwrap().optional(),
  })
  .refine((request) => (request.command === undefined) !== (request.alias === undefined), {
    ...elseSay('command_or_alias'),
    path: ['command'],
  });

/** How long the command may run. A job has a day by default. */
export function secondsOf({ timeout_seconds, detach }: Pick<ExecRequest, 'timeout_seconds' | 'detach'>): number {
  return timeout_seconds ?? (detach ? jobSeconds.default : timeoutSeconds.default);
}

export const EXECUTION_STATUSES = [
  'done',
  'timeout',
  'cancelled',
  'running',
  'interrupted',
  'refused',
  'pending',
] as const;

export const ExecResult = z.object({
  /** Null while it runs or waits for a person. */
  success: z.boolean().nullable(),
  exit_code: z.int().nullable(),
  status: z.enum(EXECUTION_STATUSES),
  stdout: RedactedOutput,
  stderr: RedactedOutput,
  machine: Identifier,
  container: Identifier.nullable(),
  command_template: z.string(),
  duration_ms: z.int(),
  truncated: z.boolean(),
  filter: Identifier.nullable(),
  saved_tokens: z.int(),
  execution_id: Identifier,
  /** The sandbox it ran in. Only set if it ran in one. */
  sandbox: Identifier.optional(),
  /** How many pieces of private data are hidden in its output, and how they may be shown. Only set if there are any. */
  hidden: z.object({ count: z.int(), how: z.string() }).optional(),
  /** Only set when something kept the command from starting, or when its end was never heard. */
  refusal: z.object({ code: Identifier, message: z.string() }).optional(),
  /** Only while a person is waited for. */
  approval: AskedApproval.optional(),
  /** What the person who agreed to it said. Only set if they said something. */
  comment: z.string().optional(),
});
export type ExecResult = z.infer<typeof ExecResult>;

/** The result of a command in an MCP answer: six fields always, the others only where they say something. */
export const LeanResult = ExecResult.partial().required({
  success: true,
  exit_code: true,
  stdout: true,
  machine: true,
  container: true,
  command_template: true,
});
export type LeanResult = z.infer<typeof LeanResult>;

export function leanResult(result: ExecResult): LeanResult {
  const { success, exit_code, stdout, machine, container, command_template } = result;
  const { status, stderr, truncated, execution_id, sandbox, hidden, refusal, approval, comment } = result;
  return {
    success,
    exit_code,
    stdout,
    machine,
    container,
    command_template,
    ...(stderr !== '' && { stderr }),
    ...(status !== 'done' && { status }),
    ...(truncated && { truncated }),
    ...((status !== 'done' || truncated) && { execution_id }),
    ...(sandbox !== undefined && { sandbox }),
    ...(hidden !== undefined && { hidden }),
    ...(refusal !== undefined && { refusal }),
    ...(approval !== undefined && { approval }),
    ...(comment !== undefined && { comment }),
  };
}

export const SOURCES = ['mcp', 'rest', 'app', 'cli'] as const;
export type Source = (typeof SOURCES)[number];

/** `crew`: a change of a crew's members, roles or settings, in the log of the crew. */
export const AUDIT_SOURCES = [...SOURCES, 'crew'] as const;
export type AuditSource = (typeof AUDIT_SOURCES)[number];

export const AUDIT_STATUSES = ['pending', 'running', 'done', 'timeout', 'cancelled', 'interrupted', 'refused'] as const;
export type AuditStatus = (typeof AUDIT_STATUSES)[number];

export const AuditEntry = z.object({
  id: Identifier,
  execution_id: Identifier,
  created_at: Timestamp,
  source: z.enum(AUDIT_SOURCES),
  machine: Identifier,
  container: Identifier.nullable(),
  cwd: z.string().nullable(),
  command_template: z.string(),
  alias: Identifier.nullable(),
  status: z.enum(AUDIT_STATUSES),
  success: z.boolean().nullable(),
  exit_code: z.int().nullable(),
  refusal: Identifier.nullable(),
  duration_ms: z.int().nullable(),
  stdout_bytes: z.int().nullable(),
  returned_bytes: z.int().nullable(),
  filter: Identifier.nullable(),
  saved_tokens: z.int().nullable(),
  token_hint: Identifier.nullable(),
  ip: Identifier.nullable(),
  /** What the policy said of it; null without one. */
  verdict: z.enum(VERDICTS).nullable(),
  /** The rule that said so; null where a preset did. */
  rule: z.string().nullable(),
  approval_id: Identifier.nullable(),
  decided_by: Identifier.nullable(),
  sandbox: Identifier.nullable(),
  /** Set for an entry that tells how an execution ended whose own entry was closed before that was known. */
  reconciles: Identifier.nullable(),
  prev_hash: Identifier,
  hash: Identifier,
  /** In the log of a crew: who did it, by the names that they had then. */
  actor: z
    .object({ username: Identifier, token_label: z.string().nullable(), client: z.string().nullable() })
    .optional(),
  crew: Identifier.optional(),
  /** The person who gave the order decided alone, although others were to. */
  break_glass: z.boolean().optional(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** One entry, with what else is known about its execution. */
export const ShownEntry = AuditEntry.extend({
  /** Until when its output is kept, once it has ended. Null: it is not, because this instance keeps none or nothing ran. */
  output_until: Timestamp.nullable(),
  /** The comment of the person who approved or denied it. */
  comment: z.string().nullable(),
});
export type ShownEntry = z.infer<typeof ShownEntry>;

export const AUDIT_PAGE = { max: 200, default: 50 } as const;

export const AuditFilter = z.strictObject({
  machine: Slug.optional(),
  since: Moment.optional(),
  until: Moment.optional(),
  success: z.boolean().optional(),
  alias: z.string().regex(FORMS.alias).optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

/** What else a person looks for in the log. */
export const AuditSearch = z.object({
  /** Words of the command, the machine, the alias; each may be only begun. */
  q: z.string().max(200).optional(),
  status: z.enum(AUDIT_STATUSES).optional(),
  source: z.enum(AUDIT_SOURCES).optional(),
  /** The hint of an AI token: what one client did. */
  token: z.string().max(40).optional(),
});
export type AuditSearch = z.infer<typeof AuditSearch>;

export const AuditQuery = AuditFilter.extend({
  limit: z.int().min(1).max(AUDIT_PAGE.max).default(AUDIT_PAGE.default),
  cursor: z.string().max(200).optional(),
});
export type AuditQuery = z.infer<typeof AuditQuery>;
export const AuditPage = z.object({ entries: z.array(AuditEntry), next_cursor: Identifier.nullable() });
/** What administrators see, for all users: also whose entry it is. */
export const SharedAuditPage = AuditPage.extend({
  entries: z.array(AuditEntry.extend({ user_id: Identifier.optional() })),
});
export type SharedAuditPage = z.infer<typeof SharedAuditPage>;
export type AuditPage = z.infer<typeof AuditPage>;

export const OutputQuery = z.strictObject({
  stream: z.enum(['stdout', 'stderr']).default('stdout'),
  /** Negative: from the end. */
  offset: z.int().default(0),
  limit: z.int().min(1).max(60_000).default(20_000),
  /** A regular expression (RE2): only lines that match it, with their numbers. */
  grep: z.string().min(1).max(500).optional(),
  /** Lines around each match. */
  context: z.int().min(0).max(20).optional(),
});
export type OutputQuery = z.infer<typeof OutputQuery>;
export const OutputPage = z.object({
  execution_id: Identifier,
  stream: z.enum(['stdout', 'stderr']),
  text: z.string(),
  offset: z.int(),
  next_offset: z.int().nullable(),
  total_chars: z.int(),
  /** Bytes that were printed and never kept: nothing is known of them, and no search finds anything in them. */
  not_kept_bytes: z.int().optional(),
});
export type OutputPage = z.infer<typeof OutputPage>;

/**
 * In which order the lines of both streams came: so many of the first, then so many of the other one, and so on. Lines
 * after these came in an order that is not known. A line stands where its first character came. It holds only for texts
 * with so many lines in total: where a secret that became known later spans lines, there are fewer.
 */
export const OutputStretches = z.object({
  first: z.enum(['stdout', 'stderr']),
  lines: z.array(z.int()),
  total: z.object({ stdout: z.int(), stderr: z.int() }),
});
export type OutputStretches = z.infer<typeof OutputStretches>;
export const OutputOrder = z.object({
  /** It runs, and what follows it gets both streams in the order in which they come. */
  live: z.boolean(),
  /** Of a command that has ended; null where the order is not known, or only one stream has lines. */
  order: OutputStretches.nullable(),
});
export type OutputOrder = z.infer<typeof OutputOrder>;

export const OutputSearch = z.object({
  /** As it is, letter for letter. */
  q: z
    .string()
    .min(2)
    .max(200)
    .refine((text) => !text.includes('\n'), elseSay('one_line')),
  cursor: z.string().max(200).optional(),
});
export type OutputSearch = z.infer<typeof OutputSearch>;
/** The first lines with the text in each output, the newest output first. */
export const FoundLines = z.object({
  found: z.array(
    z.object({
      execution_id: Identifier,
      stream: z.enum(['stdout', 'stderr']),
      /** Counted from 1. */
      line: z.int(),
      /** Redacted; a long line is cut. */
      text: z.string(),
    }),
  ),
  /** How many outputs were looked through for this answer. */
  searched: z.int(),
  /** Null when all that is kept was looked through. */
  next_cursor: Identifier.nullable(),
});
export type FoundLines = z.infer<typeof FoundLines>;
