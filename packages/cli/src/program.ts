/** The parser, built from the catalogue of commands. */

import { Command, InvalidArgumentError, Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { type Call, createCall, type OptionValue } from './call.ts';
import { COMMANDS, GROUPS, NOT_COMMANDS } from './catalogue.ts';
import { EXIT, usageError } from './cli-error.ts';
import { type CommandSpec, EXCESS, type OptionSpec } from './command-spec.ts';
import { inOwnWords } from './fields-as-options.ts';
import { createTerminal, type TerminalParts } from './terminal.ts';
import { describeOption, titleInWords, usageInWords } from './usage-in-words.ts';
import { asTyped, LANGUAGES, tell, worded } from './words/tell.ts';

export interface ProgramOptions {
  /** Gets the exit code of the command that ran. */
  readonly onEnd: (code: number) => void;
  /** True: errors are thrown and not also printed. */
  readonly quiet: boolean;
}

export function createProgram(parts: TerminalParts, { onEnd, quiet }: ProgramOptions): Command {
  const program = new Command('synapse')
    .description(tell('program_about'))
    .version(manifest.version, '-V, --version', tell('option_version'))
    .helpOption('-h, --help', tell('option_help'))
    .helpCommand(false)
    .option('--json', tell('option_json'))
    .option('--url <url>', tell('option_url'))
    .option('--data-dir <dir>', tell('option_data_dir'))
    .addOption(new Option('--lang <language>', tell('option_lang')).choices(LANGUAGES))
    .option('--no-color', tell('option_color'))
    .configureHelp({ showGlobalOptions: true, styleTitle: titleInWords, optionDescription: describeOption })
    .configureOutput({
      writeOut: (text) => parts.stdout.write(text),
      writeErr: (text) => void (quiet || parts.stderr.write(text)),
      outputError: (text, write) => write(usageInWords(text)),
    })
    .showSuggestionAfterError(true)
    .showHelpAfterError(tell('usage_help'))
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
      const call: Call = createCall(spec.path, args, options, terminal);
      try {
        const code = await spec.run(call);
        onEnd(typeof code === 'number' ? code : EXIT.ok);
      } catch (error) {
        throw inOwnWords(error, spec);
      }
    });
  }
  for (const { path, instead } of NOT_COMMANDS) {
    const [group = '', name = ''] = path.split(' ');
    groupOf(program, groups, group)
      .command(name, { hidden: true })
      .argument('[words...]')
      .allowUnknownOption()
      .action(() => {
        throw usageError(asTyped(worded(instead)));
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
    .description(tell('help_about'))
    .action((words: string[]) => {
      let command = program;
      for (const word of words) {
        const next = command.commands.find((one) => one.name() === word || one.aliases().includes(word));
        if (next === undefined) throw usageError(tell('no_command', { name: words.join(' ') }), tell('see_help'));
        command = next;
      }
      command.outputHelp();
    });
}

function groupOf(program: Command, groups: Map<string, Command>, name: string): Command {
  let group = groups.get(name);
  if (group === undefined) {
    group = program.command(name).description(worded(GROUPS[name] ?? ''));
    groups.set(name, group);
  }
  return group;
}

/** What people type for it as well, within a group. */
const SYNONYMS: Readonly<Record<string, string>> = { list: 'ls', rm: 'remove' };

function addCommand(
  parent: Command,
  name: string,
  spec: CommandSpec,
  run: (args: string[], options: Record<string, OptionValue>) => Promise<void>,
): void {
  const command = parent.command(name, { isDefault: spec.alone ?? false }).description(worded(spec.about));
  const synonym = SYNONYMS[name];
  if (synonym !== undefined && spec.path !== name) command.alias(synonym);
  for (const arg of spec.args ?? []) command.argument(arg);
  for (const option of spec.options ?? []) command.addOption(toOption(option));
  const mistakes = (spec.mistakes ?? []).map(({ typed, instead }) => ({
    instead,
    option: typed === EXCESS ? null : new Option(typed as string).hideHelp(),
  }));
  for (const { option } of mistakes) {
    if (option === null) command.allowExcessArguments(true);
    else command.addOption(option);
  }
  command.addHelpText(
    'after',
    `\n${tell('help_examples')}\n${spec.examples.map((line) => `  $ ${line}`).join('\n')}\n`,
  );
  command.action(async (...params: unknown[]) => {
    const self = params.at(-1) as Command;
    const isExcess = self.args.length > (spec.args?.length ?? 0);
    const made = mistakes.find(({ option }) =>
      option === null ? isExcess : self.getOptionValue(option.attributeName()) !== undefined,
    );
    if (made !== undefined) throw usageError(asTyped(worded(made.instead)));
    await run(self.args, self.optsWithGlobals<Record<string, OptionValue>>());
  });
}

function toOption({ flags, about, as, choices, fallback }: OptionSpec): Option {
  const option = new Option(flags, worded(about));
  if (choices !== undefined) option.choices(choices);
  if (as === 'number') option.argParser(wholeNumber);
  if (as === 'list') option.argParser((text: string, before: string[] = []) => [...before, ...splitList(text)]);
  if (fallback !== undefined) option.default(fallback);
  return option;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError(tell('whole_number'));
  return Number(text);
}

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
