/** One command as it was asked for: by whom, from where, over which interface. */
import type { ExecRequest, Role, Source } from '@synapse/contract';

export interface Order {
  readonly userId: string;
  readonly role: Role;
  readonly source: Source;
  /** The AI token that was used. Null for a session. */
  readonly tokenId: string | null;
  readonly tokenHint: string | null;
  readonly tokenLabel: string | null;
  readonly ip: string | null;
  /** The request's id, which the log uses for the call. */
  readonly requestId: string;
  readonly request: ExecRequest;
  /** It may only look: it runs in a sandbox, without secrets. */
  readonly look?: boolean;
  /** Aborted when the caller cancels, or goes away while waiting for the answer. */
  readonly signal: AbortSignal;
  /** Called now and then with the command's progress. */
  readonly onProgress?: (message: string) => void;
}
