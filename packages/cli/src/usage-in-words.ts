/** What the parser says by itself, in the words of this program: titles of a help text, and what is wrong with a line. */
import type { Option } from 'commander';
import { type Said, tell } from './words/tell.ts';

const TITLES: Readonly<Record<string, Said>> = {
  'Usage:': 'help_usage',
  'Arguments:': 'help_arguments',
  'Options:': 'help_options',
  'Global Options:': 'help_global',
  'Commands:': 'help_commands',
};

export function titleInWords(title: string): string {
  const said = TITLES[title];
  return said === undefined ? title : tell(said);
}

/** What it does, what it may be, and its default. */
export function describeOption({ description, argChoices, defaultValue }: Option): string {
  const quoted = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(', ');
  const notes = [
    ...(argChoices === undefined ? [] : [tell('help_choices', { choices: quoted(argChoices) })]),
    ...(defaultValue === undefined || typeof defaultValue === 'boolean'
      ? []
      : [tell('help_default', { value: quoted([defaultValue]) })]),
  ];
  return notes.length === 0 ? description : `${description} (${notes.join(', ')})`;
}

/** A piece of the parser's own text, what it says, and the names of what stands in its parentheses. */
const SENTENCES: readonly (readonly [RegExp, Said, readonly string[]])[] = [
  [/^error: unknown option '(.*?)'/, 'usage_unknown_option', ['what']],
  [/^error: unknown command '(.*?)'/, 'usage_unknown_command', ['what']],
  [/^error: missing required argument '(.*?)'/, 'usage_missing_argument', ['what']],
  [/^error: option '(.*?)' argument missing/, 'usage_missing_value', ['what']],
  [/^error: option '(.*?)' argument '(.*?)' is invalid\./, 'usage_invalid', ['what', 'value']],
  [/^error: too many arguments.*?Expected (\d+) arguments? but got (\d+).*$/m, 'usage_excess', ['expected', 'got']],
  [/Allowed choices are (.*)\.$/m, 'usage_one_of', ['choices']],
  [/\(Did you mean (?:one of )?([^(]*)\?\)/, 'usage_did_you_mean', ['what']],
];

export function usageInWords(text: string): string {
  return SENTENCES.reduce(
    (said, [pattern, sentence, names]) =>
      said.replace(pattern, (_whole, ...found: string[]) =>
        tell(sentence, Object.fromEntries(names.map((name, at) => [name, found[at]!]))),
      ),
    text,
  );
}
