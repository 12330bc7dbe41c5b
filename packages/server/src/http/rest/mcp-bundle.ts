/** The bundle that connects Claude Desktop, for download. */
import { bundleManifest, type KitFacts, Refusal } from '@synapse/contract';
import { strToU8, zipSync } from 'fflate';
import type { BuiltProgram } from '../../service/built-program.ts';
import { VERSION } from '../../service/service-version.ts';
import { endpoint } from '../endpoint.ts';

export interface BundleServices {
  /** Null while none was built. */
  readonly bridgeProgram: () => BuiltProgram | null;
  readonly publicUrl: string | null;
}

export const getMcpBundle = ({ bridgeProgram, publicUrl }: BundleServices) =>
  endpoint({
    summary: 'A `.mcpb` bundle for Claude Desktop: a bridge to this service; the client asks for the AI token.',
    access: 'user',
    answer: null,
    media: ['application/zip'],
    handle: async (_input, { request, reply, language }) => {
      const bridge = bridgeProgram();
      if (bridge === null) throw new Refusal('not_found');
      const url = publicUrl ?? `${request.protocol}://${request.host}`;
      const bundle = makeMcpBundle({ url, version: VERSION, bridge: bridge.text, language });
      return reply
        .header('content-type', 'application/zip')
        .header('content-disposition', 'attachment; filename="synapse.mcpb"')
        .send(Buffer.from(bundle));
    },
  });

/**
 * The `.mcpb` bundle for Claude Desktop: a zip with a manifest and the stdio bridge. The token is not in it: the client
 * asks for it, and keeps it in its keychain.
 */
interface BundleFacts extends KitFacts {
  readonly bridge: Uint8Array;
}

const PROGRAM = 'server/mcp-bridge.mjs';
/** The first day that a zip can name: the same service always gives the same file. */
const TIME = new Date(1980, 0, 1);

function makeMcpBundle({ bridge, ...facts }: BundleFacts): Uint8Array {
  const manifest = `${JSON.stringify(bundleManifest(facts, PROGRAM), null, 2)}\n`;
  return zipSync({ 'manifest.json': strToU8(manifest), [PROGRAM]: bridge }, { mtime: TIME });
}
