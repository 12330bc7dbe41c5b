/**
 * Statements that are sent to PostgreSQL together and answered together: one round trip, one fate. If one fails, the
 * server skips those after it, and undoes those before it unless they were part of a transaction that goes on.
 */
import pg from 'pg';

export interface Statement {
  readonly text: string;
  /** As the driver sends them: text, bytes or null. */
  readonly values: readonly unknown[];
  /** Under which the connection knows its plan. */
  readonly name: string | undefined;
}

/** A statement, and who waits for its result. */
export interface QueuedStatement extends Statement {
  resolve(result: pg.QueryResult): void;
  reject(error: unknown): void;
}

/** What the driver's own queries use of a connection. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  /** By name: those that the server has, and those that are on their way. */
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { text: string; name: string | undefined }): void;
  bind(values: {
    statement: string | undefined;
    values: readonly unknown[];
    valueMapper(value: unknown): unknown;
  }): void;
  describe(what: { type: 'P'; name: string }): void;
  execute(what: { portal: string }): void;
  sync(): void;
  sendCopyFail(why: string): void;
}

interface Rows extends pg.QueryResult {
  addFields(fields: unknown): void;
  parseRow(fields: unknown): unknown;
  addRow(row: unknown): void;
  addCommandComplete(message: unknown): void;
}
const Result = pg.Result as unknown as new (rowMode: undefined, types: unknown) => Rows;

/** The driver calls these as the answers come in, one statement after the other. */
export class StatementBatch {
  readonly #passengers: readonly QueuedStatement[];
  readonly #results: Rows[];
  /** Whose answer comes in. */
  #at = 0;
  #unreadable: unknown;
  /** The driver puts a time limit around it. */
  callback: (error: unknown) => void;

  constructor(
    passengers: readonly QueuedStatement[],
    types: unknown,
    meaning: (error: unknown) => unknown,
    land: () => void = () => undefined,
  ) {
    this.#passengers = passengers;
    this.#results = passengers.map(() => new Result(undefined, types));
    this.callback = (error) => {
      const failure = error ?? this.#unreadable;
      const told = failure === undefined ? undefined : meaning(failure);
      for (const [index, { resolve, reject }] of passengers.entries()) {
        if (failure === undefined) resolve(this.#results[index]!);
        else reject(told);
      }
      land();
    };
  }

  /** The driver notes under this name what the server has parsed. */
  get name(): string | undefined {
    return this.#passengers[this.#at]?.name;
  }

  get text(): string | undefined {
    return this.#passengers[this.#at]?.text;
  }

  submit(wire: Wire): void {
    wire.stream.cork();
    try {
      for (const { text, values, name } of this.#passengers) {
        const known = name !== undefined && (wire.parsedStatements[name] ?? wire.submittedNamedStatements[name]);
        if (!known) wire.parse({ text, name });
        if (!known && name !== undefined) wire.submittedNamedStatements[name] = text;
        wire.bind({ statement: name, values, valueMapper: asItIs });
        wire.describe({ type: 'P', name: '' });
        wire.execute({ portal: '' });
      }
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
  }

  handleRowDescription({ fields }: { fields: unknown }): void {
    this.#results[this.#at]?.addFields(fields);
  }

  handleDataRow({ fields }: { fields: unknown }): void {
    const result = this.#results[this.#at];
    try {
      result?.addRow(result.parseRow(fields));
    } catch (error) {
      this.#unreadable ??= error;
    }
  }

  handleCommandComplete(message: unknown): void {
    this.#results[this.#at]?.addCommandComplete(message);
    this.#at += 1;
  }

  handleEmptyQuery(): void {
    this.#at += 1;
  }

  handlePortalSuspended(): void {
    // All rows are asked for at once.
  }

  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFail('nothing to copy');
  }

  handleCopyData(): void {
    // Nothing is copied.
  }

  handleError(error: unknown, wire?: Wire): void {
    // What was skipped was not parsed either.
    for (const { name } of this.#passengers.slice(this.#at)) {
      if (name !== undefined) delete wire?.submittedNamedStatements[name];
    }
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(null);
  }
}

const asItIs = (value: unknown): unknown => value;
