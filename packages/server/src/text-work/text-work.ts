/**
 * Work on people's text for the other modules: small and safe work is done at once, everything else by a helper process.
 */

import type { Compacted, CompactRequest } from '@synapse/compaction/compact';
import {
  argumentsInvalid,
  because,
  LIMITS,
  type OutputPage,
  type OutputQuery,
  type OwnFilter,
  Refusal,
} from '@synapse/contract';
import type { JudgedPlace, Judgement } from '@synapse/judge';
import type { WorkspaceId } from '../ids.ts';
import { linePattern } from '../outputs/line-pattern.ts';
import { pageThrough } from '../outputs/page-through.ts';
import type { CompiledPolicy } from '../policy/compile-policy.ts';
import { comparisons, decide } from '../policy/decide.ts';
import { type PolicyDecision, type PolicyDecisionJob, policyProblem } from '../policy/helper-jobs.ts';
import { loadJudge } from '../policy/load-judge.ts';
import type { RedactedText } from '../redaction/index.ts';
import { TextWorkKilled } from './helper-process.ts';
import type { TextJobs } from './text-jobs.ts';
import { type TextPool, TextWorkBusy } from './text-pool.ts';

/** Read when the job starts, so that waiting jobs hold nothing. */
export interface LongText {
  readonly chars: number;
  read(): Promise<RedactedText>;
}

export interface TextWork {
  /** Never refuses: if it cannot be done within bounds, the text is returned as it is. */
  compact(workspaceId: WorkspaceId, job: TextJobs['compact']['job']): Promise<Compacted>;
  /** Compiles a filter and runs its cases; refuses what is wrong with it. */
  checkFilter(workspaceId: WorkspaceId, filter: OwnFilter): Promise<void>;
  /** Throws policy_invalid. A text that is wrong a thousand times takes a second to be read: not here. */
  checkPolicy(workspaceId: WorkspaceId, text: string, ofCrew?: boolean): Promise<void>;
  /** What a command would do. Short ones at once; one that does not come to an end is opaque. */
  judge(
    workspaceId: WorkspaceId,
    command: string,
    place: Pick<JudgedPlace, 'cwd' | 'stdin' | 'isSecret'>,
  ): Promise<Judgement>;
  /** What the policies say of it; where asking them does not come to an end, all that hold something back do. */
  decide(
    workspaceId: WorkspaceId,
    policies: readonly CompiledPolicy[],
    asked: Omit<PolicyDecisionJob, 'policies'>,
  ): Promise<PolicyDecision>;
  page(workspaceId: WorkspaceId, executionId: string, text: LongText, query: OutputQuery): Promise<OutputPage>;
}

/** `mended` comes besides: the safety net put back what a filter had lost. */
export type TextWorkOutcome = 'inline' | 'done' | 'busy' | 'killed' | 'failed' | 'mended';

