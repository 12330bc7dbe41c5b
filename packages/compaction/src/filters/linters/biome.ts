// biome: each finding as place, rule and message; removes quoted source and suggested rewrites.
import type { Filter, FilterInput } from '../../filter.ts';
import { head } from '../../filter.ts';
import { type Diagnostic, groupDiagnostics } from '../../stages/group-diagnostics.ts';

const TITLE =
  /^(\S.*?)(?::(\d+:\d+))? ((?:lint|assist|format|parse|suppressions|organizeImports|syntax|internalError)\S*)(?: +(?:FIXABLE|DEPRECATED|INTERNAL|VERBOSE))* +━+$/;
const TOTAL = /^(?:lint|check|format|ci|assist) ━+$/;
const MESSAGE = /^ {2}([×!]) (.*)$/;

interface Open {
  readonly file: string;
  readonly place: string;
  readonly rule: string;
  severity: string;
  readonly messages: string[];
  readonly more: string[];
}

function apply({ lines, cut, tick }: FilterInput): readonly string[] | null {
  const found: Open[] = [];
  const rest: string[] = [];
  let open: Open | null = null;
  let dropped = 0;
  for (const line of lines) {
    tick();
    const start = head(line);
    const title = TITLE.exec(start);
    const message = MESSAGE.exec(start);
    if (title !== null) {
      open = {
        file: title[1] as string,
        place: title[2] ?? '',
        rule: title[3] as string,
        severity: '',
        messages: [],
        more: [],
      };
      found.push(open);
    } else if (TOTAL.test(start)) {
      open = null;
    } else if (open !== null && message !== null) {
      open.severity ||= message[1] === '×' ? 'error' : 'warning';
      open.messages.push(message[2] as string);
    } else if (open !== null && (/^ {2}/.test(line) || line === '')) {
      // a formatter's finding is its difference, so it stays; advice is the same for every finding of a rule
      if (open.rule === 'format' && /│ [-+]/.test(start)) open.more.push(line);
      else if (line !== '') dropped++;
    } else if (line !== '') {
      open = null;
      rest.push(line);
    }
  }
  if (found.length === 0 || found.some(({ messages }) => messages.length === 0)) return null;
  const diagnostics: Diagnostic[] = found.map(({ file, place, rule, severity, messages, more }) => ({
    file,
    place,
    severity,
    text: `${messages.join(' ')} (${rule})`,
    more,
  }));
  const result = [...groupDiagnostics(diagnostics), ...rest];
  if (dropped > 0) result.push(cut(dropped, 'lines of source and advice'));
  return result;
}

export const biome: Filter = { name: 'biome', matches: ({ program }) => program === 'biome', apply };
