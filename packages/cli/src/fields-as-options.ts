/** What the service says of fields, in the words of the command that was typed: its options and arguments. */
import { CliError } from './cli-error.ts';
import type { CommandSpec } from './command-spec.ts';
import { language, tell } from './words/tell.ts';

/** By field of the service: `--key-secret`, `<slug>`. */
export function fieldsAsOptions({ args = [], options = [] }: CommandSpec): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  for (const arg of args) named.set(arg.replace(/[<>[\].]/g, '').replaceAll('-', '_'), arg);
  for (const { flags, field } of options) {
    const long = /--([a-z-]+)/.exec(flags)?.[1] ?? '';
    named.set(field ?? long.replaceAll('-', '_'), `--${long}`);
  }
  return named;
}

export function inOwnWords(error: unknown, spec: CommandSpec): unknown {
  if (!(error instanceof CliError) || error.code !== 'arguments_invalid' || error.fields.length === 0) return error;
  const named = fieldsAsOptions(spec);
  const problems = error.fields.map(({ field, problem }) => {
    const words = withOptions(problem, named);
    // `connection.jump.host` is what --jump says.
    const own = field
      .split('.')
      .map((part) => named.get(part))
      .find((one) => one !== undefined);
    // A field that no option fills is described by its problem, which names the options.
    if (own !== undefined) return tell('field_wrong', { what: own, problem: words });
    return words !== problem || field === '' ? words : tell('field_wrong', { what: field, problem });
  });
  const { code, exitCode, fields } = error;
  return new CliError(tell('arguments_wrong', { problems: problems.join(language() === 'fr' ? ' ; ' : '; ') }), {
    code,
    exitCode,
    fields,
    hint: tell('arguments_help', { path: spec.path }),
  });
}

/** Only a text that has a field’s name beyond doubt, with `_`, lists fields: elsewhere `host` is a word like others. */
function withOptions(problem: string, named: ReadonlyMap<string, string>): string {
  const isList = [...named.keys()].some((field) => field.includes('_') && new RegExp(`\\b${field}\\b`).test(problem));
  return isList ? problem.replace(/[a-z]+(?:_[a-z]+)*/g, (word) => named.get(word) ?? word) : problem;
}
