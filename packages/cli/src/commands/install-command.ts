/** `synapse install-command`: makes `synapse` a command of this user, without any rights of root. */
import { existsSync, lstatSync, mkdirSync, readlinkSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import type { Action } from '../call.ts';
import { CliError } from '../cli-error.ts';
import { packageFile } from '../offline.ts';
import { installationForm } from '../upgrade/installation-form.ts';
import { tell } from '../words/tell.ts';

export const installCommand: Action = async ({ options, terminal }) => {
  const { env } = terminal;
  const folder = join(env.HOME || homedir(), '.local', 'bin');
  const link = join(folder, 'synapse');
  if (options.remove === true) {
    const removed = isOurs(link);
    if (removed) rmSync(link);
    terminal.answer({ link, removed }, () => tell(removed ? 'command_removed' : 'command_not_there', { link }));
    return;
  }
  // What npx has fetched is removed again some day.
  if (installationForm() === 'npx') throw new CliError(tell('command_npx'), { hint: tell('command_npx_hint') });
  if (isThere(link) && !isOurs(link)) throw new CliError(tell('command_taken', { link }));
  const program = packageFile('cli/bin/synapse.js');
  mkdirSync(folder, { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(program, link);
  const found = isOnPath(folder, env.PATH);
  terminal.answer({ link, program, on_path: found }, () => tell('command_installed', { link }));
  if (!found && !terminal.json) terminal.say(tell('command_path', { folder }));
};

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** A link to this program, or to one of another clone. */
function isOurs(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return false;
  return /[/\\]cli[/\\]bin[/\\]synapse\.js$/.test(resolve(path, '..', readlinkSync(path)));
}

function isOnPath(folder: string, path = ''): boolean {
  const real = (each: string): string => (existsSync(each) ? realpathSync(each) : each);
  return path.split(delimiter).some((each) => each !== '' && real(each) === real(folder));
}
