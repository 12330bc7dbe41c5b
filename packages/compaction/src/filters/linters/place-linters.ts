// Tools that write `file:line:column: message` and may quote the source under it.
import type { Filter } from '../../filter.ts';
import { sayPhrasesOnce } from '../../shapes/phrases/say-phrases-once.ts';
import { readPlaceLine } from './place-lines.ts';
import { groupFindings } from './read-findings.ts';

const NAMES =
  /^(?:golangci-lint|staticcheck|revive|flake8|pylint|pycodestyle|pydocstyle|javac|kotlinc|scalac|shellcheck|hadolint|actionlint|yamllint|protoc|buf|swiftc|ghc|vulture|codespell|cppcheck|clang-tidy|iverilog|luacheck|checkstyle|vint)$/;

/** pylint quotes code that is the same in two files. Which lines of which files is enough. */
function joinDuplicates(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => line.includes(': R0801: '))) return lines;
  const result: string[] = [];
  let open = false;
  for (const line of lines) {
    if (open && /^==\S+:\[\d+:\d+\]$/.test(line)) result[result.length - 1] += ` ${line.slice(2)}`;
    else if (!open || !/^\s/.test(line)) result.push(line);
    if (line.endsWith('(duplicate-code)')) result[result.length - 1] += ' (duplicate-code)';
    open = open ? !line.endsWith('(duplicate-code)') : line.includes(': R0801: ');
  }
  return result;
}

export const placeLinters: Filter = {
  name: 'findings',
  matches: ({ program, sub }) =>
    NAMES.test(program) || (program === 'go' && /^(?:build|vet|install|run|generate)$/.test(sub)),
  apply: (input) => {
    const found = groupFindings(
      { ...input, lines: joinDuplicates(input.lines) },
      {
        // go vet puts its own name before the place
        read: (line) => readPlaceLine(line.replace(/^vet: /, '')),
        noise: (line) => /^\*+ Module |^\d+\/\d+ files checked \d+% done$|^Checking \S+(?: .*)?\.\.\.$/.test(line),
      },
    );
    return found === null ? null : sayPhrasesOnce(found);
  },
};
