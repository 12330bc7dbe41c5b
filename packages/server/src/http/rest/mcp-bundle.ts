/** The bundle that connects Claude Desktop, for download. */
import { Refusal } from '@synapse/contract';
import type { BuiltProgram } from '../../service/built-program.ts';
import { VERSION } from '../../service/service-version.ts';
import { endpoint } from '../endpoint.ts';
import { makeMcpBundle } from '../mcp-bundle.ts';

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
