/** Redacted, uncompacted output, kept sealed for a while: what `synapse_get_output` pages through. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type OutputPage, type OutputQuery, type OutputStretches, Refusal } from '@synapse/contract';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/read-config.ts';
import { atCommit } from '../db/at-commit.ts';
import type { Database, Queries } from '../db/database.ts';
import type { WorkspaceId } from '../ids.ts';
import { type RedactedText, redactedFromStore } from '../redaction/index.ts';
import type { Sealer } from '../vault/sealer.ts';
import {
  dropExpired,
  dropOldest,
  insertPart,
  type KeptPart,
  keptChars,
  newestParts,
  type PartSize,
  partSizes,
  readPart,
} from './output-store.ts';
import { cutWhole, finishPage, fromEnd, pageThrough, type Stream } from './page-through.ts';

/** An existing output, to be read when it is needed. */
export interface FoundOutput {
  readonly chars: number;
  read(): Promise<RedactedText>;
}

/** An output of a workspace, and where it stands among the others. */
export interface KeptOutput {
  readonly execution_id: string;
  readonly expires_at: number;
  readonly streams: readonly Stream[];
  readonly chars: number;
}

/** Where a search through a whole output runs, because it may take long. */
export type SearchOutput = (
  workspaceId: WorkspaceId,
  executionId: string,
  text: FoundOutput,
  query: OutputQuery,
) => Promise<OutputPage>;

/** One step of a command, of which stdout has so many characters. */
export interface KeptStep {
  readonly command: RedactedText;
  /** Null for the last one: it ended as the command did. */
  readonly status: number | null;
  readonly chars: number;
}

export interface Outputs {
  /**
   * Seals the output. Of a long one, writes all parts but the first, one at a time. The returned function writes the
   * first part, in the caller's transaction; without that part there is no output. Null if none is kept.
   */
  keep(
    workspaceId: WorkspaceId,
    executionId: string,
    texts: Record<Stream, RedactedText>,
    /** What of stdout each step printed, where that is known. */
    steps?: readonly KeptStep[],
    /** In which order the lines of both streams came, where that is known. */
    order?: OutputStretches | null,
  ): Promise<((tx: Queries) => Promise<void>) | null>;
  /** The steps that were kept with it, in their order. */
  steps(workspaceId: WorkspaceId, executionId: string): Promise<KeptStep[]>;
  /** The order of the lines that was kept with it; null if none was. */
  order(workspaceId: WorkspaceId, executionId: string): Promise<OutputStretches | null>;
  /** Null when there is none, or no longer. */
  find(workspaceId: WorkspaceId, executionId: string, stream: Stream): Promise<FoundOutput | null>;
  page(workspaceId: WorkspaceId, executionId: string, query: OutputQuery): Promise<OutputPage>;
  /** A page of a workspace's stored outputs, the newest first; `before` is the last one of the previous page. */
  newest(
    workspaceId: WorkspaceId,
    before: Pick<KeptOutput, 'execution_id' | 'expires_at'> | null,
  ): Promise<{ readonly outputs: readonly KeptOutput[]; readonly more: boolean }>;
  /** Until when the output of a command that ended then is kept; null if none is. */
  keptUntil(endedAt: number): number | null;
  expire(): Promise<void>;
}

/** A part is decrypted whole. A page needs one or two of them. */
const PART_CHARS = 200_000;
/** The total of one user; the oldest outputs go first. */
const USER_CHARS = 256 * 1024 * 1024;
/** More than one output may have. */
const LISTED_PARTS = 200;
const HOUR_MS = 3600_000;

