/** `server.json`: how the MCP registry describes the program of this clone. */

import product from '../package.json' with { type: 'json' };
import { BUNDLE_WORDS } from '../packages/contract/src/bundle-words.ts';
import { KIT_TITLE, OPEN_MCP_PATH } from '../packages/contract/src/kits.ts';

/** How the program is published. */
export interface Publication {
  /** Of the npm package. */
  readonly name: string;
  /** In the registry. */
  readonly mcpName: string;
  readonly version: string;
}

const SERVER_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** Every Synapse is somebody's own, so its address is asked for. */
export function serverJson({ name, mcpName, version }: Publication): Record<string, unknown> {
  return {
    $schema: SERVER_SCHEMA,
    name: mcpName,
    title: KIT_TITLE,
    description: BUNDLE_WORDS.description.en,
    version,
    remotes: [
      {
        type: 'streamable-http',
        url: `https://{synapse_host}${OPEN_MCP_PATH}`,
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
            description: `${BUNDLE_WORDS.url.en}. ${BUNDLE_WORDS.urlWhy.en}`,
            isRequired: true,
            default: 'http://127.0.0.1:8080',
          },
          {
            name: 'SYNAPSE_TOKEN',
            description: `${BUNDLE_WORDS.token.en} (dk_ai_…)`,
            isRequired: true,
            isSecret: true,
          },
        ],
      },
    ],
  };
}

export const registryFile = (): string => `${JSON.stringify(serverJson(product), null, 2)}\n`;
