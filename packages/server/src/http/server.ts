/** The HTTP server: what happens to every request before and after its route. */
import type { IncomingMessage } from 'node:http';
import { type CrewAction, LIMITS, MCP_PATH, OPEN_MCP_PATH, Refusal, type User } from '@synapse/contract';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import {
  assertCan,
  type Access as CrewAccess,
  can,
  personalWorkspace,
  type TellCrew,
  type Workspace,
} from '../access/access.ts';
import type { Audit, OpenEntry } from '../audit/audit.ts';
import type { Session } from '../auth/sessions.ts';
import type { Config } from '../config/read-config.ts';
import { crewNote } from '../crews/crews.ts';
import { newId, personalWorkspaceId } from '../ids.ts';
import { addressKey } from '../limits/address.ts';
import { challenge } from '../oauth/metadata.ts';
import type { Readiness } from '../service/readiness.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Traces } from '../telemetry/traces.ts';
import { versionOf } from '../vault/redacted-with.ts';
import { type AgentRoutes, addAgentRoutes } from './agent-routes.ts';
import { addBodyParsers, streamBodies } from './body-parsers.ts';
import { boundBodyTime } from './body-time.ts';
import { changesPages } from './changes-pages.ts';
import { shareWithListed } from './cors.ts';
import { CREW_PREFIX } from './crew-calls.ts';
import { discardBody } from './discard-body.ts';
import { addDocs } from './docs/docs-routes.ts';
import type { Access, RestCaller } from './endpoint.ts';
import { createFairTurns } from './fair-turns.ts';
import { assertInPerson, identify, type SessionSources } from './identity.ts';
import { rememberLanguage } from './language-of.ts';
import { mayReadMetrics } from './may-read-metrics.ts';
import { createOriginCheck } from './mcp/check-origin.ts';
import { anyHeader } from './mcp/credential.ts';
import type { Dispatcher } from './mcp/dispatch.ts';
import { type McpEndpoint, mcpRoute } from './mcp/mcp-route.ts';
import { noRegistration } from './mcp/no-registration.ts';
import { methodsAt } from './methods-at.ts';
import { STATUS_CODES } from './node-http.ts';
import { type OauthServices, oauthRoutes } from './oauth-routes.ts';
import { openApi } from './openapi.ts';
import { addPage } from './page.ts';
import { sendRefusal, toRefusal } from './problem.ts';
import { type RedactorOf, redactAnswer } from './redact-answer.ts';
import { createRequestNotes, type RequestNotes } from './request-notes.ts';
import type { Route } from './routes.ts';
import { setSecurityHeaders } from './security-headers.ts';

export interface HttpServices extends SessionSources {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Null: switched off. */
  readonly traces: Pick<Traces, 'arrived' | 'left'> | null;
  readonly readiness: Readiness;
  readonly routes: readonly Route[];
  readonly access: CrewAccess;
  readonly audit: Pick<Audit, 'note' | 'committed'>;
  readonly redactorOf: RedactorOf;
  /** Something that open pages show was changed; null: by an administrator, for everybody. */
  readonly onChanged: (ownerId: string | null) => void;
  readonly mcp: Dispatcher;
  readonly agents: AgentRoutes;
  readonly oauth: OauthServices;
  readonly version: string;
  /** The folder of the built page. */
  readonly pageDirectory: string;
}

/** Counted, told the log, and sent. */
type Refuse = (reply: FastifyReply, refusal: Refusal) => FastifyReply;

const MCP_PATHS: readonly string[] = [MCP_PATH, OPEN_MCP_PATH];
const HEALTH = ['/healthz', '/readyz'];
const OPERATIONS = [...HEALTH, '/metrics'];

