/** `synapse mcp bundle` and `synapse mcp plugin`: files that a client installs. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { OPEN_MCP_PATH, type PluginServer, pluginFiles } from '@synapse/contract/kits';
import manifest from '../../package.json' with { type: 'json' };
import { serviceUrl } from '../api.ts';
import { type Action, textOption } from '../call.ts';
import { CliError } from '../cli-error.ts';
import { endpoint } from '../mcp/endpoint.ts';
import { signInOffered } from '../mcp/sign-in-offered.ts';
import { language, tell } from '../words/tell.ts';

const DOWNLOAD_MS = 30_000;

/** The service makes it: it knows its own address, and has the bridge beside it. */
export const bundle: Action = async ({ args, terminal, api }) => {
  const file = resolve(args[0] ?? 'synapse.mcpb');
  const answer = await api().open('/synapse/mcp-bundle', AbortSignal.timeout(DOWNLOAD_MS));
  const bytes = Buffer.from(await answer.arrayBuffer());
  // A proxy may answer with a page of its own. Every zip begins with these letters.
  if (bytes.subarray(0, 2).toString('latin1') !== 'PK') throw new CliError(tell('bundle_not_zip'));
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, bytes);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
  terminal.answer({ file, bytes: bytes.length }, () => file);
  terminal.say(tell('bundle_written'));
};

/** A folder for Claude Code: it can be used as it is, or put into a marketplace for everybody of a team. */
export const plugin: Action = async ({ args, options, terminal }) => {
  const folder = resolve(args[0] ?? 'synapse-plugin');
  if (existsSync(folder) && !isOurs(folder)) throw new CliError(tell('plugin_folder_used', { folder }));
  const url = serviceUrl(terminal.env, textOption(options.url));
  const signsIn = await signInOffered(url);
  const server: PluginServer = signsIn
    ? { type: 'http', url: `${url}${OPEN_MCP_PATH}` }
    : { type: 'http', url: endpoint(url), headers: { 'X-AI-Token': '${SYNAPSE_TOKEN}' } };
  const files = pluginFiles({ version: manifest.version, language: language() }, server);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  terminal.answer({ folder, url: server.url, signs_in: signsIn }, () => folder);
  terminal.say(tell('plugin_written', { folder }));
  terminal.say(tell(signsIn ? 'plugin_signs_in' : 'plugin_variable'));
};

/** Empty, or written by an earlier call. */
const isOurs = (folder: string): boolean =>
  readdirSync(folder).every((name) => ['.mcp.json', '.claude-plugin', 'skills'].includes(name));
