// Tools that write `file:line:column: message` and may quote the source under it.
import type { Filter } from '../../filter.ts';
import { readPlaceLine } from './place-lines.ts';
import { groupFindings } from './read-findings.ts';

const NAMES =
  /^(?:golangci-lint|staticcheck|revive|flake8|pylint|pycodestyle|pydocstyle|javac|kotlinc|scalac|shellcheck|hadolint|actionlint|yamllint|protoc|buf|swiftc|ghc|vulture|codespell|cppcheck|clang-tidy|iverilog|luacheck|checkstyle|vint)$/;

export const placeLinters: Filter = {
  name: 'findings',
  matches: ({ program, sub }) =>
    NAMES.test(program) || (program === 'go' && /^(?:build|vet|install|run|generate)$/.test(sub)),
  apply: (input) =>
    groupFindings(input, {
      // go vet puts its own name before the place
      read: (line) => readPlaceLine(line.replace(/^vet: /, '')),
      noise: (line) => /^\*+ Module |^\d+\/\d+ files checked \d+% done$|^Checking \S+(?: .*)?\.\.\.$/.test(line),
    }),
};
