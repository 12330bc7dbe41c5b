// `kubectl describe`: what the object is and what happened to it; removes empty fields and what every object has.
import type { Filter, FilterInput } from '../../filter.ts';
import { head } from '../../filter.ts';

const EMPTY = /^\s*[\w .()/-]+:\s+(?:<none>|<nil>|<unset>)$/;
const COMMON =
  /^(?:Priority|Tolerations|QoS Class|Controlled By|IPs|Service Account|Annotations):(?:\s|$)|^\s+(?:Container ID|Image ID|Host Port|Host Ports|TokenExpirationSeconds|ConfigMapName|ConfigMapOptional|DownwardAPI|Optional):\s|^\s+Type:\s+Projected |serviceaccount from kube-api-access-|^\s+kube-api-access-\w+:$|^\s+IP:\s/;
const CONTINUED = /^ {8,}\S/;
const EVENTS_RULE = /^\s+-{4}(?:\s+-+)+$/;

function apply({ lines, cut }: FilterInput): readonly string[] | null {
  if (!lines.some((line) => /^Name:\s+\S/.test(line))) return null;
  const result: string[] = [];
  let dropped = 0;
  let dropping = false;
  for (const line of lines) {
    const start = head(line);
    if (line === '' || EVENTS_RULE.test(start)) continue;
    // a top-level value that goes on in the next lines is removed with its name
    dropping =
      EMPTY.test(start) || COMMON.test(start) || (dropping && CONTINUED.test(start) && !/^\s*[\w .-]+:\s/.test(start));
    if (dropping) dropped++;
    else
      result.push(
        line
          .replace(/(\S)[ \t]{2,}(?=\S)/g, '$1 ')
          .replace(/^( +)/, (blanks) => ' '.repeat(Math.ceil(blanks.length / 2))),
      );
  }
  const filled = result.filter(
    (line, i) => !/^(?:Volumes|\s+Mounts):$/.test(line) || deeper(line, result[i + 1] ?? ''),
  );
  if (dropped > 0) filled.push(cut(dropped, 'lines of empty and common fields'));
  return filled;
}

const deeper = (line: string, next: string): boolean =>
  next.length - next.trimStart().length > line.length - line.trimStart().length;

export const kubectlDescribe: Filter = {
  name: 'kubectl-describe',
  matches: ({ program, sub }) => /^(?:kubectl|k|oc)$/.test(program) && sub === 'describe',
  apply,
};
