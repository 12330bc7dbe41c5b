/** The home directory of the user that commands run as on a machine, which only the machine knows. */
import type { ExecResult } from '@synapse/contract';
import type { Api } from './api.ts';
import { CliError } from './cli-error.ts';
import { tell } from './words/tell.ts';

const WAIT_SECONDS = 30;

/** `~`, `~/x` and what does not begin with a slash, as an absolute path there. Any other path is left as it is. */
export async function absoluteThere(
  api: Api,
  place: { readonly machine: string; readonly path: string; readonly container: string | undefined },
): Promise<string> {
  const { machine, path, container } = place;
  if (path.startsWith('/')) return path;
  const [, inHome] = /^~(?:\/+(.*))?$/s.exec(path) ?? [null, path];
  const home = await homeOn(api, machine, container);
  return `${home.replace(/\/+$/, '')}/${inHome ?? ''}`;
}

async function homeOn(api: Api, machine: string, container: string | undefined): Promise<string> {
  const { status, stdout } = await api.call<ExecResult>('POST', '/synapse/exec', {
    machine,
    ...(container !== undefined && { container }),
    command: 'printf %s "$HOME"',
    cwd: '/',
    wait_seconds: WAIT_SECONDS,
    raw: true,
  });
  if (status === 'done' && stdout.startsWith('/')) return stdout;
  throw new CliError(tell('no_home', { machine }), { hint: tell('no_home_hint') });
}
