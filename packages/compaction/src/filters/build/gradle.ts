// Gradle: keeps failed tasks, what tasks printed, and the verdict; removes silent tasks and hints.
import type { Filter, FilterInput } from '../../filter.ts';
import { head } from '../../filter.ts';
import { trimFrames } from '../../stages/trim-frames.ts';

const QUIET_TASK = /^> Task :\S+(?: (?:UP-TO-DATE|NO-SOURCE|SKIPPED|FROM-CACHE))?$/;
const NOISE =
  /^(?:Starting a Gradle Daemon.*|Daemon will be stopped .*|\* Try:|> Run with --.*|> Get more help at .*|Deprecated Gradle features were used.*|You can use '--warning-mode all'.*|For more on this, please refer to .*|Downloading https?:.*|\.{3,}\d+%.*|Welcome to Gradle .*|Here are the highlights.*|Configure project .*|Calculating task graph.*|Reusing configuration cache\.|Configuration cache entry .*|To honour the JVM settings.*)$/;

function apply({ lines, cut }: FilterInput): readonly string[] | null {
  if (!lines.some((line) => /^> Task :|^BUILD (?:SUCCESSFUL|FAILED)|^FAILURE: /.test(line))) return null;
  const filled = lines.filter((line) => line !== '' && !NOISE.test(head(line)));
  // a task's line stays when something is printed under it
  const kept = filled.filter((line, i) => {
    if (!QUIET_TASK.test(head(line))) return !/^\S.*> .* PASSED$/.test(head(line));
    const next = filled[i + 1] ?? 'BUILD';
    return !/^(?:> Task :|BUILD |FAILURE: |> Configure )/.test(next);
  });
  const { lines: trimmed, dropped } = trimFrames(kept);
  if (dropped > 0) trimmed.push(cut(dropped, 'library frames'));
  return trimmed;
}

export const gradle: Filter = { name: 'gradle', matches: ({ program }) => program === 'gradle', apply };