export function createOutputs(
  database: Database,
  clock: Clock,
  sealer: Sealer,
  { outputHours }: Pick<Config, 'outputHours'>,
  /** Called with the number of bytes of each part that was written, whose buffers are no longer needed. */
  passed: (bytes: number) => void = () => undefined,
  /** Searches a whole output. */
  search: SearchOutput = async (_userId, id, text, query) => pageThrough(id, await text.read(), query),
): Outputs {
  const context = (
    workspaceId: WorkspaceId,
    id: string,
    stream: Stream | 'steps' | 'order',
    part: number,
  ): string[] => ['kept output', workspaceId, id, stream, String(part)];

  const open = async (
    workspaceId: WorkspaceId,
    id: string,
    stream: Stream,
    parts: readonly number[],
  ): Promise<RedactedText> => {
    const texts: string[] = [];
    for (const part of parts) {
      // Others are served between the parts of a long output.
      if (texts.length > 0) await nextTurn();
      const sealed = await readPart(database.queries, id, stream, part);
      if (sealed === undefined) throw new Refusal('execution_not_found');
      texts.push(sealer.open(sealed, context(workspaceId, id, stream, part)).toString('utf8'));
    }
    // The parts of one redacted text, joined as they were cut.
    return redactedFromStore(texts.join(''));
  };

  /**
   * Null if the first part is missing: the command was never closed. A stream without parts is empty if the other has
   * its first, because the first parts of both are written together.
   */
  const sizesOf = async (workspaceId: WorkspaceId, id: string, wanted: Stream): Promise<PartSize[] | null> => {
    const sizes = await partSizes(database.queries, workspaceId, id, clock());
    return sizes[0]?.part === 0 ? sizes.filter(({ stream }) => stream === wanted) : null;
  };

  const found = (workspaceId: WorkspaceId, id: string, stream: Stream, sizes: readonly PartSize[]): FoundOutput => ({
    chars: sizes.reduce((sum, { chars }) => sum + chars, 0),
    read: () => {
      const parts = sizes.map(({ part }) => part);
      return open(workspaceId, id, stream, parts);
    },
  });

  /** Null if it was not kept. */
  const readBeside = async (workspaceId: WorkspaceId, id: string, stream: 'steps' | 'order'): Promise<unknown> => {
    const sealed = await readPart(database.queries, id, stream, 0);
    if (sealed === undefined) return null;
    return JSON.parse(sealer.open(sealed, context(workspaceId, id, stream, 0)).toString('utf8'));
  };

  const keptUntil = (endedAt: number): number | null => (outputHours === 0 ? null : endedAt + outputHours * HOUR_MS);

  return {
    keptUntil,

    keep: async (workspaceId, executionId, texts, steps = [], order = null) => {
      const expires_at = keptUntil(clock());
      if (expires_at === null) return null;
      const firsts: PartRow[] = [];
      for (const stream of streamsToKeep(texts)) {
        for (const [part, text] of slices(texts[stream]).entries()) {
          const sealed = sealer.seal(Buffer.from(text, 'utf8'), context(workspaceId, executionId, stream, part));
          const row = {
            execution_id: executionId,
            stream,
            part,
            workspace_id: workspaceId,
            chars: text.length,
            sealed,
          };
          if (part === 0) {
            firsts.push({ ...row, expires_at });
            continue;
          }
          // Megabytes in one commit would hold up everybody. So each part is written by itself, and others come in
          // between.
          await database.transaction((tx) => insertPart(tx, { ...row, expires_at }), { durable: false });
          passed(sealed.length);
          await nextTurn();
        }
      }
      const keepBeside = (stream: 'steps' | 'order', what: unknown): void => {
        const text = JSON.stringify(what);
        const sealed = sealer.seal(Buffer.from(text, 'utf8'), context(workspaceId, executionId, stream, 0));
        const row = {
          execution_id: executionId,
          stream,
          part: 0,
          workspace_id: workspaceId,
          chars: text.length,
          sealed,
        };
        firsts.push({ ...row, expires_at });
      };
      if (steps.length > 0) keepBeside('steps', steps);
      if (order !== null) keepBeside('order', order);
      return async (tx) => {
        for (const row of firsts) atCommit(tx, insertPart(tx, row));
        // Only checked when it could matter: most commands print little.
        if (texts.stdout.length + texts.stderr.length < PART_CHARS) return;
        for (let held = await keptChars(tx, workspaceId); held > USER_CHARS; )
          held -= await dropOldest(tx, workspaceId);
      };
    },

    steps: async (workspaceId, executionId) =>
      ((await readBeside(workspaceId, executionId, 'steps')) ?? []) as KeptStep[],

    order: async (workspaceId, executionId) =>
      (await readBeside(workspaceId, executionId, 'order')) as OutputStretches | null,

    find: async (workspaceId, executionId, stream) => {
      const sizes = await sizesOf(workspaceId, executionId, stream);
      return sizes === null ? null : found(workspaceId, executionId, stream, sizes);
    },

    page: async (workspaceId, executionId, query) => {
      const { stream, limit } = query;
      const sizes = await sizesOf(workspaceId, executionId, stream);
      if (sizes === null) throw new Refusal('execution_not_found');
      const whole = found(workspaceId, executionId, stream, sizes);
      if (query.grep !== undefined) return search(workspaceId, executionId, whole, query);
      const offset = fromEnd(query.offset, whole.chars);
      const { parts, start } = overlapping(sizes, offset, limit);
      const text = await open(workspaceId, executionId, stream, parts);
      return finishPage(executionId, stream, cutWhole(text, offset - start, limit), offset, whole.chars);
    },

    newest: async (workspaceId, before) => {
      const parts = await newestParts(database.queries, workspaceId, clock(), before, LISTED_PARTS);
      const all = [...Map.groupBy(parts, ({ execution_id }) => execution_id).values()].map(keptOutput);
      const more = parts.length === LISTED_PARTS;
      // Of the last one there may be parts that are not among these.
      return { outputs: more ? all.slice(0, -1) : all, more };
    },

    expire: async () => {
      const dropSome = () => database.transaction((tx) => dropExpired(tx, clock()), { durable: false });
      while (await dropSome()) await nextTurn();
    },
  };
}

function keptOutput(parts: readonly KeptPart[]): KeptOutput {
  const { execution_id, expires_at } = parts[0]!;
  const streams = (['stdout', 'stderr'] as const).filter((wanted) => parts.some(({ stream }) => stream === wanted));
  return { execution_id, expires_at, streams, chars: parts.reduce((sum, { chars }) => sum + chars, 0) };
}

type PartRow = Parameters<typeof insertPart>[1];

/** An empty stream is not written, unless both are: one part must tell that the command printed nothing. */
function streamsToKeep(texts: Record<Stream, RedactedText>): Stream[] {
  const printed = (['stdout', 'stderr'] as const).filter((stream) => texts[stream] !== '');
  return printed.length === 0 ? ['stdout'] : printed;
}

/** At least one, which may be empty. */
function slices(text: RedactedText): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length || parts.length === 0; ) {
    const part = cutWhole(text, at, PART_CHARS);
    parts.push(part);
    at += part.length;
  }
  return parts;
}

/** The parts that a page touches, and where the first of them begins. */
function overlapping(sizes: readonly PartSize[], offset: number, limit: number): { parts: number[]; start: number } {
  const parts: number[] = [];
  let begin = 0;
  let start = 0;
  for (const { part, chars } of sizes) {
    if (begin + chars > offset && begin < offset + limit) {
      if (parts.length === 0) start = begin;
      parts.push(part);
    }
    begin += chars;
  }
  return { parts, start };
}
