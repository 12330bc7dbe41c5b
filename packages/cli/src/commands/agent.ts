/** `synapse agent …`: starts the agent's own program with the same words. */
import { existsSync } from 'node:fs';
import { startChild } from '@synapse/runner/start-child';
import { type Call, listOption, textOption } from '../call.ts';
import { CliError } from '../cli-error.ts';
import { endOf, packageFile } from '../offline.ts';
import { tell } from '../words/tell.ts';

type Verb = 'run' | 'enrol' | 'install' | 'uninstall' | 'status' | 'pause' | 'resume' | 'update';
/** Commands that copy or replace the program's own file, which must not be a source file. */
const NEEDS_BUNDLE: readonly Verb[] = ['install', 'update'];

export async function agent({ options, terminal }: Call, verb: Verb): Promise<number> {
  const args = [programFor(verb), verb, ...flagsOf(options)];
  const child = startChild(process.execPath, args, {
    env: { ...terminal.env },
    stdio: ['ignore', terminal.json ? 'pipe' : 'inherit', 'inherit'],
  });
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill('SIGTERM'));
  let printed = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const code = await endOf(child);
  if (terminal.json) terminal.answer({ ok: code === 0, output: printed }, () => '');
  // The agent's exit code for "turned away" tells its service manager not to try again. Here it is an ordinary failure.
  return code === 0 ? 0 : 1;
}

/** The bundle if it was built. In a clone without a build, the source is good enough for most commands. */
function programFor(verb: Verb): string {
  const [bundle, source] = [packageFile('agent/dist/synapse-agent.mjs'), packageFile('agent/src/main.ts')];
  if (existsSync(bundle)) return bundle;
  if (NEEDS_BUNDLE.includes(verb) || !existsSync(source)) {
    throw new CliError(tell('agent_not_built'), { hint: 'npm run build' });
  }
  return source;
}

function flagsOf(options: Call['options']): string[] {
  const each = (name: string, values: readonly string[] | undefined): string[] =>
    (values ?? []).flatMap((value) => [name, value]);
  const one = (name: string, value: string | undefined): string[] => (value === undefined ? [] : [name, value]);
  const flag = (name: string, value: unknown): string[] => (value === true ? [name] : []);
  return [
    ...one('--server', textOption(options.server)),
    ...one('--code', textOption(options.code)),
    ...one('--ca', textOption(options.ca)),
    ...one('--home', textOption(options.home)),
    ...each('--allow-dir', listOption(options.allowDir)),
    ...each('--allow-container', listOption(options.allowContainer)),
    ...flag('--container-only', options.containerOnly),
    ...flag('--read-only-commands', options.readOnlyCommands),
    ...flag('--plain-http', options.plainHttp),
  ];
}
