/** A REST endpoint as one declaration: who may call it, what it takes, what it answers. */
import { type CrewAction, type Language, PLANS, parseOrRefuse, Refusal, withoutNulls } from '@synapse/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { TellCrew, Workspace } from '../access/access.ts';
import type { Session } from '../auth/sessions.ts';
import type { Complete } from './by-alias.ts';
import { languageOf } from './language-of.ts';

/** What a handler gets besides its checked input. */
export interface Call<A extends Access = Access> {
  readonly session: A extends 'public' ? null : Session;
  /** Where the call is about: the caller's own workspace, or that of the crew in its address. */
  readonly workspace: A extends 'public' ? null : Workspace;
  /** For what is changed in a crew, in the transaction that changes it. Nothing in one's own workspace. */
  readonly tell: TellCrew | undefined;
  /** The workspace of a crew that the body names instead. Throws not_found and role_required. */
  readonly enter: A extends 'public' ? null : EnterCrew;
  readonly ip: string;
  readonly requestId: string;
  readonly language: Language;
  /** For what is not plain JSON: cookies, streams, the raw connection. */
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * `pilot`: a user whose plan grants `mcp:synapse`. `runner`: the same, or anybody for a machine of a crew, where the role
 * decides; a call whose body names no machine asks `assertMayRunIn` itself. `journal`: a user, or a hook with a token of
 * its own.
 */
export type Access = 'public' | 'user' | 'journal' | 'pilot' | 'runner' | 'admin';

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

interface Declaration<
  A extends Access,
  P extends z.ZodType | undefined,
  Q extends z.ZodType | undefined,
  B extends z.ZodType | undefined,
  R extends z.ZodType | null,
> {
  readonly summary: string;
  readonly access: A;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Adds fields of an alias to the body, before it is checked. */
  readonly complete?: Complete;
  /** The content type of the body; JSON unless said otherwise. */
  readonly form?: boolean;
  /** The body is bytes of any length, which the handler reads from the connection itself. */
  readonly raw?: true;
  readonly status?: number;
  /** The same answer under another status, if that depends on what was there before. */
  readonly otherStatus?: number;
  /** Null if nothing is answered, or something other than JSON. */
  readonly answer: R;
  /** The content types of answers that are not JSON. */
  readonly media?: readonly string[];
  readonly handle: (
    input: { params: Output<P>; query: Output<Q>; body: Output<B> },
    call: Call<A>,
  ) => Promise<R extends z.ZodType ? z.input<R> | Answer : unknown>;
}

export type EnterCrew = (
  crew: string,
  action: CrewAction,
) => Promise<{
  readonly workspace: Workspace;
  readonly tell: TellCrew | undefined;
}>;

/** Who calls, and where that is about. */
export interface RestCaller {
  readonly session: Session;
  readonly workspace: Workspace;
  readonly tell: TellCrew | undefined;
  readonly enter: EnterCrew;
}

/** An endpoint without its own types, which have been checked by then. */
export interface Endpoint {
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly form?: boolean;
  readonly raw?: true;
  readonly status: number;
  readonly otherStatus?: number;
  readonly answer: z.ZodType | null;
  readonly media?: readonly string[];
  readonly run: (request: FastifyRequest, reply: FastifyReply, caller: RestCaller | null) => Promise<unknown>;
}

/** For an answer whose status depends on what happened (200 for something that existed, 201 for something new). */
export class Answer {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

export function endpoint<
  A extends Access,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  R extends z.ZodType | null = null,
>(declaration: Declaration<A, P, Q, B, R>): Endpoint {
  const { params, query, body, complete, handle } = declaration;
  const empty = declaration.answer === null && declaration.media === undefined;
  const status = declaration.status ?? (empty ? 204 : 200);
  return {
    ...(declaration as Omit<Declaration<A, P, Q, B, R>, 'handle'>),
    status,
    run: async (request, reply, caller) => {
      if (declaration.access === 'runner' && body !== undefined) assertMayRun(caller, request);
      const given = readBody(body, request);
      const input = {
        params: checked(params, request.params),
        query: checked(query, request.query),
        body: checked(body, complete && caller ? await completed(complete, given, caller) : given),
      };
      const language = languageOf(request);
      const { session = null, workspace = null, tell, enter = null } = caller ?? {};
      const known = { session, workspace, tell, enter, ip: request.ip, requestId: request.id, language };
      const call = { ...known, request, reply } as Call<A>;
      const result = await handle(input, call);
      if (reply.sent) return reply;
      if (result instanceof Answer) return reply.code(result.status).send(result.body);
      return reply.code(status).send(result ?? null);
    },
  };
}

const completed = (complete: Complete, given: unknown, { session, workspace }: RestCaller): Promise<unknown> =>
  complete(given, session.user.id, workspace.crew);

/** Before anything else is looked at: a plan without commands has none on machines of one's own. */
function assertMayRun(caller: RestCaller | null, { body }: FastifyRequest): void {
  if (caller !== null && !namesCrew(body)) assertMayRunIn(caller.workspace, caller.session);
}

/** In a crew the role decides. Throws plan_required. */
export function assertMayRunIn({ crew }: Pick<Workspace, 'crew'>, { user }: Pick<Session, 'user'>): void {
  if (crew === null && !PLANS[user.plan].scopes.includes('mcp:synapse')) throw new Refusal('plan_required');
}

/** Whether any machine that the body names belongs to a crew. */
function namesCrew(body: unknown): boolean {
  const { machine, slug, machines, from, to } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const names = [machine, slug, from, to, ...(Array.isArray(machines) ? machines : [])];
  return names.some((name) => typeof name === 'string' && /^[^:]*\//.test(name));
}

/** In a change, null may mean "empty it". Anywhere else, clients write null for "not given". */
function readBody(schema: z.ZodType | undefined, { method, body }: FastifyRequest): unknown {
  const given = body ?? {};
  return schema === undefined || method === 'PATCH' ? given : withoutNulls(schema, given);
}

function checked<S extends z.ZodType | undefined>(schema: S | undefined, value: unknown): Output<S> {
  return (schema === undefined ? undefined : parseOrRefuse(schema, value)) as Output<S>;
}
