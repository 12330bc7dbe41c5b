/**
 * What clients were answered a moment ago. A command that prints the same again, or nearly the same, is answered by the
 * difference: the client still has the rest.
 */
import type { Clock } from '../../clock.ts';
import { lineDiff } from '../../line-diff/line-diff.ts';
import type { RedactedText, Redactor } from '../../redaction/index.ts';
import { finishInTurns } from '../../vault/finish-in-turns.ts';
import type { OpenExecution } from '../execution.ts';
import type { RedactedResult } from './redacted-result.ts';
import { withoutVolatileParts } from './volatile-parts.ts';

export interface EarlierAnswers {
  /** The result as it is, or with the difference to what the client has already. */
  shorten(execution: OpenExecution, result: RedactedResult, redactor: Redactor): Promise<RedactedResult>;
  /** The answer is on its way: from here on the client has its text. */
  given(result: RedactedResult): void;
}

interface GivenAnswer {
  readonly key: string;
  readonly executionId: string;
  readonly text: RedactedText;
  readonly at: number;
}

/** The name of the filter in results, in the audit log and in statistics. */
const FILTER = 'repeat';
/** A shorter text costs little, and is easier to read whole. */
const LEAST_CHARS = 500;
/** A difference must be this much shorter. */
const MOST_SHARE = 0.7;
/** A client that works for longer may have dropped the earlier answer. */
const REMEMBERED_MS = 30 * 60_000;
/** Of all clients together: about 20 MB. */
const MOST_CHARS = 10_000_000;
/** Answers that were prepared and not given yet: as many as commands may run at once, and more. */
const MOST_PREPARED = 200;
const DIFF = { context: 1, mostEdits: 120 };

export function createEarlierAnswers(clock: Clock): EarlierAnswers {
  const answers = new Map<string, GivenAnswer>();
  const prepared = new Map<string, GivenAnswer>();
  let chars = 0;

  const forget = (key: string): void => {
    chars -= answers.get(key)?.text.length ?? 0;
    answers.delete(key);
  };

  return {
    shorten: async (execution, result, redactor) => {
      const key = keyOf(execution);
      if (key === null || result.status !== 'done' || result.stdout.length < LEAST_CHARS) return result;
      prepared.set(result.execution_id, { key, executionId: result.execution_id, text: result.stdout, at: clock() });
      dropOldest(prepared, MOST_PREPARED);
      const earlier = answers.get(key);
      if (earlier === undefined || clock() - earlier.at > REMEMBERED_MS) return result;
      const difference = differenceOf(earlier, result, clock());
      if (difference === null || difference.length > result.stdout.length * MOST_SHARE) return result;
      // The lines that are gone were redacted when they were printed. Today more may be secret.
      const stdout = await finishInTurns(redactor.redactSteps(difference));
      return { ...result, stdout, truncated: true, filter: FILTER, wholeLines: undefined };
    },

    given: ({ execution_id: id }) => {
      const now = prepared.get(id);
      if (now === undefined) return;
      prepared.delete(id);
      forget(now.key);
      answers.set(now.key, now);
      chars += now.text.length;
      for (const key of answers.keys()) {
        if (chars <= MOST_CHARS) break;
        forget(key);
      }
    },
  };
}

/** Null without a session or client name: then it is unknown what the caller has. */
function keyOf({ order, machine, command, resolved, sandbox }: OpenExecution): string | null {
  const { session, tokenId, client, request } = order;
  const conversation = session || client;
  if (!conversation || tokenId === null || request.raw || (request.view ?? 'auto') !== 'auto') return null;
  return JSON.stringify([tokenId, conversation, machine, resolved.container, resolved.cwd, command, sandbox ?? null]);
}

/** Null where too much differs. */
function differenceOf(earlier: GivenAnswer, { stdout }: RedactedResult, now: number): string | null {
  const before = `the output of this command ${ago(now - earlier.at)} ago`;
  if (stdout === earlier.text) return `= ${before}\n`;
  const diff = lineDiff(earlier.text, stdout, DIFF, withoutVolatileParts);
  if (diff === '') return `= ${before}, but for times and the like\n`;
  return diff === null ? null : `≈ ${before}, but for this diff:\n${diff.replace(OLD_MARKER, '')}\n`;
}

/** What the earlier answer left out does not matter any more. */
const OLD_MARKER = /^-\u2026 \d[^\n]{0,300} left out[^\n]{0,200}\n/gm;

function ago(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) break;
    map.delete(key);
  }
}
