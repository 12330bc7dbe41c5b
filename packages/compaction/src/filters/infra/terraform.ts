// terraform and tofu, plan and apply: keeps what changes, removes what stays the same and what was only read.
import type { Filter, FilterInput } from '../../filter.ts';
import { head } from '../../filter.ts';

const READING =
  /: (?:Refreshing state\.\.\.|Reading\.\.\.|Read complete after|Still (?:reading|creating|destroying|modifying)\.\.\.)/;
const BEGUN = /^(\S.*?): (?:Creating|Destroying|Modifying)\.\.\./;
const DONE = /^(\S.*?): (?:Creation|Destruction|Modifications) complete after /;
const LEGEND =
  /^(?:(?:Terraform|OpenTofu) used the selected providers|plan\. Resource actions are indicated|(?:Terraform|OpenTofu) will perform the following actions:|\s*(?:\+|~|-|-\/\+|\+\/-|<=) (?:create|update in-place|destroy|destroy and then create replacement|create replacement and then destroy|read \(data resources\))$|[─-]{20,}$|Note: You didn't use the -out option|guarantee to take exactly these actions|Acquiring state lock|Releasing state lock)/;
const RESOURCE = /^ {2}# (\S.*)$/;
const OPENS = /^(?:[-+~/<=]+ )?(?:resource|data) "[^"]*" "[^"]*" \{$/;
const HIDDEN = /^# \(\d+ unchanged .* hidden\)$/;

const indent = (line: string): number => line.length - line.trimStart().length;
const opens = (text: string): boolean => /[[{(]$/.test(text);
const closes = (text: string): boolean => /^[\]})]/.test(text);

/** The line that ends the value beginning at `at`, or `at` itself when it is a plain one. */
function endOfValue(lines: readonly string[], at: number, last: number): number {
  const first = head(lines[at] as string);
  if (!opens(first)) return at;
  const depth = indent(first);
  for (let i = at + 1; i <= last; i++) {
    const line = lines[i] as string;
    if (indent(line) <= depth + 2 && closes(line.trimStart())) return i;
  }
  return last;
}

/**
 * The changed attributes of a resource's body, less indented. Where a value is thrown away for one that is known only
 * later, it is not written out.
 */
function condenseBody(lines: readonly string[], from: number, to: number): { lines: string[]; dropped: number } {
  const result: string[] = [];
  let dropped = 0;
  let heredoc = '';
  for (let i = from; i < to; i++) {
    const line = lines[i] as string;
    const text = line.trim();
    const start = head(text);
    const level = ' '.repeat(Math.max(1, Math.floor(indent(line) / 4)));
    if (heredoc !== '') {
      result.push(line);
      if (text === heredoc || text.startsWith(`${heredoc} `)) heredoc = '';
    } else if (/^[-+~]/.test(start)) {
      heredoc = /<<[-~]?(\w+)$/.exec(start)?.[1] ?? '';
      const end = start.startsWith('~') ? endOfValue(lines, i, to - 1) : i;
      const closing = head((lines[end] as string).trim());
      if (end > i && /^[\]})]+,? -> \(known after apply\)/.test(closing)) {
        result.push(`${level}${text.replace(/ {2,}/g, ' ')}…${closing}`);
        dropped += end - i - 1;
        i = end;
        continue;
      }
      result.push(`${level}${text.replace(/^([-+~] "?[\w.-]+"?) +=/, '$1 =')}`);
    } else if (closes(start)) {
      result.push(`${level}${text}`);
    } else if (HIDDEN.test(start)) {
      dropped++;
    } else if (text !== '') {
      // an attribute that stays as it is, with everything in it
      const end = endOfValue(lines, i, to - 1);
      dropped += end - i + 1;
      i = end;
    }
  }
  return { lines: result, dropped };
}

function apply({ lines, cut, tick }: FilterInput): readonly string[] | null {
  if (
    !lines.some(
      (line) =>
        /^Plan: |^No changes\.|^Apply complete!|^Destroy complete!|Refreshing state\.\.\./.test(line) ||
        RESOURCE.test(line),
    )
  ) {
    return null;
  }
  const done = new Set(lines.map((line) => DONE.exec(head(line))?.[1]).filter((address) => address !== undefined));
  const result: string[] = [];
  let dropped = 0;
  let i = 0;
  while (i < lines.length) {
    tick();
    const line = lines[i] as string;
    const start = head(line);
    if (OPENS.test(start.trim())) {
      let end = i + 1;
      while (end < lines.length && lines[end] !== '    }') end++;
      if (end === lines.length) return null;
      const body = condenseBody(lines, i + 1, end);
      result.push(...body.lines);
      dropped += body.dropped;
      i = end + 1;
      continue;
    }
    const begun = BEGUN.exec(start)?.[1];
    if (READING.test(start) || (begun !== undefined && done.has(begun))) dropped++;
    else if (line !== '' && !LEGEND.test(start)) result.push(RESOURCE.test(start) ? start.slice(2) : line);
    i++;
  }
  if (dropped > 0) result.push(cut(dropped, 'lines of progress, unchanged or replaced state'));
  return result;
}

export const terraform: Filter = {
  name: 'terraform',
  matches: ({ program, sub }) =>
    /^(?:terraform|terragrunt)$/.test(program) && /^(?:plan|apply|destroy|refresh|show|import)$/.test(sub),
  apply,
};
