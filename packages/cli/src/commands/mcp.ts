/** `synapse mcp …`: connecting AI clients. */
import { resolve } from 'node:path';
import { AI_CLIENT_IDS, type AiClient } from '@synapse/contract/ai-clients';
import { tokenKindOf } from '@synapse/contract/token-kinds';
import { serviceUrl } from '../api.ts';
import { type Action, textOption } from '../call.ts';
import { calledAs } from '../called-as.ts';
import { CliError, usageError } from '../cli-error.ts';
import { type ClientSetup, clientSetup } from '../mcp/client-setup.ts';
import { runBridge } from '../mcp/stdio-bridge.ts';
import { tokenFile } from '../session.ts';
import { readPrivateFile } from '../settings-folder.ts';
import { tell } from '../words/tell.ts';

export const config: Action = async ({ options, terminal }) => {
  const client = textOption(options.client) as AiClient | undefined;
  if (client === undefined) throw usageError(tell('which_client', { clients: AI_CLIENT_IDS.join('|') }));
  const setup = clientSetup({
    client,
    url: serviceUrl(terminal.env, textOption(options.url)),
    name: textOption(options.name) ?? 'synapse',
    env: terminal.env,
    folder: resolve(textOption(options.project) ?? '.'),
    global: options.global === true,
    bridge: (textOption(options.bridge) as 'synapse' | 'mcp-remote' | undefined) ?? null,
    core: options.core === true,
  });
  const file = textOption(options.file) ?? setup.file;
  const { mergedText, readClientFile, writeEntry } = await import('../mcp/write-entry.ts');
  if (options.write !== true) {
    const text = mergedText('', setup);
    terminal.answer({ client, file, ...shown(setup, text) }, () => text);
    terminal.say(tell('config_for', { file }));
  } else if (options.dryRun === true) {
    const text = mergedText(readClientFile(file), setup);
    terminal.answer({ client, file, text }, () => text);
    terminal.say(tell('config_dry', { file }));
  } else {
    writeEntry(file, setup);
    terminal.answer({ client, file, written: true }, () => file);
    terminal.say(tell('config_written'));
  }
  sayNotes(setup, terminal.say);
  return undefined;
};

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
  const token = named === undefined ? env.SYNAPSE_TOKEN || read(tokenFile(env)) : read(named);
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
    url: `${serviceUrl(env, textOption(options.url))}/tda/mcp${options.core === true ? '?tools=core' : ''}`,
    token,
    // An AI client's own LANG does not say what its owner reads: only an explicit choice counts.
    language: env.SYNAPSE_LANG || null,
    stdin: process.stdin,
    stdout: process.stdout,
    onProblem: (text) => terminal.say(`synapse: ${text}`),
  });
  return undefined;
};

const read = (file: string): string | undefined => readPrivateFile(file)?.trim();
