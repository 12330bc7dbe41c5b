/** `synapse quickstart`: everything between an empty directory and a client's first command. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ActiveToken, AdminResults } from '@synapse/contract';
import type { AiClient } from '@synapse/contract/ai-clients';
import { SERVICE_ENVIRONMENT, SERVICE_NODE_OPTIONS } from '@synapse/contract/service-process';
import { startChild } from '@synapse/runner/start-child';
import { logIn } from '../api.ts';
import { askText, confirm } from '../ask.ts';
import { type Action, type Call, textOption } from '../call.ts';
import { calledAs } from '../called-as.ts';
import { CliError, EXIT, usageError } from '../cli-error.ts';
import { stopTogether } from '../foreground-service.ts';
import { SIGN_IN, type Way } from '../mcp/choose-way.ts';
import { isOwnClone } from '../mcp/own-clone.ts';
import { administer, endOf, serverProgram } from '../offline.ts';
import { readSession, type SavedSession, savedTokens, saveSession, saveToken } from '../session.ts';
import { tell } from '../words/tell.ts';

export const quickstart: Action = async (call) => {
  const { terminal, offlineEnv } = call;
  // Asked before anything is created: stopping here changes nothing.
  const folder = await projectFolder(call);
  const { prepared, way, token } = await prepare(call);
  const child = startChild(process.execPath, [...SERVICE_NODE_OPTIONS, serverProgram('main')], {
    // Its log is for operators, not for a first look.
    env: { ...SERVICE_ENVIRONMENT, SYNAPSE_LOG_LEVEL: 'warn', ...offlineEnv },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  stopTogether(child, terminal.env);
  const ended = endOf(child);
  let isKept = false;
  try {
    const url = await listening(child.stdout!, ended);
    child.stdout!.resume();
    if (token !== null) saveToken(terminal.env, url, token);
    isKept = true;
    await setUp(call, prepared, { url, way, folder });
  } catch (error) {
    // Otherwise it would serve unnoticed.
    child.kill('SIGTERM');
    await ended;
    // The account or its token is made, and perhaps nowhere else.
    if (prepared.password !== null || prepared.token !== null) terminal.say(account(call, prepared, isKept).join('\n'));
    throw error;
  }
  return ended;
};

interface Connection {
  readonly url: string;
  readonly way: Way;
  readonly folder: string;
}

interface Prepared {
  readonly prepared: AdminResults['prepare'];
  readonly way: Way;
  /** The one that the bridge is to find under the address of the service. Null: none is known here. */
  readonly token: string | null;
}

/**
 * Makes the instance where there is none. Where there is one, its token is replaced only after the person has seen which
 * client loses it: there is one token per user.
 */
async function prepare(call: Call): Promise<Prepared> {
  const { options, terminal, offlineEnv } = call;
  const client = textOption(options.client) as AiClient | undefined;
  // Of every address: the port may have changed.
  const saved_tokens = savedTokens(terminal.env);
  const request = { verb: 'prepare' as const, saved_tokens: [...saved_tokens], new_token: false };
  let prepared = await administer(request, offlineEnv, terminal.progress);
  const { created, active_token: active } = prepared;
  // The bridge reads the saved token, which all clients of this person share.
  if (!created && client !== undefined && (active === null || active.saved_at === null)) {
    if (active !== null && (await wayBeside(call, client, active)) === 'sign-in') {
      return { prepared, way: 'sign-in', token: null };
    }
    prepared = await administer({ ...request, new_token: true }, offlineEnv, terminal.progress);
  }
  const known = active?.saved_at == null ? null : saved_tokens[active.saved_at]!;
  return { prepared, way: 'synapse', token: prepared.token ?? known };
}

