/**
 * The `.mcpb` bundle for Claude Desktop: a zip with a manifest and the stdio bridge. The token is not in it: the client
 * asks for it, and keeps it in its keychain.
 */
import { bundleManifest, type KitFacts } from '@synapse/contract';
import { strToU8, zipSync } from 'fflate';

export interface BundleFacts extends KitFacts {
  readonly bridge: Uint8Array;
}

const PROGRAM = 'server/mcp-bridge.mjs';
/** The first day that a zip can name: the same service always gives the same file. */
const TIME = new Date(1980, 0, 1);

export function makeMcpBundle({ bridge, ...facts }: BundleFacts): Uint8Array {
  const manifest = `${JSON.stringify(bundleManifest(facts, PROGRAM), null, 2)}\n`;
  return zipSync({ 'manifest.json': strToU8(manifest), [PROGRAM]: bridge }, { mtime: TIME });
}
