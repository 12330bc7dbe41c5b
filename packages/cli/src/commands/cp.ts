/** `synapse cp`: copies files and folders between this computer and a machine. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Action, type Call, textOption } from '../call.ts';
import { CliError, usageError } from '../cli-error.ts';
import { download } from '../transfer/download.ts';
import { downloadFolder, uploadFolder } from '../transfer/folders.ts';
import { inside, nameOf, type Place, placeOf } from '../transfer/place.ts';
import { sized } from '../transfer/progress-bar.ts';
import { Refused } from '../transfer/request.ts';
import { upload } from '../transfer/upload.ts';
import { tell } from '../words/tell.ts';

type OnMachine = Place & { readonly machine: string };

export const cp: Action = async (call) => {
  const [from, to] = call.args.map(placeOf) as [Place, Place];
  if ((from.machine === null) === (to.machine === null))
    throw usageError(tell('cp_one_side'), tell('cp_one_side_hint'));
  const copied =
    from.machine === null ? await send(call, from.path, to as OnMachine) : await fetchFrom(call, from, to.path);
  call.terminal.answer(copied, () =>
    copied.status === 'pending'
      ? tell('cp_pending', { path: copied.path })
      : tell('cp_done', { path: copied.path, size: sized(copied.size ?? 0) }),
  );
  return undefined;
};

interface Copied {
  readonly path: string;
  readonly size?: number | undefined;
  readonly status?: string | undefined;
}

async function send(call: Call, local: string, to: OnMachine): Promise<Copied> {
  const { terminal, options } = call;
  const container = textOption(options.container);
  const found = await stat(local).catch(() => null);
  if (found === null) throw new CliError(tell('cp_missing', { path: local }));
  const named = inside(to.path, nameOf({ machine: null, path: local }));
  const path = to.path.endsWith('/') ? named : to.path;
  const api = call.api();
  if (found.isDirectory()) {
    if (options.recursive !== true) throw usageError(tell('cp_folder', { path: local }), tell('cp_folder_hint'));
    return uploadFolder(api, terminal, { local, machine: to.machine, path, container });
  }
  const copy = (target: string) => upload(api, terminal, { from: local, machine: to.machine, path: target, container });
  try {
    return await copy(path);
  } catch (error) {
    // A folder is there: the file goes into it, as with any `cp`.
    if (!(error instanceof Refused) || !error.isFolder || path === named) throw error;
    return copy(named);
  }
}

async function fetchFrom(call: Call, from: OnMachine, local: string): Promise<Copied> {
  const { terminal, options } = call;
  const container = textOption(options.container);
  const found = await stat(local).catch(() => null);
  const to = found?.isDirectory() || local.endsWith('/') ? join(local, nameOf(from)) : local;
  const { machine } = from;
  const path = from.path.replace(/(?<=.)\/+$/, '');
  const api = call.api();
  return options.recursive === true
    ? downloadFolder(api, terminal, { local: to, machine, path, container })
    : download(api, terminal, { machine, path, container, to });
}
