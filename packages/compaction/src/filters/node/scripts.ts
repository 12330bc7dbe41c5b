// npm test, pnpm run, yarn build: removes the runner's own lines; the announced command's filter handles the rest.
import type { Command } from '../../command.ts';
import { type Filter, type FilterInput, head } from '../../filter.ts';

interface Stretch {
  readonly command: string;
  readonly lines: string[];
}

/** `> name@1.0.0 test`, `> vitest run`; yarn and bun: `$ vitest run`; workspaces: `. test$ vitest run`. */
const TITLE = /^> \S+@\S* \S+(?: \S+)?$|^> [\w:.-]+$|^yarn run v\d/;
const ANNOUNCED = /^(?:> |\$ )(\S.*)$/;
const RUNNER_NOISE =
  /^(?:Done in [\d.]+m?s\.?|npm (?:error|ERR!) (?:A complete log of this run|\s+\/.*-debug-0?\.log|This is probably not a problem with npm|There is likely additional logging)|info Visit https:\/\/yarnpkg\.com|npm notice\b|npm warn Unknown (?:user|project|env) config)/;

function readStretches(lines: readonly string[]): { before: string[]; stretches: Stretch[] } {
  const before: string[] = [];
  const stretches: Stretch[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    const start = head(line);
    const next = lines[i + 1] ?? '';
    const announced = ANNOUNCED.exec(start);
    if (TITLE.test(start) && (ANNOUNCED.test(head(next)) || start.startsWith('yarn run'))) continue;
    if (announced && (i === 0 || TITLE.test(head(lines[i - 1] as string)) || start.startsWith('$ '))) {
      stretches.push({ command: announced[1] as string, lines: [] });
    } else if (!RUNNER_NOISE.test(start)) {
      (stretches[stretches.length - 1]?.lines ?? before).push(line);
    }
  }
  return { before, stretches };
}

function runsScript({ program, sub }: Command): boolean {
  if (program === 'npm') return /^(?:run|run-script|test|t|tst|start|stop|restart)$/.test(sub);
  return (
    /^(?:pnpm|yarn|bun)$/.test(program) &&
    sub !== '' &&
    !/^(?:install|i|add|remove|rm|ls|list|why|audit|outdated|update|up|upgrade|info|pm|ci)$/.test(sub)
  );
}

export const nodeScripts: Filter = {
  name: 'node-scripts',
  matches: runsScript,
  apply: (input: FilterInput) => {
    const { before, stretches } = readStretches(input.lines);
    if (stretches.length === 0) return null;
    const result = [...before.filter((line) => line !== '')];
    for (const { command, lines } of stretches) {
      const shorter = input.as(command, lines);
      if (stretches.length > 1 || shorter === null) result.push(`$ ${command}`);
      result.push(...(shorter ?? lines));
    }
    return result;
  },
};
