/** Somewhere outside this computer that gets every checkpoint. */
export interface CopyTarget {
  /** For people; nothing secret. */
  readonly name: string;
  /** Null: it was handed over. Otherwise why not. Never rejects, and ends within seconds. */
  send(line: string): Promise<string | null>;
  close(): void;
}
