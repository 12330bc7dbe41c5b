/** `synapse cp`: copies files and folders between this computer and a machine, or from one machine to another. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CopyAnswer, CopyRequest } from '@synapse/contract';
import type { Api } from '../api.ts';
import { type Action, type Call, textOption } from '../call.ts';
import { CliError, usageError } from '../cli-error.ts';
import { readEvents } from '../event-source.ts';
import { absoluteThere } from '../home-on-machine.ts';
import type { Terminal } from '../terminal.ts';
import { download } from '../transfer/download.ts';
import { downloadFolder, uploadFolder } from '../transfer/folders.ts';
import { type CopyPath, inside, nameOf, placeOf } from '../transfer/place.ts';
import { createProgressBar, sized } from '../transfer/progress-bar.ts';
import { Refused } from '../transfer/request.ts';
import { upload } from '../transfer/upload.ts';
import { tell } from '../words/tell.ts';

type OnMachine = CopyPath & { readonly machine: string };

export const cp: Action = async (call) => {
  const [from, to] = call.args.map(placeOf) as [CopyPath, CopyPath];
  if (from.machine === null && to.machine === null) throw usageError(tell('cp_no_machine'), tell('cp_no_machine_hint'));
  const copied =
    from.machine === null
      ? await send(call, from.path, to as OnMachine)
      : to.machine === null
        ? await fetchFrom(call, from, to.path)
        : await between(call, from, to);
  call.terminal.answer(copied, () =>
    copied.status === 'pending'
      ? tell('cp_pending', { path: copied.path })
      : tell('cp_done', { path: copied.path, size: sized(copied.size ?? 0) }),
  );
};

/** Its path may be in the home directory, which only the machine knows. */
async function resolved(call: Call, { machine, path }: OnMachine): Promise<OnMachine> {
  const container = textOption(call.options.container);
  return { machine, path: await absoluteThere(call.api(), { machine, path, container }) };
}

async function between(call: Call, from: OnMachine, to: OnMachine): Promise<Copied> {
  if (call.options.container !== undefined) throw usageError(tell('cp_between_container'));
  const [source, target] = [await resolved(call, from), await resolved(call, to)];
  const request = {
    from: `${source.machine}:${source.path.replace(/(?<=.)\/+$/, '')}`,
    to: `${target.machine}:${target.path}`,
  };
  const { bytes } = await copyBetween(call.api(), call.terminal, request);
  return { path: request.to, size: bytes };
}

interface Copied {
  readonly path: string;
  readonly size?: number | undefined;
  readonly status?: string | undefined;
}

async function send(call: Call, local: string, place: OnMachine): Promise<Copied> {
  const { terminal, options } = call;
  const container = textOption(options.container);
  const found = await stat(local).catch(() => null);
  if (found === null) throw new CliError(tell('cp_missing', { path: local }), { hint: tell('cp_missing_hint') });
  const to = await resolved(call, place);
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

async function fetchFrom(call: Call, place: OnMachine, local: string): Promise<Copied> {
  const from = await resolved(call, place);
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

/** Ctrl-C ends the call, and with it the copy. */
async function copyBetween(api: Api, terminal: Terminal, request: CopyRequest): Promise<CopyAnswer> {
  const stream = await api.stream('POST', '/synapse/copy', request);
  for await (const { event, data } of stream === null ? [] : readEvents(stream)) {
    if (event === 'result') return JSON.parse(data) as CopyAnswer;
    if (event === 'refused') throw refusedAs(JSON.parse(data));
    if (event !== 'progress') continue;
    const { done, total } = JSON.parse(data) as { done: number; total: number };
    createProgressBar(terminal, request.to, total).at(done);
  }
  throw new CliError(tell('logs_ended'));
}

function refusedAs({ code, detail, fields }: { code: string; detail: string; fields: CliError['fields'] }): CliError {
  return new CliError(detail, { code, fields });
}