/** `note` is called with how each piece of work went. */
export function createTextWork(pool: TextPool, note: (outcome: TextWorkOutcome) => void): TextWork {
  const run: TextPool['run'] = async (...work) => {
    try {
      const result = await pool.run(...work);
      note('done');
      return result;
    } catch (error) {
      note(error instanceof TextWorkBusy ? 'busy' : error instanceof TextWorkKilled ? 'killed' : 'failed');
      throw error;
    }
  };
  const runOrRefuse: TextPool['run'] = (...work) =>
    run(...work).catch((error: unknown) => {
      throw refusalOf(error);
    });

  return {
    compact: async (workspaceId, job) => {
      const { stdout } = job;
      if (stdout === '') return { text: stdout, filter: null };
      // A person's own pattern is never run in this process, however short the text.
      const { inlineChars, inlineLineChars } = LIMITS.textWork;
      const isSmall = stdout.length <= inlineChars && hasShortLines(stdout, inlineLineChars);
      if (isSmall && job.ownFilters === '') {
        const { ownFilters: _none, ...plain } = job;
        const compacted = await compactHere(plain).catch(() => null);
        note(compacted === null ? 'failed' : 'inline');
        if (compacted?.mended) note('mended');
        return compacted ?? { text: stdout, filter: null };
      }
      const compacted = await run(workspaceId, 'compact', () => job, stdout.length).catch(() => null);
      if (compacted?.mended) note('mended');
      return compacted ?? { text: stdout, filter: null };
    },

    checkFilter: async (workspaceId, filter) => {
      const chars = filter.cases.reduce((sum, { stdout }) => sum + stdout.length, 0);
      const { problem, cases } = await runOrRefuse(workspaceId, 'filter', () => filter, chars);
      if (problem !== null)
        throw argumentsInvalid([
          { field: 'patterns', problem: because('bad_pattern', { detail: problem.slice(0, 200) }) },
        ]);
      const failed = cases.filter(({ passed }) => !passed);
      if (failed.length === 0) return;
      throw argumentsInvalid(failed.map(({ name }) => ({ field: `cases.${name}`, problem: because('case_differs') })));
    },

    checkPolicy: async (workspaceId, text, ofCrew = false) => {
      const small = text.length <= POLICY_INLINE_CHARS;
      const problem = await (small
        ? policyProblem({ text, ofCrew })
        : runOrRefuse(workspaceId, 'policy', () => ({ text, ofCrew }), text.length));
      if (problem !== null) throw new Refusal('policy_invalid', problem.details, problem.fields);
    },

    judge: async (workspaceId, command, { cwd, stdin, isSecret }) => {
      const { judgeWithin, secretNames, unjudged } = await loadJudge();
      const place = { cwd, home: null, stdin, isSecret };
      const length = command.length + (stdin?.length ?? 0);
      const { chars, steps } = LIMITS.textWork.inlineJudge;
      const here = length > chars ? null : judgeWithin(steps, command, place);
      if (here !== null) {
        note('inline');
        return here;
      }
      const secrets = secretNames(`${command}\n${stdin ?? ''}`, isSecret);
      return run(workspaceId, 'judge', () => ({ command, cwd, stdin, secrets }), length).catch((error: unknown) => {
        if (error instanceof TextWorkKilled) return unjudged(command, place);
        throw refusalOf(error);
      });
    },

    decide: async (workspaceId, policies, { judgement, here, secrets }) => {
      if (comparisons(policies, judgement) <= LIMITS.textWork.inlineComparisons) {
        return decide(policies, judgement, here, secrets);
      }
      const job = { policies: policies.map(({ text, crew }) => ({ text, crew })), judgement, here, secrets };
      const { asUnlooked } = await loadJudge();
      return run(workspaceId, 'decide', () => job, 0).catch((error: unknown) => {
        if (error instanceof TextWorkKilled) return decide(policies, asUnlooked(judgement), here, secrets);
        throw refusalOf(error);
      });
    },

    page: async (workspaceId, executionId, text, query) => {
      // A wrong pattern is refused here.
      const matches = await linePattern(query.grep);
      // Without a search, a page is just a slice.
      if (query.grep === undefined || text.chars <= LIMITS.textWork.inlineChars) {
        return pageThrough(executionId, await text.read(), query, matches);
      }
      const job = async () => ({ executionId, text: await text.read(), query });
      return runOrRefuse(workspaceId, 'page', job, text.chars);
    },
  };
}

function refusalOf(error: unknown): unknown {
  if (error instanceof TextWorkBusy) return new Refusal('text_work_busy', { retry_after: RETRY_SECONDS });
  return error instanceof TextWorkKilled ? new Refusal('text_work_too_heavy') : error;
}

/** Whether every line is at most that long. */
function hasShortLines(text: string, most: number): boolean {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    if ((end < 0 ? text.length : end) - at > most) return false;
    if (end < 0) return true;
    at = end + 1;
  }
  return true;
}

/** The filters are read with the first output that they may shorten. Later ones do not wait for the loader again. */
let filters: typeof import('@synapse/compaction/compact') | undefined;
async function compactHere(request: CompactRequest): Promise<Compacted> {
  filters ??= await import('@synapse/compaction/compact');
  return filters.compact(request);
}

const RETRY_SECONDS = 5;
/** However wrong, so much is read in a few milliseconds. */
const POLICY_INLINE_CHARS = 1_000;
