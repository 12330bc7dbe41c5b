/** What `echo` and `printf` print of a value is the value, in shells whose `echo` interprets backslashes and in others. */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { findShells } from '../../../../../../test/engines/shells.ts';
import { escaped, isPlain } from '../../../redaction/index.ts';
import { rewriteTemplate } from './rewrite-template.ts';

const VALUES = ['a\\nb', 'a\\tb', 'a\\\\b', '\\', 'end\\', 'cut\\coff', '\\0101\\x41', '100%s%d%%', '\\%b', 'plain'];

describe.each(await findShells())('$name', ({ program, args }) => {
  /** What the command prints of each value, each in a subshell of one shell. */
  const printedOf = (template: string, all: readonly string[]): string[] => {
    const handed: string[] = [];
    const parts = all.map((value) => {
      const { script, used } = rewriteTemplate(
        template,
        (name) => name === 'X',
        () => !isPlain(value),
      );
      const assign = used.map(({ variable, escapeFor }) => {
        handed.push(escapeFor === undefined ? value : escaped(value, escapeFor));
        return `${variable}=\${${handed.length}}; `;
      });
      return `(${assign.join('')}${script}\n)\nprintf '\\036'\n`;
    });
    const output = execFileSync(program, [...args, '-c', parts.join(''), 'sh', ...handed], { encoding: 'utf8' });
    return output.split('\x1e').slice(0, -1);
  };
  const printed = (template: string, value: string): string => printedOf(template, [value])[0]!;

  it.each([
    ['echo "P={{X}}"', (value: string) => `P=${value}\n`],
    ['echo {{X}}n {{X}}', (value: string) => `${value}n ${value}\n`],
    ["echo -n 'P={{X}};'", (value: string) => `P=${value};`],
    ['command echo "${none:-{{X}}}"', (value: string) => `${value}\n`],
    ['\\echo "{{X}}" && printf %s {{X}}', (value: string) => `${value}\n${value}`],
    ['for i in 1 2; do echo {{X}}; done', (value: string) => `${value}\n`.repeat(2)],
    ['if true; then (echo "$(printf %s {{X}} | wc -c | tr -d " ")"); fi', (value: string) => `${value.length}\n`],
    ['printf "P={{X}}\\n"', (value: string) => `P=${value}\n`],
    ['printf -- "{{X}}|%s|" {{X}}', (value: string) => `${value}|${value}|`],
    ["printf '%s\\n' {{X}}", (value: string) => `${value}\n`],
    ['/bin/echo {{X}} | cat', (value: string) => `${value}\n`],
    ['echo() { printf \'<%s>\' "$@"; }; echo {{X}}', (value: string) => `<${value}>`],
  ] as const)('%s', (template, expected) => {
    expect(printedOf(template, VALUES)).toEqual(VALUES.map(expected));
  });

  it('interprets a value where the command asks for that', () => {
    expect(printed("printf '%b' {{X}}", 'a\\nb')).toBe('a\nb');
    expect(printed('echo -e {{X}}', 'a\\nb')).toMatch(/a\nb\n$/);
  });
});

it('adds nothing where the value holds nothing to interpret', () => {
  expect(rewriteTemplate('echo {{X}}', () => true).script).toBe('echo "${__synapse_v1}"');
});
