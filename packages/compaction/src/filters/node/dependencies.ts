// npm ls and its like: one blank per level; counts what is listed elsewhere in the tree, or optional and absent.
import { declareFilter } from '../../declare-filter.ts';
import { type Filter, head } from '../../filter.ts';
import { capLines } from '../../stages/cap-lines.ts';

const BRANCH = /^((?:[│ |] )*)(?:[├└]─[─┬] ?|[+`]-[-+] ?|[├└]── ?)/;

export const dependencyTree: Filter = {
  name: 'dependency-tree',
  matches: ({ program, sub }) => /^(?:npm|pnpm|yarn|bun)$/.test(program) && /^(?:ls|list|ll|la|why|explain)$/.test(sub),
  anyLines: true,
  apply: ({ lines, command, cut }) => {
    const everything = !command.rest.some((arg) => !arg.startsWith('-'));
    const result: string[] = [];
    let branches = 0;
    let deduped = 0;
    let absent = 0;
    for (const line of lines) {
      const branch = BRANCH.exec(head(line));
      if (!branch) {
        if (line !== '') result.push(line);
        continue;
      }
      branches++;
      const name = line.slice(branch[0].length);
      if (everything && name.endsWith(' deduped')) deduped++;
      else if (everything && name.startsWith('UNMET OPTIONAL DEPENDENCY')) absent++;
      else result.push(' '.repeat(1 + (branch[1] as string).length / 2) + name);
    }
    if (branches < 3) return null;
    const shown = capLines(result, cut);
    const repeats = `of ${branches} entries (${deduped} deduped, ${absent} optional and not installed)`;
    return deduped + absent > 0 ? [...shown, cut(deduped + absent, repeats)] : shown;
  },
};

export const nodeInstall = declareFilter({
  name: 'node-install',
  matches: ({ program, sub }) =>
    /^(?:npm|pnpm|yarn|bun)$/.test(program) &&
    /^(?:install|i|ci|add|remove|rm|uninstall|update|up|upgrade|dedupe|prune|link|audit|)$/.test(sub),
  drop: [
    /^$/,
    /packages? (?:are|is) looking for funding$/,
    /^\s+run `npm fund` for details$/,
    /^Progress: resolved \d+/,
    /^Packages: [+-]\d+/,
    /^[+-]{4,}$/,
    /^\[\d\/\d\] /,
    /^(?:info|success) (?:No lockfile found|Saved lockfile|There appears to be trouble)/,
    /^npm notice\b/,
    /^npm warn Unknown (?:user|project|env) config/,
    /^➤ YN0000: [┌└·]/,
    /^➤ YN0013: /,
    /^(?:Resolving|Resolved|Extracted|Saved lockfile)\b/,
    /^npm http fetch/,
  ],
  replace: [[/^npm warn deprecated (\S+): .*$/, 'npm warn deprecated $1']],
});