/** How a second client connects: by itself, or with a new token, which the first one loses. */
async function wayBeside(call: Call, client: AiClient, active: ActiveToken): Promise<'sign-in' | 'replace'> {
  const { options, terminal } = call;
  const signsIn = SIGN_IN.includes(client);
  if (options.signIn === true && !signsIn) throw usageError(tell('quick_no_sign_in', { client }));
  if (options.signIn === true) return 'sign-in';
  if (options.replaceToken === true) return 'replace';
  const name = active.label === null ? active.token_hint : `${active.label} (${active.token_hint})`;
  const used = active.last_used_at === null ? tell('token_never') : terminal.time(active.last_used_at);
  const lost = tell('token_lost', { name, used });
  if (!terminal.interactive) {
    const instead = tell(signsIn ? 'quick_pass_either' : 'pass_option', { option: '--replace-token' });
    throw usageError(tell('no_terminal', { instead }), lost);
  }
  terminal.say(lost);
  if (!signsIn) {
    await confirm(terminal, tell('ask_replace_token', { name }), false);
    return 'replace';
  }
  const { select, isCancel } = await import('@clack/prompts');
  const answer = await select({
    message: tell('quick_ask_way', { client }),
    options: [
      { value: 'sign-in', label: tell('quick_way_sign_in') },
      { value: 'replace', label: tell('quick_way_replace', { name }) },
    ] as const,
    output: process.stderr,
  });
  if (isCancel(answer)) throw new CliError(tell('cancelled'), { exitCode: EXIT.usage });
  return answer;
}

/** Signs in, writes the client's file, and says so. */
async function setUp(call: Call, prepared: AdminResults['prepare'], { url, way, folder }: Connection): Promise<void> {
  const { terminal, offlineEnv } = call;
  const { username } = prepared;
  const password = prepared.password ?? offlineEnv.SYNAPSE_ADMIN_PASSWORD ?? null;
  if (prepared.created && password !== null) {
    // It is stored in a file, which commands of the assistant might read.
    const { access_token, expires_in } = await logIn(url, { username, password, limited: 'true' }, terminal.env);
    const expires_at = new Date(Date.now() + expires_in * 1000).toISOString();
    use(call, { url, username, access_token, expires_at });
  } else {
    const session = readSession(terminal.env, url);
    if (session !== null) use(call, session);
  }
  if (way === 'sign-in' && !(await (await import('../mcp/sign-in-offered.ts')).signInOffered(url))) {
    throw new CliError(tell('quick_sign_in_off', { url }), { hint: tell('quick_sign_in_off_hint') });
  }
  const written = await writeClient(call, { url, way, folder });
  terminal.answer({ url, ...prepared, client_file: written }, () =>
    prepared.created ? welcome(call, url, prepared, written) : welcomeBack({ url, way, folder }, written),
  );
}

/** From now on commands go to this service, unless they name another. */
function use({ terminal }: Call, session: SavedSession): void {
  const before = saveSession(terminal.env, session);
  if (before !== null) terminal.say(tell('session_beside', { url: session.url, before }));
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

/** Nothing else has to be set: the bridge reads the saved token, and a client that signs in needs none. */
async function writeClient({ options, terminal }: Call, { url, way, folder }: Connection): Promise<string | null> {
  const client = textOption(options.client) as AiClient | undefined;
  if (client === undefined) return null;
  const { clientSetup } = await import('../mcp/client-setup.ts');
  const { writeEntry } = await import('../mcp/write-entry.ts');
  const place = { client, name: 'synapse', env: terminal.env, folder, global: false } as const;
  const setup = clientSetup({ ...place, url, way, all: false });
  writeEntry(setup.file, setup);
  return setup.file;
}

/** What is shown once. */
function account(
  { terminal: { dim } }: Call,
  { username, password, token }: AdminResults['prepare'],
  isKept: boolean,
): string[] {
  const once = tell(isKept ? 'quick_token_once' : 'quick_once');
  return [
    `    ${tell('quick_user')}${username}`,
    `    ${tell('quick_password')}${password ?? tell('quick_configured')}${password === null ? '' : dim(`   ${tell('quick_once')}`)}`,
    `    ${tell('quick_token')}${token ?? ''}${dim(`   ${once}`)}`,
  ];
}

function welcome(call: Call, url: string, prepared: AdminResults['prepare'], written: string | null): string {
  const { bold, dim, env } = call.terminal;
  const synapse = calledAs(env);
  return [
    '',
    `  ${bold(tell('quick_runs'))} ${tell('quick_at')} ${url}`,
    '',
    ...account(call, prepared, true),
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

function welcomeBack({ url, way }: Connection, written: string | null): string {
  const said = tell('quick_again', { url });
  if (written === null) return said;
  const how = way === 'sign-in' ? [tell('quick_signs_in')] : [];
  return [said, tell('quick_written', { file: written }), ...how].join('\n');
}
