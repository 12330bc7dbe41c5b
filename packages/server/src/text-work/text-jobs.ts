/** The kinds of work on people's text that leave the serving process, and the function for each. */

import { type Compacted, compact } from '@synapse/compaction/compact';
import { applyOwnFilters, ownFilterProblem } from '@synapse/compaction/own-filters';
import type { OutputPage, OutputQuery, OwnFilter } from '@synapse/contract';
import type { Judgement } from '@synapse/judge';
import { type CaseResult, tryFilter } from '../filters/try-filter.ts';
import { linePattern } from '../outputs/line-pattern.ts';
import { pageThrough } from '../outputs/page-through.ts';
import {
  decideAgain,
  type PolicyDecision,
  type PolicyDecisionJob,
  type PolicyProblem,
  type PolicyQuestion,
  policyProblem,
} from '../policy/helper-jobs.ts';
import type { RedactedText } from '../redaction/index.ts';

export interface TextJobs {
  compact: {
    readonly job: {
      readonly command: string;
      readonly exitCode: number;
      readonly stdout: RedactedText;
      readonly recovery: string | null;
      /** It is what is new of a command that is followed. */
      readonly follows?: boolean;
      /** Nothing may be left out: only its layout may change. `lists`: of short lists. */
      readonly keepAll?: boolean | 'lists';
      /** The owner's filters as JSON, or an empty text. Equal texts are compiled once. */
      readonly ownFilters: string;
    };
    /** Null: the raw text is used. It need not be sent back. */
    readonly result: Compacted | null;
  };
  filter: {
    readonly job: OwnFilter;
    readonly result: { readonly problem: string | null; readonly cases: readonly CaseResult[] };
  };
  policy: {
    readonly job: PolicyQuestion;
    readonly result: PolicyProblem | null;
  };
  judge: {
    readonly job: {
      readonly command: string;
      readonly cwd: string | null;
      readonly stdin?: string | undefined;
      /** Those names in double braces that are secrets. */
      readonly secrets: readonly string[];
    };
    readonly result: Judgement;
  };
  decide: {
    readonly job: PolicyDecisionJob;
    readonly result: PolicyDecision;
  };
  page: {
    readonly job: { readonly executionId: string; readonly text: RedactedText; readonly query: OutputQuery };
    readonly result: OutputPage;
  };
}

export type JobKind = keyof TextJobs;

const parsed = new Map<string, readonly OwnFilter[]>();
/** How many sets of filters stay compiled. */
const KNOWN_SETS = 20;

function filtersOf(json: string): readonly OwnFilter[] {
  if (json === '') return [];
  let filters = parsed.get(json);
  if (filters === undefined) {
    filters = JSON.parse(json) as readonly OwnFilter[];
    if (parsed.size >= KNOWN_SETS) parsed.clear();
    parsed.set(json, filters);
  }
  return filters;
}

type Done<K extends JobKind> = TextJobs[K]['result'] | Promise<TextJobs[K]['result']>;

const doers: { readonly [K in JobKind]: (job: TextJobs[K]['job']) => Done<K> } = {
  compact: (job) => {
    const compacted = compact({ ...job, ownFilters: applyOwnFilters(filtersOf(job.ownFilters)) });
    return compacted.filter === null ? null : compacted;
  },
  filter: (filter) => {
    const problem = ownFilterProblem(filter);
    return { problem, cases: problem === null ? tryFilter(filter) : [] };
  },
  policy: policyProblem,
  judge: async ({ command, cwd, stdin, secrets }) => {
    const { judge } = await import('@synapse/judge');
    return judge(command, { cwd, home: null, stdin, isSecret: (name) => secrets.includes(name) });
  },
  decide: decideAgain,
  page: async ({ executionId, text, query }) => pageThrough(executionId, text, query, await linePattern(query.grep)),
};

export function doTextJob<K extends JobKind>(kind: K, job: TextJobs[K]['job']): Done<K> {
  return doers[kind](job);
}
