/** The page of the command line, from its own catalogue. */
import { COMMANDS, GROUPS } from '../../packages/cli/src/catalogue.ts';
import type { CommandSpec, OptionSpec } from '../../packages/cli/src/command-spec.ts';
import { createProgram } from '../../packages/cli/src/program.ts';

const HEAD = `# Command line

\`npx synapse …\` in a clone; after \`npm link\`, \`synapse …\` anywhere.

Data goes to stdout, everything else to stderr. \`--json\` answers in JSON, on every command. Nothing is asked where there is no terminal.
Exit codes: 0 done; 1 failed, or refused by the service; 2 the command line itself is wrong, or a question or an \`exec\` was cancelled; 4 not signed in. \`exec\` ends with the exit code of the command it ran, and with 125 where the command was not run: refused, or the machine out of reach.

Environment: \`SYNAPSE_URL\` names the service, \`SYNAPSE_USERNAME\` with \`SYNAPSE_PASSWORD\` or \`SYNAPSE_PASSWORD_FILE\` signs in without a session, \`SYNAPSE_TOKEN\` is the AI token of \`mcp stdio\`, \`SYNAPSE_LANG\` (\`fr\` or \`en\`), then \`LC_ALL\`, \`LC_MESSAGES\` and \`LANG\`, choose the language of messages and help (without a wish the service answers as the account is set, else in English; what is in JSON is always the same), \`NO_COLOR\` leaves colours out.
What works without a running service reads the [configuration](configuration.md) of the service.
`;

export function cliPage(): string {
  const program = createProgram(process, { onEnd: () => undefined, quiet: false });
  const global = program.options.map(({ flags, description }) => `| \`${flags}\` | ${description} |`);
  const sections = [...new Set(COMMANDS.map(({ path }) => path.split(' ')[0]!))].map(section);
  return [HEAD, '## Options of every command\n', '| Option | |', '|---|---|', ...global, '', ...sections].join('\n');
}

function section(first: string): string {
  const commands = COMMANDS.filter(({ path }) => path.split(' ')[0] === first);
  const about = GROUPS[first] === undefined ? [] : [`${GROUPS[first].en}\n`];
  const title = commands.length === 1 && commands[0]!.path === first ? [] : [`## ${first}\n`, ...about];
  return [...title, ...commands.map((command) => entry(command, title.length === 0 ? '##' : '###'))].join('\n');
}

function entry({ path, about, args = [], options = [], examples }: CommandSpec, level: string): string {
  const usage = ['synapse', path, ...(options.length > 0 ? ['[options]'] : []), ...args].join(' ');
  const table = options.length === 0 ? [] : ['| Option | |', '|---|---|', ...options.map(optionRow), ''];
  return [`${level} ${path}\n`, `${about.en}\n`, '```', usage, '```\n', ...table, '```sh', ...examples, '```\n'].join(
    '\n',
  );
}

function optionRow({ flags, about, choices, fallback }: OptionSpec): string {
  const notes = [
    ...(choices === undefined ? [] : [`One of ${choices.map((choice) => `\`${choice}\``).join(', ')}.`]),
    ...(fallback === undefined ? [] : [`Default: \`${fallback}\`.`]),
  ];
  return `| \`${flags}\` | ${[about.en, ...notes].join(' ').replaceAll('|', '\\|')} |`;
}
