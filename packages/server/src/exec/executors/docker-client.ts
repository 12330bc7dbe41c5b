/** The connection to one container engine, by its unix socket or by TLS. */
import http from 'node:http';
import https from 'node:https';
import { inspect } from 'node:util';
import { because, Refusal } from '@synapse/contract';
import type { SecretValue } from '@synapse/runner';
import Docker from 'dockerode';

export type DockerConnection =
  | { readonly socket: string }
  /** `host`, `host:port` or `tcp://host:port`; 2376 unless told. Both sides show certificates. */
  | { readonly host: string; readonly ca: SecretValue; readonly cert: SecretValue; readonly key: SecretValue };

const TLS_PORT = 2376;

export interface EngineClient {
  readonly api: Docker;
  close(): void;
}

/** Every option is given: left out, dockerode would take DOCKER_HOST and its kin from the service's environment. */
export function connectEngine(connection: DockerConnection): EngineClient {
  const nothingFromEnvironment = {
    host: undefined,
    port: undefined,
    socketPath: undefined,
    ca: undefined,
    cert: undefined,
    key: undefined,
    timeout: undefined,
    pathPrefix: undefined,
  };
  if ('socket' in connection) {
    const agent = hidden(new http.Agent());
    return client({ ...nothingFromEnvironment, protocol: 'http', socketPath: connection.socket, agent });
  }
  const { hostname, port } = parseHost(connection.host);
  // The certificates live in the agent alone: dockerode prints its own options when debugging is on.
  const agent = hidden(
    new https.Agent({
      keepAlive: true,
      ca: connection.ca.reveal(),
      cert: connection.cert.reveal(),
      key: connection.key.reveal(),
      minVersion: 'TLSv1.2',
    }),
  );
  return client({ ...nothingFromEnvironment, protocol: 'https', host: hostname, port, agent });
}

function client(options: Docker.DockerOptions & { agent: http.Agent }): EngineClient {
  return { api: new Docker(options), close: () => options.agent.destroy() };
}

function hidden<A extends http.Agent>(agent: A): A {
  return Object.defineProperty(agent, inspect.custom, { value: () => '[agent]' });
}

function parseHost(host: string): { hostname: string; port: number } {
  const url = URL.parse(`https://${host.replace(/^(tcp|https):\/\//, '')}`);
  if (!url)
    throw new Refusal('machine_unreachable', { reason: because('engine_unreachable', { detail: host.slice(0, 100) }) });
  return { hostname: url.hostname, port: url.port === '' ? TLS_PORT : Number(url.port) };
}
