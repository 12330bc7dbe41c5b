/** What agents ask over HTTP: their program with its checksum, and the upgrade to the link. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { AGENT_LINK_PATH, AGENT_PROGRAM_PATH, Refusal } from '@synapse/contract';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import { type Agents, LINK_SOCKET_OPTIONS } from '../agents/agents.ts';
import type { BuiltProgram } from '../service/built-program.ts';
import { ServerResponse } from './node-http.ts';

export interface AgentRoutes {
  readonly agents: Pick<Agents, 'accept'>;
  readonly program: () => BuiltProgram | null;
}

export function addAgentRoutes(app: FastifyInstance, { agents, program }: AgentRoutes): void {
  const offered = (): BuiltProgram => {
    const found = program();
    if (found === null) throw new Refusal('not_found');
    return found;
  };
  app.get(AGENT_PROGRAM_PATH, async (_request, reply) =>
    reply.header('content-type', 'text/javascript; charset=utf-8').send(offered().text),
  );
  app.get(`${AGENT_PROGRAM_PATH}.sha256`, async (_request, reply) =>
    reply.header('content-type', 'text/plain; charset=utf-8').send(`${offered().sha256}  synapse-agent.mjs\n`),
  );

  const sockets = new WebSocketServer(LINK_SOCKET_OPTIONS);
  const heads = new WeakMap<IncomingMessage, Buffer>();
  // It goes through the routes like any other request: the same checks, the same caller's address.
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.once('finish', () => socket.end());
    socket.on('error', () => socket.destroy());
    response.assignSocket(socket as Parameters<typeof response.assignSocket>[0]);
    heads.set(request, head);
    app.routing(request, response);
  });
  app.get(AGENT_LINK_PATH, (request, reply) => {
    const head = heads.get(request.raw);
    if (head === undefined) return reply.code(426).header('upgrade', 'websocket').send();
    // An agent is no browser. A page that tries this is a cross-site request.
    if (request.headers.origin !== undefined) throw new Refusal('origin_forbidden', { seen: 'Origin', expected: '-' });
    const { ip, raw } = request;
    reply.hijack();
    reply.raw.detachSocket(raw.socket);
    sockets.handleUpgrade(raw, raw.socket, head, (socket) => agents.accept(socket, ip));
  });
}
