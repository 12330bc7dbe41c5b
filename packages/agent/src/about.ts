/** What the agent tells the service about itself in every handshake. */
import { AGENT_PROTOCOL } from '@synapse/contract';
import { VERSION } from './version.ts';

export function about(hostname: string) {
  return {
    protocol: AGENT_PROTOCOL,
    version: VERSION,
    platform: `${process.platform} ${process.arch}, node ${process.versions.node}`,
    hostname: hostname.slice(0, 100),
  };
}
