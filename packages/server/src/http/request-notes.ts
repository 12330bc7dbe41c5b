/** Fields of a request's log line besides its route: the caller, the tool, and the refusal. */
import type { ErrorCode } from '@synapse/contract';
import type { FastifyRequest } from 'fastify';

export interface RequestNote {
  readonly user_id?: string;
  /** What an administrator has changed. */
  readonly target_id?: string;
  readonly tool?: string;
  readonly code?: ErrorCode;
}

export interface RequestNotes {
  add(request: FastifyRequest, note: RequestNote): void;
  of(request: FastifyRequest): RequestNote;
}

/** The tools of a batch are noted together, as far as there is room. */
const TOOLS_CHARS = 200;

export function createRequestNotes(): RequestNotes {
  const notes = new WeakMap<FastifyRequest, RequestNote>();
  const of = (request: FastifyRequest): RequestNote => notes.get(request) ?? {};
  return {
    of,
    add: (request, note) => {
      const known = of(request);
      const both = known.tool !== undefined && note.tool !== undefined && known.tool.length < TOOLS_CHARS;
      notes.set(request, { ...known, ...note, ...(both ? { tool: `${known.tool},${note.tool}` } : {}) });
    },
  };
}
