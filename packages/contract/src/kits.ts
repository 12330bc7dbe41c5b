/**
 * The facts by which others know Synapse, and the files that are made from them: the manifest of the `.mcpb` bundle, the
 * plugin for Claude Code; `scripts/registry-file.ts` makes `server.json` of the same. None of them holds a token.
 */
import { BUNDLE_WORDS, skillPage } from './bundle-words.ts';
import type { Language } from './language.ts';
import { TOOL_TITLES } from './tool-titles.ts';

const NAME = 'synapse';
export const KIT_TITLE = 'Synapse';

/** Where a service answers MCP: with an AI token in a header of our own, or with whatever a client brings. */
export const MCP_PATH = '/tda/mcp';
export const OPEN_MCP_PATH = '/mcp';

/** What is announced of the tools before a client lists them. */
const TOOLS = [
  'synapse_list_machines',
  'synapse_look',
  'synapse_exec',
  'synapse_exec_many',
  'synapse_get_execution',
  'synapse_get_output',
  'synapse_read_file',
  'synapse_edit_file',
  'synapse_list_secrets',
  'synapse_more',
] as const;

/** One service, as a kit for its people names it. */
export interface KitFacts {
  readonly url: string;
  readonly version: string;
  readonly language: Language;
}

/** `program`: the bridge inside the bundle. The client asks for address and token, and keeps the token in its keychain. */
export function bundleManifest({ url, version, language }: KitFacts, program: string): Record<string, unknown> {
  const say = (word: keyof typeof BUNDLE_WORDS): string => BUNDLE_WORDS[word][language];
  return {
    manifest_version: '0.3',
    name: NAME,
    display_name: KIT_TITLE,
    version,
    description: say('description'),
    author: { name: KIT_TITLE },
    license: 'MIT',
    server: {
      type: 'node',
      entry_point: program,
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/${program}`],
        // A process list shows arguments to everybody, and the environment to its owner alone.
        env: { SYNAPSE_URL: '${user_config.url}', SYNAPSE_TOKEN: '${user_config.token}' },
      },
    },
    tools: TOOLS.map((name) => ({ name, description: TOOL_TITLES[name]?.[language] })),
    // There are more, and prompts: what a token may use is asked for.
    tools_generated: true,
    prompts_generated: true,
    compatibility: { runtimes: { node: '>=18.0.0' } },
    user_config: {
      url: { type: 'string', title: say('url'), description: say('urlWhy'), required: true, default: url },
      token: { type: 'string', title: say('token'), description: say('tokenWhy'), required: true, sensitive: true },
    },
  };
}

/** How a client of the plugin reaches the service. */
export interface PluginServer {
  readonly type: 'http';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** File → text. */
export function pluginFiles(
  { version, language }: Omit<KitFacts, 'url'>,
  server: PluginServer,
): Record<string, string> {
  const about = { name: NAME, version, description: BUNDLE_WORDS.description[language] };
  return {
    '.claude-plugin/plugin.json': json(about),
    '.mcp.json': json({ mcpServers: { [NAME]: server } }),
    [`skills/${NAME}/SKILL.md`]: skillPage(language),
  };
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
