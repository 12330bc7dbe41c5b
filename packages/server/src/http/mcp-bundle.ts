/**
 * The `.mcpb` bundle for Claude Desktop: a zip with a manifest and the stdio bridge. The token is not in it: the client
 * asks for it, and keeps it in its keychain.
 */
import { BUNDLE_WORDS, type Language } from '@synapse/contract';
import { strToU8, zipSync } from 'fflate';

export interface BundleFacts {
  /** Where the bridge finds the service; people can change it in the client. */
  readonly url: string;
  readonly version: string;
  readonly bridge: Uint8Array;
  readonly language: Language;
}

const PROGRAM = 'server/mcp-bridge.mjs';
/** The first day that a zip can name: the same service always gives the same file. */
const TIME = new Date(1980, 0, 1);

export function makeMcpBundle(facts: BundleFacts): Uint8Array {
  const manifest = `${JSON.stringify(manifestOf(facts), null, 2)}\n`;
  return zipSync({ 'manifest.json': strToU8(manifest), [PROGRAM]: facts.bridge }, { mtime: TIME });
}

function manifestOf({ url, version, language }: BundleFacts): Record<string, unknown> {
  const say = (word: keyof typeof BUNDLE_WORDS): string => BUNDLE_WORDS[word][language];
  return {
    manifest_version: '0.3',
    name: 'synapse',
    display_name: 'Synapse',
    version,
    description: say('description'),
    author: { name: 'Synapse' },
    license: 'MIT',
    server: {
      type: 'node',
      entry_point: PROGRAM,
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/${PROGRAM}`],
        // A process list shows arguments to everybody, and the environment to its owner alone.
        env: { SYNAPSE_URL: '${user_config.url}', SYNAPSE_TOKEN: '${user_config.token}' },
      },
    },
    tools_generated: true,
    compatibility: { runtimes: { node: '>=18.0.0' } },
    user_config: {
      url: { type: 'string', title: say('url'), description: say('urlWhy'), required: true, default: url },
      token: { type: 'string', title: say('token'), description: say('tokenWhy'), required: true, sensitive: true },
    },
  };
}
