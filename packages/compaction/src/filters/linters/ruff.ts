// ruff in both layouts: rule and message with all their places; removes quoted source.
import type { Filter, FilterInput } from '../../filter.ts';
import { head } from '../../filter.ts';
import { type Diagnostic, groupDiagnostics } from '../../stages/group-diagnostics.ts';
import { readPlaceLine } from './place-lines.ts';
import { groupFindings } from './read-findings.ts';

const RULE = /^(?:[A-Z]{1,6}\d{2,4}|invalid-syntax)\b.*$/;
const PLACE = /^\s*--> (.+?):(\d+:\d+)$/;
const SOURCE = /^\s*(?:\d+\s*)?\||^\s*\.\.\.$/;

function apply(input: FilterInput): readonly string[] | null {
  const { lines, cut } = input;
  const found: Diagnostic[] = [];
  const rest: string[] = [];
  let rule = '';
  let dropped = 0;
  for (const line of lines) {
    const start = head(line);
    const place = PLACE.exec(start);
    if (place !== null && rule !== '') {
      found.push({ file: place[1] as string, place: place[2] as string, severity: '', text: rule, more: [] });
      rule = '';
    } else if (RULE.test(start)) {
      if (rule !== '') rest.push(rule);
      rule = line;
    } else if (found.length > 0 && (SOURCE.test(start) || /^(?:help|info|note): /.test(start))) {
      dropped++;
    } else if (line !== '') {
      rest.push(line);
    }
  }
  if (rule !== '') rest.push(rule);
  if (found.length === 0)
    return groupFindings(input, { read: readPlaceLine, belongs: (line) => !/^\s+= help: /.test(line) });
  const result = [...groupDiagnostics(found), ...rest];
  if (dropped > 0) result.push(cut(dropped, 'lines of source'));
  return result;
}

export const ruff: Filter = {
  name: 'ruff',
  matches: ({ program, sub }) => program === 'ruff' && sub !== 'format',
  apply,
};
