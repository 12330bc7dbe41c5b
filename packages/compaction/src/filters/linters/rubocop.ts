// rubocop: groups offenses; removes the quoted line and its carets.
import type { Filter, FilterInput } from '../../filter.ts';
import { head } from '../../filter.ts';
import { type Diagnostic, groupDiagnostics } from '../../stages/group-diagnostics.ts';

const OFFENSE = /^(\S[^:]{0,300}):(\d+:\d+): ([A-Z]): (.*)$/;
/** `--format simple`: the file above, `C:  7: 27: [Correctable] Cop: message` below. */
const SIMPLE = /^([A-Z]): *(\d+): *(\d+): (.*)$/;
const CARETS = /^\s*\^+(?: .*)?$/;

function apply({ lines, cut }: FilterInput): readonly string[] | null {
  const found: Diagnostic[] = [];
  const rest: string[] = [];
  let dropped = 0;
  let file = '';
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    const simple = SIMPLE.exec(head(line));
    const heading = /^== (\S.*) ==$/.exec(head(line))?.[1];
    if (heading !== undefined) file = heading;
    if (heading !== undefined) continue;
    if (simple !== null && file !== '') {
      const [, severity = '', row = '', column = '', text = ''] = simple;
      found.push({ file, place: `${row}:${column}`, severity, text, more: [] });
      continue;
    }
    const offense = OFFENSE.exec(head(line));
    if (offense !== null) {
      const [, path = '', place = '', severity = ''] = offense;
      found.push({ file: path, place, severity, text: line.slice(`${path}:${place}: ${severity}: `.length), more: [] });
    } else if (CARETS.test(head(lines[i + 1] ?? '')) || CARETS.test(head(line))) {
      dropped++;
    } else if (
      line !== '' &&
      line !== 'Offenses:' &&
      !/^[.CWEFRI]+$/.test(line) &&
      !/^\(Using Ruby .* parser; /.test(line)
    ) {
      rest.push(line);
    }
  }
  if (found.length === 0) return null;
  const result = [...groupDiagnostics(found), ...rest];
  if (dropped > 0) result.push(cut(dropped, 'lines of source'));
  return result;
}

export const rubocop: Filter = {
  name: 'rubocop',
  matches: ({ program }) => /^(?:rubocop|standardrb)$/.test(program),
  apply,
};
