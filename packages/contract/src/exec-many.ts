/** One command on many machines, as it crosses the wire. */
import * as z from 'zod';
import { EXECUTION_LIMITS, EXECUTION_STATUSES, ExecRequest } from './executions.ts';
import { Identifier, RedactedOutput } from './identifier.ts';
import { elseSay } from './reasons.ts';

export const MANY_LIMITS = { machines: 50, parallel: 16 } as const;

const upToAll = z.int().min(1).max(MANY_LIMITS.machines);
/** Described where a single machine is meant; a model need not read that twice. */
const { command, alias, container, cwd, stdin, session, shell } = ExecRequest.shape;
const { min, max, default: usual } = EXECUTION_LIMITS.timeoutSeconds;

/** The arguments of `synapse_exec_many` and the body of `POST /synapse/exec-many`. */
export const ExecManyRequest = z
  .strictObject({
    machines: z.array(z.string().min(1).max(128)).min(1).max(MANY_LIMITS.machines),
    command: command.unwrap().optional(),
    alias: alias.unwrap().optional(),
    cwd: cwd.unwrap().optional(),
    container: container.unwrap().optional(),
    stdin: stdin.unwrap().optional(),
    session: session.unwrap().optional(),
    shell: shell.unwrap().optional(),
    timeout_seconds: z.int().min(min).max(max).default(usual),
    max_parallel: upToAll.default(MANY_LIMITS.parallel),
    first: upToAll.optional(),
    stop_after_failures: upToAll.optional(),
  })
  .refine((request) => (request.command === undefined) !== (request.alias === undefined), {
    ...elseSay('command_or_alias'),
    path: ['command'],
  });
export type ExecManyRequest = z.infer<typeof ExecManyRequest>;

/** Machines that answered the same. */
export const ManyGroup = z.object({
  machines: z.array(Identifier),
  exit_code: z.int().nullable(),
  status: z.enum(EXECUTION_STATUSES),
  stdout: RedactedOutput,
  stderr: RedactedOutput,
  /** Set if something of their output is missing here. */
  truncated: z.literal(true).optional(),
  /** Set if stdout and stderr are diffs: against the answer of this machine. */
  diff_against: Identifier.optional(),
  /** Why it did not run there, or why its end was not heard. */
  refusal: z.object({ code: Identifier, message: z.string() }).optional(),
});
export type ManyGroup = z.infer<typeof ManyGroup>;

export const ExecManyResult = z.object({
  total: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  /** Not even tried. */
  skipped: z.int(),
  /** Where a person has not answered yet, or the command still runs. Missing: nowhere. */
  waiting: z.int().optional(),
  groups: z.array(ManyGroup),
  execution_ids: z.record(z.string(), z.string()),
  skipped_machines: z.array(Identifier).optional(),
});
export type ExecManyResult = z.infer<typeof ExecManyResult>;

/** The progress that is reported for each machine. */
export const MANY_STATES = ['waiting', 'running', 'pending', 'succeeded', 'failed', 'skipped'] as const;
export type ManyState = (typeof MANY_STATES)[number];

export interface ManyEvent {
  readonly machine: string;
  readonly state: ManyState;
  readonly execution_id?: string;
  readonly exit_code?: number | null;
}
