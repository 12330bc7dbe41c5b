/** A receiver of lines: every checkpoint, or every entry of the audit log. */
export interface CopyTarget {
  /** For people; nothing secret. */
  readonly name: string;
  /** Null: it was handed over. Otherwise why not. Never rejects, and ends within seconds. */
  send(line: string): Promise<string | null>;
  close(): void;
}
