/** `server.json`: how the MCP registry describes this program. Made for each release, with its version. */
import type { Product } from './stage-files.ts';

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

export function serverJson({ name, version, description, mcpName }: Product): Record<string, unknown> {
  return {
    $schema: SCHEMA,
    name: mcpName,
    title: 'Synapse',
    description,
    version,
    // Every Synapse is somebody's own, so its address is asked for.
    remotes: [
      {
        type: 'streamable-http',
        url: 'https://{synapse_host}/mcp',
        variables: {
          synapse_host: {
            description: 'The host name of your Synapse, for instance synapse.example',
            isRequired: true,
          },
        },
      },
    ],
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        packageArguments: [
          { type: 'positional', value: 'mcp' },
          { type: 'positional', value: 'stdio' },
        ],
        environmentVariables: [
          {
            name: 'SYNAPSE_URL',
            description: 'The address of your Synapse, for instance https://synapse.example',
            isRequired: true,
            default: 'http://127.0.0.1:8080',
          },
          {
            name: 'SYNAPSE_TOKEN',
            description: 'An AI token (dk_ai_…) of your account there',
            isRequired: true,
            isSecret: true,
          },
        ],
      },
    ],
  };
}
