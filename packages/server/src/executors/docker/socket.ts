/** The only place that opens a connection to a container engine. Its errors have a listener from the start. */
import http from 'node:http';
import https from 'node:https';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { inspect } from 'node:util';

/** More than an engine ever answers on one connection. A command's output is not counted. */
const MOST_BYTES = 64 * 1024 * 1024;
const LOOK_MS = 50;

const flowing = new WeakSet<object>();

/** From now on it carries a command's output, which is read only as fast as it is consumed. */
export function letFlow(stream: Duplex): void {
  // An engine that does not hand over its connection is read through the request that it answers.
  const { req } = stream as { req?: http.ClientRequest };
  flowing.add(req?.socket ?? stream);
}

export function engineAgent(): http.Agent {
  return listening(new http.Agent());
}

export function secureEngineAgent(options: https.AgentOptions): https.Agent {
  return listening(new https.Agent(options));
}

/** Prints as `[agent]`, because it holds the keys. */
function listening<A extends http.Agent>(agent: A): A {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (...given) => {
    const socket = connect(...given);
    if (socket instanceof Socket) watch(socket);
    return socket;
  };
  return Object.defineProperty(agent, inspect.custom, { value: () => '[agent]' });
}

/** The client would collect an endless answer in memory, so the connection is closed then. */
function watch(socket: Socket): void {
  socket.on('error', () => {});
  const look = setInterval(() => {
    if (socket.bytesRead > MOST_BYTES && !flowing.has(socket)) socket.destroy(new Error('too long an answer'));
  }, LOOK_MS).unref();
  socket.once('close', () => clearInterval(look));
}
