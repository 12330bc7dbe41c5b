// ESLint and tools that report like it (stylish): a file heading with its findings becomes message and places.
import type { Filter, FilterInput } from '../../filter.ts';
import { type Diagnostic, groupDiagnostics } from '../../stages/group-diagnostics.ts';

const FINDING = /^\s+(\d+(?::\d+)?)\s+(error|warning|info|✖|⚠|×)\s+(\S.*)$/;
/** `--format compact`: `/srv/a.js: line 1, col 5, Error - message. (rule)`. */
const COMPACT = /^(\S[^:]{0,300}): line (\d+), col (\d+), (\w+) - (\S.*)$/;
/** A path with an extension; a sentence has blanks and colons. */
const HEADING = /^(?:[A-Za-z]:)?[^\s:]+\.[A-Za-z]\w{0,7}$|^\/[^:]+\.[A-Za-z]\w{0,7}$/;

/** `message  rule-name`: at least two blanks before the last word, which is the rule. */
function splitRule(rest: string): string {
  const at = rest.lastIndexOf('  ');
  const rule = at < 0 ? '' : rest.slice(at + 2).trim();
  if (rule === '' || rule.includes(' ')) return rest;
  return `${rest.slice(0, at).trimEnd()} (${rule})`;
}

function apply({ lines, tick }: FilterInput): readonly string[] | null {
  const found: Diagnostic[] = [];
  const rest: string[] = [];
  let file = '';
  for (const line of lines) {
    tick();
    const compact = COMPACT.exec(line.slice(0, 1_000));
    if (compact !== null && line.length <= 1_000) {
      const [, path = '', row = '', column = '', severity = '', text = ''] = compact;
      found.push({ file: path, place: `${row}:${column}`, severity: severity.toLowerCase(), text, more: [] });
      continue;
    }
    const match = FINDING.exec(line.slice(0, 1_000));
    if (match !== null && line.length <= 1_000) {
      if (file === '') return null;
      const [, place = '', severity = '', text = ''] = match;
      found.push({ file, place, severity, text: splitRule(text), more: [] });
    } else if (HEADING.test(line.slice(0, 400))) {
      file = line;
    } else if (line !== '') {
      rest.push(line);
    }
  }
  return found.length === 0 ? null : [...groupDiagnostics(found), ...rest];
}

export const eslint: Filter = {
  name: 'eslint',
  matches: ({ program, args }) =>
    /^(?:eslint|eslint_d|stylelint|xo|standard|oxlint|yamllint)$/.test(program) ||
    (program === 'next' && args[0] === 'lint'),
  apply,
};
