/** Redacted, uncompacted output, kept sealed for a while: what `synapse_get_output` pages through. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type OutputPage, type OutputQuery, Refusal } from '@synapse/contract';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/read-config.ts';
import type { Database, Queries } from '../db/database.ts';
import { type RedactedText, redactedFromStore } from '../redaction/index.ts';
import type { Sealer } from '../vault/sealer.ts';
import { dropExpired, dropOldest, insertPart, keptChars, type PartSize, partSizes, readPart } from './output-store.ts';
import { cutWhole, finishPage, pageThrough, type Stream } from './page-through.ts';

/** Where a search through a whole output is done: it may take long. */
export type SearchOutput = (
  userId: string,
  executionId: string,
  text: RedactedText,
  query: OutputQuery,
) => Promise<OutputPage>;

export interface Outputs {
  /** Seals the output; what it gives writes it, in a transaction of the caller's. Null where none is kept. */
  keep(
    userId: string,
    executionId: string,
    texts: Record<Stream, RedactedText>,
  ): Promise<((tx: Queries) => Promise<void>) | null>;
  /** Null when there is nothing of it, or no longer. */
  read(userId: string, executionId: string, stream: Stream): Promise<RedactedText | null>;
  page(userId: string, executionId: string, query: OutputQuery): Promise<OutputPage>;
  expire(): Promise<void>;
}

/** A part is opened whole; a page needs one or two of them. */
const PART_CHARS = 200_000;
/** Of one user; the oldest go first. */
const USER_CHARS = 256 * 1024 * 1024;
const HOUR_MS = 3600_000;

export function createOutputs(
  database: Database,
  clock: Clock,
  sealer: Sealer,
  { outputHours }: Pick<Config, 'outputHours'>,
  /** Told of the bytes of each part that was written: their buffers are done with. */
  passed: (bytes: number) => void = () => undefined,
  /** Looks through a whole output. */
  search: SearchOutput = async (_userId, id, text, query) => pageThrough(id, text, query),
): Outputs {
  const context = (userId: string, id: string, stream: Stream, part: number): string[] => [
    'kept output',
    userId,
    id,
    stream,
    String(part),
  ];

  const open = async (userId: string, id: string, stream: Stream, parts: readonly number[]): Promise<RedactedText> => {
    const texts: string[] = [];
    for (const part of parts) {
      const sealed = await readPart(database.queries, id, stream, part);
      if (sealed === undefined) throw new Refusal('execution_not_found');
      texts.push(sealer.open(sealed, context(userId, id, stream, part)).toString('utf8'));
    }
    // The parts of one redacted text, put together as they were cut.
    return redactedFromStore(texts.join(''));
  };

  return {
    keep: async (userId, executionId, texts) => {
      if (outputHours === 0) return null;
      const expires_at = clock() + outputHours * HOUR_MS;
      const rows: Parameters<typeof insertPart>[1][] = [];
      let added = 0;
      for (const stream of ['stdout', 'stderr'] as const) {
        for (const [part, text] of slices(texts[stream]).entries()) {
          // Megabytes are sealed in many turns: others want to be served, too.
          if (part > 0) await nextTurn();
          const sealed = sealer.seal(Buffer.from(text, 'utf8'), context(userId, executionId, stream, part));
          const row = { execution_id: executionId, stream, part, user_id: userId, chars: text.length, sealed };
          rows.push({ ...row, expires_at });
          added += text.length;
        }
      }
      return async (tx) => {
        for (const row of rows) {
          await insertPart(tx, row);
          passed(row.sealed.length);
        }
        // Looked at only by what could matter: most commands print little.
        if (added < PART_CHARS) return;
        for (let held = await keptChars(tx, userId); held > USER_CHARS; ) held -= await dropOldest(tx, userId);
      };
    },

    read: async (userId, executionId, stream) => {
      const sizes = await partSizes(database.queries, userId, executionId, stream);
      if (sizes.length === 0) return null;
      const parts = sizes.map(({ part }) => part);
      return open(userId, executionId, stream, parts);
    },

    page: async (userId, executionId, { stream, offset, limit, grep }) => {
      const sizes = await partSizes(database.queries, userId, executionId, stream);
      if (sizes.length === 0) throw new Refusal('execution_not_found');
      if (grep !== undefined) {
        const parts = sizes.map(({ part }) => part);
        const text = await open(userId, executionId, stream, parts);
        return search(userId, executionId, text, { stream, offset, limit, grep });
      }
      const total = sizes.reduce((sum, { chars }) => sum + chars, 0);
      const { parts, start } = overlapping(sizes, offset, limit);
      const text = await open(userId, executionId, stream, parts);
      return finishPage(executionId, stream, cutWhole(text, offset - start, limit), offset, total);
    },

    expire: () => dropExpired(database.queries, clock()),
  };
}

/** An empty output is kept as one empty part: it is known, and it is empty. */
function slices(text: RedactedText): string[] {
  if (text === '') return [''];
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
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
