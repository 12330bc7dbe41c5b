/** The command line and the agent speak French or English: their help, what they answer, and what they refuse. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { COMMANDS, GROUPS } from '../../packages/cli/src/catalogue.ts';
import { createProgram } from '../../packages/cli/src/program.ts';
import { speakAs } from '../../packages/cli/src/words/tell.ts';
import { agentCommand } from '../agents/agent-process.ts';
import { removeAtEnd } from '../left-behind.ts';
import { createCli } from './run-cli.ts';

const cli = createCli('http://127.0.0.1:9');
afterAll(() => cli.remove());
afterAll(() => speakAs([], {}));

const FRENCH = { LANG: 'fr_FR.UTF-8' };
/** Words that no French sentence has. */
const ENGLISH =
  /\b(the|this|that|which|with|from|your|you|is|are|it|its|of|to|and|or|not|when|where|else|there|was|does|print|list|show|default|choices|usage:|commands:|examples:|arguments:)\b/i;
/** Words that no English sentence has. */
const OTHER =
  /[àâçéèêëîïôùûœ«»]|\b(le|la|les|une|des|du|ce|cette|pour|avec|sans|dans|sur|votre|vos|sinon|seulement)\b/i;
/** What is typed as it stands: options and what they take, examples, variables, names in quotes. */
const typed = (help: string): string =>
  help
    .split(/\n(?:Exemples :|Examples:)\n/)[0]!
    .replace(/^(?:Usage ?:).*$/gm, '')
    .replace(/^ {2}(?:-|\w).*? {2,}/gm, '')
    .replace(/`[^`]*`|--?[\w-]+|<[^>]*>|\[[^\]]*\]|"[^"]*"|\b[A-Z_]{4,}\b|\?tools=core/g, '');

/** The help of a command, as this process prints it in a language. */
function helpOf(language: 'fr' | 'en', path: string): string {
  speakAs(['--lang', language], {});
  let printed = '';
  const write = (text: string): void => {
    printed += text;
  };
  const stream = { write } as unknown as NodeJS.WriteStream;
  const parts = { stdin: process.stdin, stdout: stream, stderr: stream, env: {} };
  const program = createProgram(parts, { onEnd: () => undefined, quiet: false });
  let command = program;
  for (const word of path.split(' ').filter(Boolean)) command = command.commands.find((one) => one.name() === word)!;
  command.configureOutput({ getOutHelpWidth: () => 500 }).outputHelp();
  return printed;
}

it('prints the help of every command in both languages, and neither in the words of the other', () => {
  const paths = ['', 'help', ...Object.keys(GROUPS), ...COMMANDS.map(({ path }) => path)];
  expect(paths.length).toBeGreaterThan(60);
  for (const path of paths) {
    const [french, english] = [helpOf('fr', path), helpOf('en', path)];
    expect([path, typed(french).match(ENGLISH)?.[0]]).toEqual([path, undefined]);
    expect([path, typed(english).match(OTHER)?.[0]]).toEqual([path, undefined]);
    expect(french.match(/--[\w-]+/g)?.sort(), path).toEqual(english.match(/--[\w-]+/g)?.sort());
  }
});

it.each([
  ['an unknown option', 'machine list', ['--slug'], 'erreur : option inconnue : --slug'],
  ['an unknown command', 'machin', [], 'erreur : commande inconnue : machin\n(Vouliez-vous dire machine ?)'],
  ['a missing argument', 'machine test', [], 'erreur : il manque l’argument slug'],
  ['a missing value', 'logs', ['--limit'], 'erreur : l’option -n, --limit <n> attend une valeur'],
  ['no number', 'logs', ['-n', 'x'], 'la valeur x ne convient pas. il faut un nombre entier.'],
  ['another choice', 'machine add', ['x', '--kind', 'boat'], 'Valeurs permises : local, ssh, docker, agent.'],
  ['too many words', 'alias seed', ['x'], 'erreur : trop d’arguments'],
  ['a service out of reach', 'whoami', [], '127.0.0.1:9 est injoignable'],
  ['nobody to ask', 'login', [], 'pas de terminal où poser la question : passez --username'],
  ['a wrong address', 'whoami', ['--url', 'x'], 'x n’est pas une adresse'],
])('refuses %s in French, by the same exit code', async (_name, path, args, text) => {
  const account = { SYNAPSE_USERNAME: path === 'login' ? '' : 'ada', SYNAPSE_PASSWORD: 'a password' };
  const [french, english, json] = await Promise.all([
    cli.run(path, args, { env: { ...FRENCH, ...account } }),
    cli.run(path, args, { env: account }),
    cli.run(path, ['--json', ...args], { env: { ...FRENCH, ...account } }),
  ]);
  expect(french.stderr).toContain(text);
  expect(english.stderr).not.toMatch(OTHER);
  expect([french.code, json.code]).toEqual([english.code, english.code]);
  // What programs read is the same for everybody.
  expect(json.stderr).not.toMatch(OTHER);
});

it('says it in the language that is asked for: --lang, then the environment; English where nobody asks', async () => {
  const cases: [Record<string, string>, string[], RegExp][] = [
    [{}, [], /^Usage: /],
    [{ LANG: 'C.UTF-8' }, [], /^Usage: /],
    [{ LC_ALL: 'POSIX', LANG: 'fr_FR.UTF-8' }, [], /^Usage: /],
    [FRENCH, [], /^Usage : /],
    [FRENCH, ['--lang', 'en'], /^Usage: /],
    [{ LANG: 'en_US.UTF-8', SYNAPSE_LANG: 'fr' }, [], /^Usage : /],
    [{}, ['--lang=fr'], /^Usage : /],
  ];
  const shown = await Promise.all(cases.map(([env, args]) => cli.run('', [...args, '--help'], { env })));
  for (const [at, { stdout, code }] of shown.entries())
    expect([code, stdout]).toEqual([0, expect.stringMatching(cases[at]![2])]);
  // The words of another program's line are its own.
  const { stderr } = await cli.run('exec', ['local', '--', 'x', '--lang', 'fr'], { input: '' });
  expect(stderr).not.toMatch(OTHER);
});

it('finds what is wrong in French, too, and what programs read stays as it is', async () => {
  const [french, english, json] = await Promise.all([
    cli.run('doctor', [], { env: FRENCH }),
    cli.run('doctor'),
    cli.run('doctor', ['--json'], { env: FRENCH }),
  ]);
  expect(french.stdout).toMatch(/^ÉCHEC +service : http:\/\/127\.0\.0\.1:9 est injoignable/m);
  expect(french.stdout).not.toMatch(/\b(warning|skipped|FAILED|the|is|not)\b/);
  expect(english.stdout).not.toMatch(OTHER);
  expect([french.code, json.code]).toEqual([english.code, english.code]);
  expect(JSON.stringify(json.json)).not.toMatch(OTHER);
});

it('is told by the agent in its owner’s language', async () => {
  const home = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-agent-words-')));
  const said = async (args: string[], env: Record<string, string>) =>
    (await agentCommand([...args, '--home', home], { LC_ALL: '', LANG: '', SYNAPSE_LANG: '', ...env })).printed;
  const cases = [
    [['--help'], 'laisse votre service Synapse', 'lets your Synapse service'],
    [['status'], 'pas inscrit', 'not enrolled'],
    [['pause'], 'en pause : toute commande est refusée', 'paused: every command is refused'],
    [['enrol', '--server', 'http://192.0.2.1', '--code', 'X'], 'n’est pas chiffré', 'is not encrypted'],
  ] as const;
  for (const [args, french, english] of cases) {
    const [fr, en] = await Promise.all([said([...args], FRENCH), said([...args], {})]);
    expect(fr).toContain(french);
    expect(en).toContain(english);
    expect(en.replaceAll('«', '')).not.toMatch(OTHER);
  }
});
