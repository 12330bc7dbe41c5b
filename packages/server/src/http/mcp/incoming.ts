/** A request as the dispatcher gets it: the bytes, and what the edge knows about who sent them. */
import type { Refusal } from '@synapse/contract';
import type { Credential } from '../../admission/admit.ts';
import type { RequestNote } from '../request-notes.ts';
import type { EventStream } from './progress.ts';
import type { AnswerForm, Toolset } from './registry.ts';
import type { ProtocolHeaders } from './revision.ts';

export interface Incoming {
  readonly body: Uint8Array;
  readonly headers: ProtocolHeaders;
  readonly credential: Credential;
  readonly ip: string;
  /** The header `Accept-Language`. */
  readonly acceptLanguage?: string | undefined;
  readonly requestId: string;
  /** Tells the clients of one token apart; see running-calls.ts. */
  readonly client: string;
  /** The header `Mcp-Session-Id`, which clients of the older revisions send back. */
  readonly session?: string | undefined;
  /** `?tools=core` in the address. Without it, every tool is listed. */
  readonly toolset?: Toolset | undefined;
  /** `?answers=text` in the address. */
  readonly answers?: AnswerForm | undefined;
  /** A refusal that was found before the body was read. The answer still carries the request's id. */
  readonly refusal?: Refusal | undefined;
  /** Set where the client accepts `text/event-stream`. */
  readonly openStream?: (() => EventStream) | undefined;
  /** For the log: who calls, which tool, why it was refused. */
  readonly note?: ((note: RequestNote) => void) | undefined;
  /** Aborted when the client is gone. */
  readonly gone: AbortController;
}
