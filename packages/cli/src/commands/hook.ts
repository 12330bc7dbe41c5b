/** `synapse hook …`: the Git hook of one or more clones. */
import type { JournalToken, Project } from '@synapse/contract';
import { tokenKindOf } from '@synapse/contract/token-kinds';
import { serviceUrl } from '../api.ts';
import { askText, confirm } from '../ask.ts';
import { type Action, type Call, listOption, textOption } from '../call.ts';
import { calledAs } from '../called-as.ts';
import { CliError, EXIT, usageError } from '../cli-error.ts';
import {
  flushHook,
  HookError,
  type HookSettings,
  type HookStatus,
  type HookTargets,
  hookStatus,
  installHook,
  uninstallHook,
} from '../hook/index.ts';
import { listProjects } from '../projects.ts';
import { printable, table } from '../terminal.ts';
import { columns, tell } from '../words/tell.ts';

export const install: Action = async (call) => {
  const { terminal } = call;
  const settings = settingsOf(call) ?? (await askedSettings(call));
  // AI clients use the same variable for another kind of token, which the hook must not take for its own.
  if (settings === undefined && tokenKindOf(terminal.env.SYNAPSE_TOKEN ?? '') === 'ai')
    throw usageError(tell('hook_ai_token'));
  const places = await told(() => installHook({ ...targetsOf(call), settings, env: { ...terminal.env } }));
  terminal.answer({ places }, () => places.map(({ hooksDir }) => tell('hook_installed', { dir: hooksDir })).join('\n'));
};

export const uninstall: Action = async (call) => {
  const places = await told(() => uninstallHook(targetsOf(call)));
  call.terminal.answer({ places }, () =>
    places.map(({ hooksDir }) => tell('hook_removed', { dir: hooksDir })).join('\n'),
  );
};

export const status: Action = (call) => eachClone(call, hookStatus);
export const flush: Action = (call) => eachClone(call, flushHook);

async function eachClone(
  call: Call,
  act: (clone: string, env: NodeJS.ProcessEnv) => Promise<HookStatus>,
): Promise<void> {
  const { terminal } = call;
  const clones = await told(() => Promise.all(clonesOf(call).map((clone) => act(clone, { ...terminal.env }))));
  terminal.answer({ clones }, () =>
    table(
      columns('hook_head'),
      clones.map((one) => [
        one.clone,
        presence(one),
        one.waiting,
        one.refused,
        one.sent?.at ?? null,
        one.sent?.commit.slice(0, 8) ?? null,
        one.settings,
      ]),
    ),
  );
  for (const { clone, lost, stopped } of clones) {
    if (lost !== null) terminal.say(tell('hook_lost', { clone, reason: lost }));
    if (stopped !== null) terminal.say(tell('hook_stopped', { clone, reason: stopped }));
  }
}

const presence = ({ installed, lost }: HookStatus): string =>
  tell(lost !== null ? 'hook_is_lost' : installed ? 'yes' : 'no');

export const listTokens: Action = async ({ terminal, api }) => {
  const { tokens } = await api().call<{ tokens: JournalToken[] }>('GET', '/tda/journal/tokens');
  terminal.answer({ tokens }, () =>
    table(
      columns('hook_tokens_head'),
      tokens.map((one) => [one.id, one.token_hint, one.status, one.label, one.created_at, one.last_used_at]),
    ),
  );
};

export const revokeToken: Action = async ({ args, options, terminal, api }) => {
  const id = args[0]!;
  await confirm(terminal, tell('ask_revoke_journal', { id }), options.yes === true);
  await api().call('DELETE', `/tda/journal/tokens/${encodeURIComponent(id)}`);
  terminal.answer({ id, revoked: true }, () => tell('revoked', { token: id }));
};

/** Without a project the hook uses the settings that it was installed with before. */
function settingsOf({ options, terminal: { env } }: Call): HookSettings | undefined {
  const project = (textOption(options.project) ?? env.SYNAPSE_PROJECT_ID) || undefined;
  const username = textOption(options.username) ?? env.SYNAPSE_USERNAME;
  const passwordFile = textOption(options.passwordFile) ?? env.SYNAPSE_PASSWORD_FILE;
  if (project === undefined) {
    if (username === undefined && passwordFile === undefined) return undefined;
    throw whichProject(env);
  }
  const password = passwordFile === undefined ? env.SYNAPSE_PASSWORD : undefined;
  return { url: serviceUrl(env, textOption(options.url)), project, username, passwordFile, password };
}

/** Where the hook has never had a project, commits would wait for ever: a person is asked. */
async function askedSettings(call: Call): Promise<HookSettings | undefined> {
  const { options, terminal } = call;
  const { env } = terminal;
  const known = await told(() => Promise.all(clonesOf(call).map((clone) => hookStatus(clone, { ...env }))));
  if (textOption(options.sharedDir) !== undefined || known.every(({ settings }) => settings !== null)) return undefined;
  if (!terminal.interactive) throw whichProject(env);
  const { select, isCancel } = await import('@clack/prompts');
  const api = call.api();
  const choices = (await listProjects(api)).map(({ id, name }) => ({ value: String(id), label: printable(name) }));
  const chosen = await select({
    message: tell('ask_which_project'),
    options: [...choices, { value: '', label: tell('new_project') }],
    output: process.stderr,
  });
  if (isCancel(chosen)) throw new CliError(tell('cancelled'), { exitCode: EXIT.usage });
  const project = chosen === '' ? String((await makeProject(call)).id) : chosen;
  return { url: serviceUrl(env, textOption(options.url)), project };
}

async function makeProject({ terminal, api }: Call): Promise<Project> {
  const name = await askText(terminal, tell('ask_project_name'), tell('which_project'));
  return api().call<Project>('POST', '/tda/projects', { name });
}

const whichProject = (env: Call['terminal']['env']): CliError =>
  usageError(tell('which_project'), tell('which_project_hint', { synapse: calledAs(env) }));

const clonesOf = ({ options }: Call): readonly string[] => listOption(options.clone) ?? [process.cwd()];

function targetsOf(call: Call): HookTargets {
  const sharedDir = textOption(call.options.sharedDir);
  const named = listOption(call.options.clone);
  // With a shared directory for everything, no clone need be named.
  const clones = named ?? (sharedDir !== undefined && call.options.global === true ? [] : [process.cwd()]);
  return { clones, sharedDir, global: call.options.global === true };
}

async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HookError) throw new CliError(error.message);
    throw error;
  }
}