export function createHttpServer(services: HttpServices): FastifyInstance {
  const { config, log } = services;
  const notes = createRequestNotes();
  const refuse: Refuse = (reply, refusal) => {
    services.metrics.refusals.inc({ code: refusal.code });
    notes.add(reply.request, { code: refusal.code });
    return sendRefusal(reply, refusal);
  };
  const app = Fastify({
    bodyLimit: LIMITS.bodyBytes,
    trustProxy: config.trustProxy === null ? false : [...config.trustProxy],
    genReqId: requestIdOf,
    // A body of any length may take any time: `boundBodyTime` bounds the others. Node itself bounds the headers.
    requestTimeout: 0,
    // Load balancers check our health without one. Everything else needs it: see below.
    http: { requireHostHeader: false },
    forceCloseConnections: 'idle',
    // What comes while the server closes gets our own answer: see `refuseNewWork`.
    return503OnClosing: false,
    // The schemas limit the length of a name in an address; Node limits the whole address.
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: true },
    clientErrorHandler: answerMalformed,
    frameworkErrors: (error, request, reply) => {
      refuse(reply, toRefusal(error, request as FastifyRequest, log));
    },
  });
  addBodyParsers(app);
  boundBodyTime(app);
  rememberLanguage(app);

  const checkOrigin = createOriginCheck({
    bind: config.host,
    publicUrl: config.publicUrl ?? undefined,
    allowedOrigins: config.allowedOrigins ?? [],
  });
  const turns = createFairTurns();
  app.addHook('onRequest', (request, _reply, done) => turns(addressKey(request.ip), done));
  const { traces } = services;
  if (traces !== null) {
    app.addHook('onRequest', (request, reply, done) => {
      traces.arrived(request.id, request.headers.traceparent);
      reply.raw.once('close', () => traces.left(request.id));
      done();
    });
  }
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(reply, request.protocol === 'https');
    reply.header('x-request-id', request.id);
    // The MCP routes check this themselves, so that their refusal carries the request's id.
    const { host, origin } = request.headers;
    const { url = '' } = request.routeOptions;
    const asksForHealth = host === undefined && origin === undefined && HEALTH.includes(url);
    const foreign = MCP_PATHS.includes(url) || asksForHealth ? null : checkOrigin(host, origin);
    if (foreign !== null) {
      log.warn({ request_id: request.id, ...foreign.details }, 'origin refused');
      done(foreign);
    } else if (shareWithListed(request, reply, config.allowedOrigins ?? [])) reply.code(204).send();
    else done(refuseNewWork(services.readiness, request, reply));
  });
  app.addHook('onResponse', (request, reply, done) => {
    record(services, notes, request, reply);
    done();
  });
  app.setErrorHandler(async (error, request, reply) => {
    const refusal = toRefusal(error, request, log);
    if (refusal.code === 'body_too_large') await discardBody(request.raw);
    return refuse(reply, refusal);
  });
  const page = addPage(app, services.pageDirectory);
  const known = methodsAt(services.routes);
  app.setNotFoundHandler((request, reply) => {
    const [url = ''] = request.url.split('?', 1);
    const methods = known(url);
    if (methods !== null) {
      // A browser that opens `/crews/ops` wants the page, although that address can only be changed or deleted.
      const shown = url.startsWith('/crews/') ? page.show(request, reply) : null;
      return shown ?? refuseMethod(refuse, reply, methods);
    }
    // Pages and operations can only be read.
    const isRead = request.method !== 'GET' && (page.has(url) || app.hasRoute({ method: 'GET', url }));
    if (isRead) return refuseMethod(refuse, reply, ['GET', 'HEAD']);
    return page.show(request, reply) ?? refuse(reply, new Refusal('not_found'));
  });

  addOperations(app, services);
  addRoutes(app, services, notes);
  addAgentRoutes(app, services.agents);
  const onRefusal = ({ code }: Refusal): void => services.metrics.refusals.inc({ code });
  const mcp = { dispatcher: services.mcp, checkOrigin, notes, onRefusal };
  app.register(mcpRoute, mcp);
  app.register(mcpRoute, { ...mcp, endpoint: oauthEndpoint(services.oauth) });
  app.register(oauthRoutes, services.oauth);
  app.register(noRegistration, { publicUrl: config.publicUrl });
  return app;
}

/** `/mcp` answers an unauthenticated call with where to authorize. */
const oauthEndpoint = ({ addressesOf }: OauthServices): McpEndpoint => ({
  path: OPEN_MCP_PATH,
  usual: { toolset: 'core', answers: 'text' },
  credentialOf: (headers) => anyHeader(headers, addressesOf(headers.host)?.resource ?? null),
  challenge: (headers) => challenge(addressesOf(headers.host), anyHeader(headers, null).token !== undefined),
});

/** What becomes of a call. */
interface Course {
  /** Where it is about: what its address says, until it enters a crew that its body names. */
  workspace: Workspace;
  /** The last entry that it has written into the log of a crew: from its commit on it counts. */
  entry: OpenEntry | null;
}

