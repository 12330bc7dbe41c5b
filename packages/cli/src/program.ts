/** The parser, built from the catalogue of commands. */
import { Command, InvalidArgumentError, Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { type Call, createCall, type OptionValue } from './call.ts';
import { COMMANDS, GROUPS } from './catalogue.ts';
import { usageError } from './cli-error.ts';
import type { CommandSpec, OptionSpec } from './command-spec.ts';
import { createTerminal, type TerminalParts } from './terminal.ts';

export interface ProgramOptions {
  /** Gets the exit code of the command that ran. */
  readonly onEnd: (code: number) => void;
  /** True: errors are thrown and not also printed. */
  readonly quiet: boolean;
}

export function createProgram(parts: TerminalParts, { onEnd, quiet }: ProgramOptions): Command {
  const program = new Command('synapse')
    .description('Lets an AI client work on your machines without being handed the keys.')
    .version(manifest.version, '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Print this help.')
    .helpCommand(false)
    .option('--json', 'Answer in JSON.')
    .option('--url <url>', 'The service; else SYNAPSE_URL, else the one you signed in to.')
    .option('--data-dir <dir>', 'The data directory, for what works without a service; else SYNAPSE_DATA_DIR.')
    .addOption(
      new Option(
        '--lang <language>',
        'The language of the service’s messages; else SYNAPSE_LANG, LC_ALL, LC_MESSAGES, LANG.',
      ).choices(['fr', 'en']),
    )
    .option('--no-color', 'No colours; NO_COLOR does the same.')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => parts.stdout.write(text),
      writeErr: (text) => void (quiet || parts.stderr.write(text)),
    })
    .showSuggestionAfterError(true)
    .exitOverride();
  const groups = new Map<string, Command>();
  for (const spec of COMMANDS) {
    const words = spec.path.split(' ');
    const name = words.at(-1)!;
    const parent = words.length === 1 ? program : groupOf(program, groups, words[0]!);
    addCommand(parent, name, spec, async (args, options) => {
      const env = typeof options.lang === 'string' ? { ...parts.env, SYNAPSE_LANG: options.lang } : parts.env;
      const terminal = createTerminal(
        { ...parts, env },
        { json: options.json === true, color: options.color !== false },
      );
      const call: Call = createCall(args, options, terminal);
      onEnd((await spec.run(call)) ?? 0);
    });
  }
  addHelp(program);
  return program;
}

/** `synapse help machine add`: Commander's own help only looks at the first word. */
function addHelp(program: Command): void {
  program
    .command('help')
    .argument('[command...]')
    .description('Print the help of a command.')
    .action((words: string[]) => {
      let command = program;
      for (const word of words) {
        const next = command.commands.find((one) => one.name() === word);
        if (next === undefined)
          throw usageError(`there is no command ${words.join(' ')}`, 'synapse --help lists them.');
        command = next;
      }
      command.outputHelp();
    });
}

function groupOf(program: Command, groups: Map<string, Command>, name: string): Command {
  let group = groups.get(name);
  if (group === undefined) {
    group = program.command(name).description(GROUPS[name] ?? '');
    groups.set(name, group);
  }
  return group;
}

function addCommand(
  parent: Command,
  name: string,
  spec: CommandSpec,
  run: (args: string[], options: Record<string, OptionValue>) => Promise<void>,
): void {
  const command = parent.command(name).description(spec.about);
  for (const arg of spec.args ?? []) command.argument(arg);
  for (const option of spec.options ?? []) command.addOption(toOption(option));
  command.addHelpText('after', `\nExamples:\n${spec.examples.map((line) => `  $ ${line}`).join('\n')}\n`);
  command.action(async (...params: unknown[]) => {
    const self = params.at(-1) as Command;
    await run(self.args, self.optsWithGlobals<Record<string, OptionValue>>());
  });
}

function toOption({ flags, about, as, choices, fallback }: OptionSpec): Option {
  const option = new Option(flags, about);
  if (choices !== undefined) option.choices(choices);
  if (as === 'number') option.argParser(wholeNumber);
  if (as === 'list') option.argParser((text: string, before: string[] = []) => [...before, ...splitList(text)]);
  if (fallback !== undefined) option.default(fallback);
  return option;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('a whole number is needed.');
  return Number(text);
}

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
