// `docker build` and `compose build`: keeps steps, their important output and the error; removes transfers and cached
// steps.
import type { Filter, FilterInput } from '../../filter.ts';
import { head } from '../../filter.ts';

const STEP = /^#(\d+) (\[.*)$/;
const OF_STEP = /^#(\d+) (.*)$/;
const QUIET =
  /^(?:DONE .*|CACHED|\.\.\.|transferring .*|resolve .*|sha256:.*|extracting .*|load(?:ing)? .*|exporting .*|writing .*|naming to .*|unpacking .*|importing .*|preparing .*|sending tarball.*|(?:[\d.]+ )?)$/;
const INTERNAL = /^\[(?:internal|auth)\]/;
const RULE = /^-{6,}$/;

/** The builder before BuildKit: steps and what they print, without the ids of layers. */
function applyLegacy({ lines, cut }: FilterInput): readonly string[] | null {
  const noise =
    /^ ---> (?:[0-9a-f]{12}|Running in [0-9a-f]{12}|Using cache)$|^(?:--> [0-9a-f]{11,12}|Removing intermediate container [0-9a-f]{12}| ---> Removed intermediate container [0-9a-f]{12})$|^Sending build context to Docker daemon|^DEPRECATED: The legacy builder|^ {12}(?:BuildKit is currently disabled|environment-variable|Install the buildx component)/;
  const kept: string[] = [];
  let dropped = 0;
  let printed: string[] = [];
  const flush = (whole: boolean) => {
    const most = whole ? 40 : 4;
    const first = printed.length > most ? printed.length - most : 0;
    dropped += first;
    if (first > 0) kept.push(` … ${first} lines`);
    kept.push(...printed.slice(first));
    printed = [];
  };
  for (const line of lines) {
    if (line === '' || noise.test(head(line))) dropped += line === '' ? 0 : 1;
    else if (/^S(?:tep|TEP) \d+\/\d+ ?: /.test(line)) {
      // the step before this one worked
      flush(false);
      kept.push(line);
    } else printed.push(line);
  }
  flush(true);
  return dropped > 0 ? [...kept, cut(dropped, 'lines of steps that worked, and ids of layers')] : null;
}

function apply(input: FilterInput): readonly string[] | null {
  const { lines, cut, tick } = input;
  if (lines.some((line) => /^S(?:tep|TEP) \d+\/\d+ ?: /.test(line))) return applyLegacy(input);
  if (!lines.some((line) => STEP.test(line))) return null;
  const failed = new Set<string>();
  for (const line of lines) {
    const id = /^#(\d+) ERROR: /.exec(head(line))?.[1];
    if (id !== undefined) failed.add(id);
  }
  const result: string[] = [];
  const told = new Set<string>();
  let steps = 0;
  let dropped = 0;
  let current = '';
  for (const line of lines) {
    tick();
    const start = head(line);
    const step = STEP.exec(start);
    const inside = OF_STEP.exec(start);
    if (step !== null) {
      current = INTERNAL.test(step[2] as string) ? '' : (step[2] as string);
      if (current !== '') steps++;
    } else if (inside !== null) {
      const text = (inside[2] as string).replace(/^\d+\.\d+ ?/, '');
      if (QUIET.test(inside[2] as string) && !/^naming to /.test(inside[2] as string)) dropped++;
      else if (text !== '') {
        if (current !== '') result.push(current);
        current = '';
        result.push(` ${text}`);
        told.add(text);
      }
    } else if (line !== '' && !RULE.test(line)) {
      // the output of the failed step is printed again under it
      const again = line.replace(/^\d+\.\d+ /, '').trim();
      if (failed.size > 0 && (told.has(again) || /^\d+\.\d+$/.test(again))) dropped++;
      else result.push(line);
    }
  }
  result.push(cut(dropped, `lines of transfers, cached and quiet work in ${steps} steps`));
  return result;
}

export const dockerBuild: Filter = {
  name: 'docker-build',
  matches: ({ program, sub, rest }) =>
    /^(?:docker|podman|docker-compose|buildah)$/.test(program) &&
    (/^(?:build|buildx|bake)$/.test(sub) ||
      (sub === 'compose' && /^(?:build|up)$/.test(rest.find((word) => !word.startsWith('-')) ?? ''))),
  apply,
};
