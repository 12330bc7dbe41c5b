/** Looks for a text in what a user's commands printed and is still kept: the newest first, so much in one answer. */
import { argumentsInvalid, because, type FoundLines, type OutputSearch, Refusal } from '@synapse/contract';
import type { WorkspaceId } from '../ids.ts';
import type { KeptOutput, Outputs } from '../outputs/outputs.ts';
import type { Executions } from './executions.ts';

export type SearchOutputs = (
  workspaceId: WorkspaceId,
  search: OutputSearch,
  reader?: WorkspaceId,
) => Promise<FoundLines>;

interface Services {
  readonly outputs: Pick<Outputs, 'newest'>;
  readonly executions: Pick<Executions, 'output'>;
}

/** What one answer looks through: whichever comes first. The output that reaches a bound is still looked through. */
const MOST = { outputs: 50, chars: 2_000_000, found: 20 } as const;
const LINES_OF_EACH = 3;
const LINE_CHARS = 300;
/** Room for so many lines of an output, of which most are short. */
const PAGE_CHARS = 4_000;

export function createSearchOutputs({ outputs, executions }: Services): SearchOutputs {
  /** As it was printed, with what became a secret since hidden. None, if it has expired meanwhile or is not complete yet. */
  const linesOf = async (
    workspaceId: WorkspaceId,
    { execution_id, streams }: KeptOutput,
    grep: string,
    reader: WorkspaceId | undefined,
  ) => {
    const found: FoundLines['found'] = [];
    for (const stream of streams) {
      const page = await executions
        .output(workspaceId, execution_id, { stream, offset: 0, limit: PAGE_CHARS, grep }, reader)
        .catch(nothingKept);
      for (const row of (page?.text ?? '').split('\n')) {
        const [, line, text] = /^(\d+):([\s\S]*)$/.exec(row) ?? [];
        if (text !== undefined)
          found.push({ execution_id, stream, line: Number(line), text: text.slice(0, LINE_CHARS) });
      }
    }
    return found.slice(0, LINES_OF_EACH);
  };

  return async (workspaceId, { q, cursor }, reader) => {
    const { outputs: kept, more } = await outputs.newest(workspaceId, cursor === undefined ? null : readCursor(cursor));
    const found: FoundLines['found'][] = [];
    let chars = 0;
    let searched = 0;
    for (const output of kept) {
      if (searched >= MOST.outputs || chars >= MOST.chars || found.length >= MOST.found) break;
      const lines = await linesOf(workspaceId, output, literally(q), reader);
      if (lines.length > 0) found.push(lines);
      chars += output.chars;
      searched += 1;
    }
    const last = kept[searched - 1];
    const done = searched === kept.length && !more;
    return { found: found.flat(), searched, next_cursor: done || last === undefined ? null : writeCursor(last) };
  };
}

/** What is special in a pattern stands for itself. */
const literally = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');

function nothingKept(error: unknown): null {
  if (error instanceof Refusal && error.status < 500) return null;
  throw error;
}

const writeCursor = ({ expires_at, execution_id }: KeptOutput): string =>
  Buffer.from(`${expires_at}.${execution_id}`).toString('base64url');

function readCursor(cursor: string): Pick<KeptOutput, 'expires_at' | 'execution_id'> {
  const match = /^(\d{1,15})\.([0-9a-z]{1,40})$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (match === null) throw argumentsInvalid([{ field: 'cursor', problem: because('unknown_cursor') }]);
  return { expires_at: Number(match[1]), execution_id: match[2]! };
}
