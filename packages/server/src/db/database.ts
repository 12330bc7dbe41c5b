/** One handle for both databases: queries with Kysely, and write transactions that are safe across processes. */
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** What a store queries: the open database, or a transaction on it. */
export type Queries = Kysely<Schema>;

export type Dialect = 'sqlite' | 'postgres';

export interface TransactionOptions {
  /**
   * False for data that may be lost when the host loses power, such as counts. It still survives the death of the
   * process, and saves a wait for the disk. Only SQLite makes a difference.
   */
  readonly durable?: boolean;
}

/** How its connections are used at this moment. SQLite has one. */
export interface ConnectionUse {
  readonly open: number;
  readonly idle: number;
  /** Statements and transactions that wait for one. */
  readonly waiting: number;
}

export interface Database {
  readonly dialect: Dialect;
  /** Whether other instances may use it at the same time. An SQLite file is served by one process. */
  readonly shared: boolean;
  /** For single statements. Inside a transaction use only the handle that it gives. */
  readonly queries: Queries;
  /**
   * Runs `work` in a write transaction and resolves once it is committed, by default synced to disk. `work` must only
   * query: calls that wait at the same moment may share one transaction, so a slow one would hold up the others.
   */
  transaction<T>(work: (tx: Queries) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * For statements that need nothing of each other: those that are asked for at the same moment are one round trip. Each
   * stands alone.
   */
  together<T>(work: (at: Queries) => Promise<T>): Promise<T>;
  /** Resolves when everything that was committed before the call is safe from a power cut. */
  synced(): Promise<void>;
  /** Whether it has room to write, as far as is known. Asked again by trying, if the last write found none. */
  hasRoom(): Promise<boolean>;
  connections(): ConnectionUse;
  /**
   * Called when the database was silent for so long that this instance counts as dead: pending queries are rejected at
   * once, and every connection is replaced. Does nothing on SQLite.
   */
  cutOff(): void;
  close(): Promise<void>;
}
