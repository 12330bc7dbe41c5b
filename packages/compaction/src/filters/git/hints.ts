// Advice under a git command that stopped: keeps what happened, and of the advice only the commands to type.
import type { Filter } from '../../filter.ts';

const HINT = /^hint:/;
const COMMAND = /\bgit [a-z-]+|--[a-z-]+\b/;

export const gitHints: Filter = {
  name: 'git-hints',
  matches: ({ program, sub }) =>
    program === 'git' && /^(?:rebase|merge|pull|push|cherry-pick|revert|am|add|switch|checkout|stash)$/.test(sub),
  apply: ({ lines }) => {
    const hints = lines.filter((line) => HINT.test(line));
    const told = hints.filter((line) => COMMAND.test(line));
    if (hints.length < 2 || told.length === hints.length) return null;
    const kept = told.length > 0 ? new Set(told) : new Set(hints.slice(0, 1));
    // `Could not apply 111e508... x` repeats the error above it
    const errors = new Set(lines.filter((line) => line.startsWith('error: could not apply ')));
    return lines.filter((line) => (HINT.test(line) ? kept.has(line) : !errors.has(`error: c${line.slice(1)}`)));
  },
};
