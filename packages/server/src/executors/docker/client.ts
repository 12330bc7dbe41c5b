/** The connection to one container engine, by its unix socket or by TLS. */
import http, { type Agent } from 'node:http';
import https from 'node:https';
import { createRequire } from 'node:module';
import { because, Refusal } from '@synapse/contract';
import type { SecretValue } from '@synapse/runner';
import Docker from 'dockerode';
import { engineAgent, secureEngineAgent } from './socket.ts';

export type DockerConnection =
  | { readonly socket: string }
  /** `host`, `host:port` or `tcp://host:port`; the default port is 2376. Both sides show certificates. */
  | { readonly host: string; readonly ca: SecretValue; readonly cert: SecretValue; readonly key: SecretValue };

const TLS_PORT = 2376;

/**
 * The HTTP client inside dockerode follows redirects to wherever an engine points, and listens to no error on the way.
 * So any engine could make the service call others, or crash it. Here it gets Node's own request function instead,
 * which follows none.
 */
const fromDockerode = createRequire(createRequire(import.meta.url).resolve('dockerode'));
Object.assign(fromDockerode('docker-modem/lib/http.js'), { http, https });

export interface EngineClient {
  readonly api: Docker;
  close(): void;
}

/** Every option is set. Otherwise dockerode would read DOCKER_HOST and its like from the service's environment. */
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
    const agent = engineAgent();
    return client({ ...nothingFromEnvironment, protocol: 'http', socketPath: connection.socket, agent });
  }
  const { hostname, port } = parseHost(connection.host);
  // Only the agent object holds the certificates, because dockerode prints its own options when debugging is on.
  const agent = secureEngineAgent({
    keepAlive: true,
    ca: connection.ca.reveal(),
    cert: connection.cert.reveal(),
    key: connection.key.reveal(),
    minVersion: 'TLSv1.2',
  });
  return client({ ...nothingFromEnvironment, protocol: 'https', host: hostname, port, agent });
}

function client(options: Docker.DockerOptions & { agent: Agent }): EngineClient {
  return { api: new Docker(options), close: () => options.agent.destroy() };
}

function parseHost(host: string): { hostname: string; port: number } {
  const url = URL.parse(`https://${host.replace(/^(tcp|https):\/\//, '')}`);
  if (!url)
    throw new Refusal('machine_unreachable', { reason: because('engine_unreachable', { detail: host.slice(0, 100) }) });
  return { hostname: url.hostname, port: url.port === '' ? TLS_PORT : Number(url.port) };
}
