/** `synapse hook …`: the Git hook of one or more clones. */
import { serviceUrl } from '../api.ts';
import { type Action, type Call, listOption, textOption } from '../call.ts';
import { CliError, usageError } from '../cli-error.ts';
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
import { table } from '../terminal.ts';

export const install: Action = async (call) => {
  const { terminal } = call;
  const settings = settingsOf(call);
  const places = await told(() => installHook({ ...targetsOf(call), settings, env: { ...terminal.env } }));
  terminal.answer({ places }, () => places.map(({ hooksDir }) => `Installed in ${hooksDir}`).join('\n'));
  return undefined;
};

export const uninstall: Action = async (call) => {
  const places = await told(() => uninstallHook(targetsOf(call)));
  call.terminal.answer({ places }, () => places.map(({ hooksDir }) => `Removed from ${hooksDir}`).join('\n'));
  return undefined;
};

export const status: Action = (call) => eachClone(call, hookStatus);
export const flush: Action = (call) => eachClone(call, flushHook);

async function eachClone(
  call: Call,
  act: (clone: string, env: NodeJS.ProcessEnv) => Promise<HookStatus>,
): Promise<undefined> {
  const { terminal } = call;
  const clones = await told(() => Promise.all(clonesOf(call).map((clone) => act(clone, { ...terminal.env }))));
  terminal.answer({ clones }, () =>
    table(
      ['CLONE', 'INSTALLED', 'WAITING', 'REFUSED', 'SETTINGS'],
      clones.map((one) => [one.clone, one.installed ? 'yes' : 'no', one.waiting, one.refused, one.settings]),
    ),
  );
  return undefined;
}

/** Without any, the hook goes by the environment of each commit. */
function settingsOf({ options, terminal: { env } }: Call): HookSettings | undefined {
  const project = typeof options.project === 'number' ? options.project : Number(env.SYNAPSE_PROJECT_ID);
  const username = textOption(options.username) ?? env.SYNAPSE_USERNAME;
  const passwordFile = textOption(options.passwordFile) ?? env.SYNAPSE_PASSWORD_FILE;
  if (Number.isNaN(project)) {
    if (options.project === undefined && username === undefined && passwordFile === undefined) return undefined;
    throw usageError('which project? --project <number>');
  }
  const url = serviceUrl(env, textOption(options.url));
  return {
    url,
    project,
    username,
    passwordFile,
    password: passwordFile === undefined ? env.SYNAPSE_PASSWORD : undefined,
  };
}

const clonesOf = ({ options }: Call): readonly string[] => listOption(options.clone) ?? [process.cwd()];

function targetsOf(call: Call): HookTargets {
  const sharedDir = textOption(call.options.sharedDir);
  const named = listOption(call.options.clone);
  // A shared directory for everything needs no clone to be named.
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
