// `npm ls --json`: the tree as `npm ls` prints it, one blank per level; npm's complaints stay whole.
import type { Filter } from '../../filter.ts';
import { capLines } from '../../stages/cap-lines.ts';
import { type Fields, isFields, parseJson, textOf } from './read-records.ts';

/** Fields of a package that say nothing when they are false. */
const TOLD = ['missing', 'invalid', 'extraneous', 'overridden', 'problems'];
const DEEPEST = 60;

export const npmLsJson: Filter = {
  name: 'npm-ls-json',
  matches: ({ program, sub, args }) => program === 'npm' && /^(?:ls|list|ll|la)$/.test(sub) && args.includes('--json'),
  apply: ({ lines, cut, tick }) => {
    const root = parseJson(lines.join('\n'));
    if (!isFields(root) || !isFields(root.dependencies)) return null;
    const result: string[] = [];
    let absent = 0;
    const write = (name: string, entry: Fields, depth: number): boolean => {
      tick();
      const version = textOf(entry.version);
      const told = TOLD.filter((field) => entry[field] !== undefined && entry[field] !== false);
      if (Object.keys(entry).length === 0) {
        absent++;
        return true;
      }
      const said = told.map((field) => ` ${field}${entry[field] === true ? '' : `: ${JSON.stringify(entry[field])}`}`);
      result.push(`${' '.repeat(depth)}${version === '' ? name : `${name}@${version}`}${said.join('')}`);
      const below = isFields(entry.dependencies) ? Object.entries(entry.dependencies) : [];
      return depth < DEEPEST && below.every(([child, value]) => isFields(value) && write(child, value, depth + 1));
    };
    if (!write(textOf(root.name) || '.', root, 0)) return null;
    const shown = capLines(result, cut);
    return absent > 0 ? [...shown, cut(absent, 'optional packages that are not installed')] : shown;
  },
};
