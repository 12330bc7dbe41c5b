/** `synapse mcp …`: connecting AI clients. */

import { once } from 'node:events';
import { dirname, resolve } from 'node:path';
import { AI_CLIENT_IDS, type AiClient, CONNECTOR_IDS, CONNECTORS, type Connector } from '@synapse/contract/ai-clients';
import { isReachedFromCloud } from '@synapse/contract/public-host';
import { tokenKindOf } from '@synapse/contract/token-kinds';
import { startChild } from '@synapse/runner/start-child';
import { serviceUrl } from '../api.ts';
import { type Action, type Call, textOption } from '../call.ts';
import { calledAs } from '../called-as.ts';
import { CliError, usageError } from '../cli-error.ts';
import { chooseWay, type Way } from '../mcp/choose-way.ts';
import { USER_WIDE } from '../mcp/client-files.ts';
import { type ClientSetup, clientSetup } from '../mcp/client-setup.ts';
import { endpoint } from '../mcp/endpoint.ts';
import { isOwnClone } from '../mcp/own-clone.ts';
import { signInOffered } from '../mcp/sign-in-offered.ts';
import { bridgeLanguage, runBridge } from '../mcp/stdio-bridge.ts';
import { readToken } from '../session.ts';
import { readPrivateFile } from '../settings-folder.ts';
import { tell } from '../words/tell.ts';

export const config: Action = async (call) => {
  const { options, terminal } = call;
  const client = textOption(options.client) as AiClient | Connector | undefined;
  if (client === undefined) {
    throw usageError(tell('which_client', { clients: [...AI_CLIENT_IDS, ...CONNECTOR_IDS].join('|') }));
  }
  const url = serviceUrl(terminal.env, textOption(options.url));
  if (client === 'claude-ai' || client === 'chatgpt') return connector(call, client, url);
  const setup = clientSetup({
    client,
    url,
    name: textOption(options.name) ?? 'synapse',
    env: terminal.env,
    folder: resolve(textOption(options.project) ?? '.'),
    global: options.global === true,
    way: options.remove === true ? 'header' : await wayOf(call, client, url),
    all: options.all === true,
  });
  const file = textOption(options.file) ?? setup.file;
  const { mergedText, readClientFile, removeEntry, writeEntry } = await import('../mcp/write-entry.ts');
  if (options.write === true && isInProject(call, client)) {
    throw usageError(tell('own_clone'), tell('own_clone_hint'));
  }
  if (options.remove === true) {
    const removed = removeEntry(file, setup);
    terminal.answer({ client, file, removed }, () => tell(removed ? 'config_removed' : 'config_not_there', { file }));
    return;
  }
  if (options.write !== true) {
    const text = mergedText('', setup);
    terminal.answer({ client, file, ...shown(setup, text) }, () => text);
    terminal.say(tell('config_for', { file }));
    if (setup.format === 'json') terminal.say(tell('note_merge', { key: setup.path[0]!, name: setup.path[1]! }));
  } else if (options.dryRun === true) {
    const text = mergedText(readClientFile(file), setup);
    terminal.answer({ client, file, text }, () => text);
    terminal.say(tell('config_dry', { file }));
  } else {
    writeEntry(file, setup);
    terminal.answer({ client, file, written: true }, () => file);
    terminal.say(tell('config_written'));
    if (setup.secret && !(await isIgnoredByGit(file))) terminal.say(tell('note_not_ignored', { file }));
  }
  sayNotes(setup, terminal.say);
};

/** It would go into the clone of this program, where no client looks. */
function isInProject({ options }: Call, client: AiClient): boolean {
  const isNamed = options.project !== undefined || options.file !== undefined || options.global === true;
  return !isNamed && !USER_WIDE.includes(client) && isOwnClone(process.cwd());
}

async function wayOf({ options, terminal }: Call, client: AiClient, url: string): Promise<Way> {
  const bridge = textOption(options.bridge) as 'synapse' | 'mcp-remote' | undefined;
  if (bridge !== undefined) return bridge;
  return options.header === true ? 'header' : chooseWay(client, url, terminal.env, () => signInOffered(url));
}

/** These have no file: a person adds the address in their settings. They call from the internet. */
async function connector({ options, terminal }: Call, client: Connector, url: string): Promise<void> {
  if (options.write === true) throw usageError(tell('connector_no_file', { client: CONNECTORS[client] }));
  const reachable = isReachedFromCloud(url);
  const address = `${url}/mcp`;
  terminal.answer({ client, url: address, reachable }, () => address);
  terminal.say(tell(client === 'chatgpt' ? 'connector_chatgpt' : 'connector_claude'));
  if (!reachable) terminal.say(tell('connector_not_public', { url }));
}

/** Parsed if it is JSON, otherwise as text. */
function shown({ format }: ClientSetup, text: string): Record<string, unknown> {
  return format === 'json' ? { configuration: JSON.parse(text) } : { text };
}

function sayNotes({ notes }: ClientSetup, say: (text: string) => void): void {
  for (const note of notes) say(note);
}

export const stdio: Action = async ({ options, terminal }) => {
  const { env } = terminal;
  const named = textOption(options.tokenFile);
  const service = serviceUrl(env, textOption(options.url));
  const token = named === undefined ? env.SYNAPSE_TOKEN || readToken(env, service) : readPrivateFile(named)?.trim();
  if (!token) {
    throw new CliError(tell('bridge_no_token'), {
      hint: tell('bridge_no_token_hint', { synapse: calledAs(env) }),
    });
  }
  const kind = tokenKindOf(token);
  if (kind === 'journal' || kind === 'access') {
    const what = tell(kind === 'journal' ? 'token_journal' : 'token_access');
    throw new CliError(tell('bridge_other_token', { where: named ?? 'SYNAPSE_TOKEN', what }), {
      hint: tell('bridge_make_token'),
    });
  }
  await runBridge({
    url: endpoint(service, options.all === true),
    token,
    language: bridgeLanguage(env),
    stdin: process.stdin,
    stdout: process.stdout,
    onProblem: (text) => terminal.say(`synapse: ${text}`),
  });
};

/** As `git check-ignore` ends: it is ignored; it is not; there is no working copy. */
const NOT_IGNORED = 1;

async function isIgnoredByGit(file: string): Promise<boolean> {
  const child = startChild('git', ['-C', dirname(file), 'check-ignore', '--quiet', '--', file], { stdio: 'ignore' });
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return code !== NOT_IGNORED;
  } catch {
    // There is no git here, so nothing is committed.
    return true;
  }
}