function addRoutes(
  app: FastifyInstance,
  { routes, access, audit, redactorOf, onChanged, ...credentials }: HttpServices,
  notes: RequestNotes,
): void {
  const callers = new WeakMap<FastifyRequest, RestCaller & { readonly course: Course }>();
  /** Where the call is about. Throws role_required for a member without the right, and not_found for everybody else. */
  const enter = async (userId: string, { path, crew: action }: Route, request: FastifyRequest): Promise<Workspace> => {
    if (!path.startsWith(CREW_PREFIX)) return personalWorkspace(userId);
    if (action === undefined) throw new Error(`${path} does not say what it takes of a member`);
    const workspace = await access.enter(userId, (request.params as { readonly crew: string }).crew);
    assertCan(workspace, action);
    return workspace;
  };
  const callerOf = async (session: Session, route: Route, request: FastifyRequest) => {
    const workspace = await enter(session.user.id, route, request);
    const course: Course = { workspace, entry: null };
    const by = { id: session.user.id, username: session.user.username, ip: request.ip };
    const tellIn =
      (crew: Workspace): TellCrew =>
      async (tx, what) => {
        course.entry = await audit.note(tx, crewNote(by, crew, what));
      };
    return {
      session,
      workspace,
      tell: workspace.crew === null ? undefined : tellIn(workspace),
      course,
      enter: async (crew: string, action: CrewAction) => {
        const named = await access.enter(session.user.id, crew);
        assertCan(named, action);
        course.workspace = named;
        return { workspace: named, tell: tellIn(named) };
      },
    };
  };
  const add = (to: FastifyInstance, route: Route): void => {
    const { method, path, endpoint, asTyped, inPerson } = route;
    const changes = changesPages({ method, path });
    to.route({
      method,
      url: path,
      config: { raw: endpoint.raw === true },
      // Before the body: a large body is parsed only after its sender is known.
      onRequest: async (request) => {
        const session = await identify(credentials, request, accessOf(route));
        if (session !== null) notes.add(request, { user_id: session.user.id });
        if (inPerson) assertInPerson(session);
        if (session !== null) callers.set(request, await callerOf(session, route, request));
        const { id } = request.params as { readonly id?: string };
        if (id !== undefined && path.startsWith('/admin/')) notes.add(request, { target_id: id });
      },
      preSerialization: async (request, _reply, answer) => {
        const caller = callers.get(request) ?? null;
        // A new account has its id only now.
        if (method === 'POST' && path === '/admin/users') notes.add(request, { target_id: (answer as User).id });
        if (caller === null) return answer;
        const { session, course } = caller;
        const { workspace } = course;
        if (asTyped !== undefined && can(workspace, asTyped)) return answer;
        const redacted = await redactAnswer(endpoint.answer, answer, workspace.id, redactorOf, versionOf(answer));
        // What belongs to a crew is shown to a member who has a vault of their own.
        return workspace.crew === null
          ? redacted
          : redactAnswer(endpoint.answer, redacted, personalWorkspaceId(session.user.id), redactorOf);
      },
      handler: async (request, reply) => {
        const caller = callers.get(request) ?? null;
        const answer = await endpoint.run(request, reply, caller);
        if (caller === null) return answer;
        const { entry, workspace } = caller.course;
        if (entry !== null) audit.committed(entry);
        if (changes) onChanged(path.startsWith('/admin/') ? null : workspace.id);
        return answer;
      },
    });
  };
  for (const route of routes) if (route.endpoint.raw !== true) add(app, route);
  app.register(async (raw) => {
    streamBodies(raw);
    for (const route of routes) if (route.endpoint.raw === true) add(raw, route);
  });
}

/** In a crew the role decides, and not the plan. */
const accessOf = ({ path, endpoint: { access } }: Route): Access =>
  access === 'pilot' && path.startsWith(CREW_PREFIX) ? 'user' : access;

function refuseMethod(refuse: Refuse, reply: FastifyReply, allowed: readonly string[]): FastifyReply {
  return refuse(reply.header('allow', allowed.join(', ')), new Refusal('method_not_allowed'));
}

function addOperations(app: FastifyInstance, services: HttpServices): void {
  const { config, metrics, readiness, routes, version } = services;
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const verdict = await readiness.check();
    if (verdict.status === 'unavailable') reply.code(503).header('retry-after', String(AGAIN_SECONDS));
    return reply.send(verdict);
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, config.metricsToken)) throw new Refusal('not_found');
    return reply.header('content-type', metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  addDocs(app, { describe: () => openApi(routes, version), version, publicUrl: config.publicUrl });
}

/** Another instance, or this one after its restart, may answer by then. */
const AGAIN_SECONDS = 2;

/**
 * While running commands get their time to finish, and while there is no lease, only questions about the service's state
 * are answered.
 */
function refuseNewWork(readiness: Readiness, request: FastifyRequest, reply: FastifyReply): Refusal | undefined {
  if (!readiness.stopping && !readiness.cutOff) return undefined;
  if (readiness.stopping) reply.header('connection', 'close');
  return OPERATIONS.includes(request.routeOptions.url ?? '')
    ? undefined
    : new Refusal('not_ready', { retry_after: AGAIN_SECONDS });
}

/** What a proxy or a caller has given the request, if it can be logged and sent back as it is. */
const GIVEN_ID = /^[\w.:/+=@-]{1,128}$/;

function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && GIVEN_ID.test(given) ? given : newId();
}

/** One line per request. The path is logged without its query string, which may hold a token. */
function record(
  { log, metrics }: HttpServices,
  notes: RequestNotes,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const route = request.routeOptions.url ?? 'unknown';
  const { method } = request;
  const seconds = reply.elapsedTime / 1000;
  metrics.requests.observe({ method, route, status: String(reply.statusCode) }, seconds);
  if (!log.isLevelEnabled('info')) return;
  log.info({
    msg: 'request',
    request_id: request.id,
    method,
    route,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ip: request.ip,
    ...notes.of(request),
  });
}

/** What is not even HTTP gets a plain answer that reveals nothing. */
function answerMalformed(error: NodeJS.ErrnoException, socket: import('node:net').Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
