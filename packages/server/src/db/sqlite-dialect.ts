/** Kysely on one connection that it shares with the transactions: single statements take turns with them. */
import {
  type DatabaseConnection,
  type Dialect,
  type SelectModifierNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Semaphore } from '../background/semaphore.ts';

/** With a turn, every statement waits for its own. Without one, it runs within the turn of its transaction. */
export function sqliteDialect(database: SqliteDatabase, turn?: Semaphore): Dialect {
  return {
    createAdapter: () => new SharedAdapter(),
    createDriver: () =>
      turn === undefined ? new SqliteDriver({ database }) : new SharedConnectionDriver(database, turn),
    createIntrospector: (queries) => new SqliteIntrospector(queries),
    createQueryCompiler: () => new WithoutRowLocks(),
  };
}

/** Who may use the connection is decided here, not by Kysely's own lock. */
class SharedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** There is one writer at a time, so a transaction holds every row: `for update` has nothing to say. */
class WithoutRowLocks extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === undefined || !ROW_LOCKS.has(node.modifier)) super.visitSelectModifier(node);
  }
}

const ROW_LOCKS = new Set<string>(['ForUpdate', 'ForNoKeyUpdate', 'ForShare', 'ForKeyShare', 'NoWait', 'SkipLocked']);

class SharedConnectionDriver extends SqliteDriver {
  readonly #turn: Semaphore;

  constructor(database: SqliteDatabase, turn: Semaphore) {
    super({ database });
    this.#turn = turn;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turn.acquire();
    return super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    this.#turn.release();
  }
}
