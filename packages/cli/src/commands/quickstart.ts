/** `synapse quickstart`: everything between an empty directory and a client's first command. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AdminResults } from '@synapse/contract';
import type { AiClient } from '@synapse/contract/ai-clients';
import { SERVICE_ENVIRONMENT, SERVICE_NODE_OPTIONS } from '@synapse/contract/service-process';
import { startChild } from '@synapse/runner/start-child';
import { logIn } from '../api.ts';
import { askText } from '../ask.ts';
import { type Action, type Call, textOption } from '../call.ts';
import { calledAs } from '../called-as.ts';
import { CliError, usageError } from '../cli-error.ts';
import { stopTogether } from '../foreground-service.ts';
import { isOwnClone } from '../mcp/own-clone.ts';
import { administer, endOf, serverProgram } from '../offline.ts';
import { saveSession, tokenFile } from '../session.ts';
import { writePrivateFile } from '../settings-folder.ts';
import { tell } from '../words/tell.ts';

export const quickstart: Action = async (call) => {
  const { terminal, offlineEnv } = call;
  // Asked before anything is made, so that whoever stops here has changed nothing.
  const folder = await projectFolder(call);
  const prepared = await administer({ verb: 'prepare' }, offlineEnv, terminal.progress);
  const child = startChild(process.execPath, [...SERVICE_NODE_OPTIONS, serverProgram('main')], {
    // Its log is for whoever runs a service, not for a first look.
    env: { ...SERVICE_ENVIRONMENT, SYNAPSE_LOG_LEVEL: 'warn', ...offlineEnv },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  stopTogether(child, terminal.env);
  const ended = endOf(child);
  const url = await listening(child.stdout!, ended);
  child.stdout!.resume();
  try {
    await setUp(call, prepared, url, folder);
  } catch (error) {
    // Nobody would know that it still serves.
    child.kill('SIGTERM');
    await ended;
    throw error;
  }
  return ended;
};

/** Signs in, keeps the token, writes the client's file, and says so. */
async function setUp(call: Call, prepared: AdminResults['prepare'], url: string, folder: string): Promise<void> {
  const { terminal, offlineEnv } = call;
  const { username, token } = prepared;
  const password = prepared.password ?? offlineEnv.SYNAPSE_ADMIN_PASSWORD ?? null;
  if (prepared.created && password !== null) {
    // It is kept in a file, which what the assistant runs might read.
    const { access_token, expires_in } = await logIn(url, { username, password, limited: 'true' }, terminal.env);
    const expires_at = new Date(Date.now() + expires_in * 1000).toISOString();
    saveSession(terminal.env, { url, username, access_token, expires_at });
  }
  if (token !== null) writePrivateFile(tokenFile(terminal.env), `${token}\n`);
  const written = await writeClient(call, url, folder);
  terminal.answer({ url, ...prepared, client_file: written }, () =>
    prepared.created ? welcome(call, url, prepared, written) : welcomeBack(call, url, written),
  );
}

/** The project that the client works in: it reads its file there, not where the service is started. */
async function projectFolder({ options, terminal }: Call): Promise<string> {
  const client = textOption(options.client) as AiClient | undefined;
  const named = textOption(options.project);
  const { USER_WIDE } = await import('../mcp/client-files.ts');
  const inProject = client !== undefined && !USER_WIDE.includes(client);
  const here = isOwnClone(process.cwd()) ? undefined : process.cwd();
  const instead = tell('pass_option', { option: '--project' });
  const asked =
    named === undefined && inProject && (terminal.interactive || here === undefined)
      ? await askText(terminal, tell('ask_project', { client }), instead, here)
      : (named ?? '.');
  const folder = resolve(asked.replace(/^~(?=$|\/)/, terminal.env.HOME ?? '~'));
  if (!existsSync(folder)) throw usageError(tell('no_folder', { folder }), tell('no_folder_hint'));
  return folder;
}

/** The address on which the service says that it listens. Throws when it ends before. */
function listening(stdout: NodeJS.ReadableStream, ended: Promise<number>): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    stdout.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-4096);
      const [, address, known] = /listening on (\S+)(?: as (\S+))?\n/.exec(printed) ?? [];
      const url = known ?? address;
      if (url !== undefined) resolve(url);
    });
    ended.then((code) => reject(new CliError(tell('service_ended', { code }))), reject);
  });
}

/** Through the bridge, which reads the token that was just saved, so nothing else has to be set. */
async function writeClient({ options, terminal }: Call, url: string, folder: string): Promise<string | null> {
  const client = textOption(options.client) as AiClient | undefined;
  if (client === undefined) return null;
  const { clientSetup } = await import('../mcp/client-setup.ts');
  const { writeEntry } = await import('../mcp/write-entry.ts');
  const place = { client, name: 'synapse', env: terminal.env, folder, global: false } as const;
  const setup = clientSetup({ ...place, url, way: 'synapse', all: false });
  writeEntry(setup.file, setup);
  return setup.file;
}

function welcome(
  { terminal }: Call,
  url: string,
  { username, password, token }: { username: string; password: string | null; token: string | null },
  written: string | null,
): string {
  const { bold, dim, env } = terminal;
  const synapse = calledAs(env);
  return [
    '',
    `  ${bold(tell('quick_runs'))} ${tell('quick_at')} ${url}`,
    '',
    `    ${tell('quick_user')}${username}`,
    `    ${tell('quick_password')}${password ?? tell('quick_configured')}${password === null ? '' : dim(`   ${tell('quick_once')}`)}`,
    `    ${tell('quick_token')}${token ?? ''}${dim(`   ${tell('quick_token_once')}`)}`,
    '',
    `  ${tell(synapse === 'synapse' ? 'quick_next' : 'quick_next_here')}`,
    '',
    `    ${synapse} exec local -- uname -a`,
    ...(written === null
      ? [`    ${synapse} mcp config --client cursor --bridge synapse --write --project ${tell('quick_folder')}`]
      : ['', `  ${tell('quick_written', { file: written })}`]),
    '',
    `  ${dim(tell('quick_stop', { synapse }))}`,
    '',
  ].join('\n');
}

function welcomeBack({ terminal }: Call, url: string, written: string | null): string {
  const said = tell('quick_again', { url });
  if (written === null) return said;
  return `${said}\n${tell('quick_again_written', { file: written, synapse: calledAs(terminal.env) })}`;
}
