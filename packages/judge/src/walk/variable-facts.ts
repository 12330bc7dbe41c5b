/** Which variables a script assigns, and how often: one that is assigned once has one value wherever it surely has one. */
import {
  assignmentOf,
  type FunctionDefinition,
  fixedText,
  type List,
  type Part,
  partsText,
  type SimpleCommand,
  visitList,
  type Word,
} from '@synapse/shell';

export interface VariableFacts {
  /** How often each is assigned. */
  readonly assigned: ReadonlyMap<string, number>;
  /** Those that are given nothing but whole numbers. */
  readonly numeric: ReadonlySet<string>;
  /** What is assigned cannot be known: code is made at run time. */
  readonly unclear: boolean;
  /** `$1` and those behind it do not stay what they are. */
  readonly shifts: boolean;
  readonly functions: ReadonlyMap<string, readonly FunctionDefinition[]>;
  /** What is assigned with a placeholder in it. */
  readonly secretsOf: ReadonlyMap<string, Word>;
}

const BY_NAME = new Set([
  'read',
  'unset',
  'getopts',
  'mapfile',
  'readarray',
  'let',
  'export',
  'readonly',
  'declare',
  'typeset',
  'local',
]);
const MAKES_CODE = new Set(['eval', '.', 'source', 'trap', 'alias']);
const DECLARES = new Set(['export', 'readonly', 'declare', 'typeset', 'local']);

export function variableFacts(list: List): VariableFacts {
  const assigned = new Map<string, number>();
  const other = new Set<string>();
  const functions = new Map<string, FunctionDefinition[]>();
  const secretsOf = new Map<string, Word>();
  let shifts = false;
  let unclear = false;

  const assign = (name: string, value: readonly Part[] | null): void => {
    assigned.set(name, (assigned.get(name) ?? 0) + 1);
    if (value === null || !isNumeric(value)) other.add(name);
  };
  const partsOf = (parts: readonly Part[]): void => {
    for (const part of parts) {
      if (part.kind === 'parameter' && (part.operator === '=' || part.operator === ':=')) {
        assign(part.name, null);
        assign(part.name, null);
      }
      if (part.kind === 'substitution' || part.kind === 'process') visit(part.list);
      else if (part.kind === 'backticks') visit(part.script.list);
      else if ('parts' in part) partsOf(part.parts);
    }
  };
  const simple = ({ assignments, words }: SimpleCommand): void => {
    for (const { name, value, append, word } of assignments) {
      assign(name, append ? null : value);
      if (word.holes > 0) secretsOf.set(name, word);
    }
    const said = words.slice(0, 4).map((word) => fixedText(word) ?? '');
    const name = said.find((word) => !/^(?:command|builtin|exec|-.*)$/.test(word)) ?? '';
    if (MAKES_CODE.has(name)) unclear = true;
    if (said.some((word) => word === 'set' || word === 'shift')) shifts = true;
    const by = said.find((word) => BY_NAME.has(word));
    if (by !== undefined) for (const word of words) named(word, DECLARES.has(by));
  };
  const named = (word: Word, declares: boolean): void => {
    const assignment = assignmentOf(word);
    if (assignment !== null) {
      assign(assignment.name, assignment.value);
      if (!declares) assign(assignment.name, null);
      return;
    }
    const text = fixedText(word);
    if (text === null) unclear ||= !declares;
    else if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(text) && !declares) {
      assign(text, null);
      assign(text, null);
    }
  };
  const visit = (inner: List): void =>
    visitList(inner, {
      simple,
      command: (command) => {
        if (command.kind === 'function') {
          const name = partsText(command.name.parts, '');
          functions.set(name, [...(functions.get(name) ?? []), command]);
        }
        if ((command.kind === 'for' || command.kind === 'select') && command.variable !== null) {
          assign(fixedText(command.variable) ?? '', null);
        }
      },
      word: ({ parts }) => partsOf(parts),
      heredoc: ({ body }) => partsOf(body?.parts ?? []),
      arithmetic: partsOf,
    });
  visit(list);
  const numeric = new Set([...assigned.keys()].filter((name) => !other.has(name)));
  return { assigned, numeric, unclear, shifts, functions, secretsOf };
}

/** A number as it is written, or what is one by its nature. */
function isNumeric(value: readonly Part[]): boolean {
  const [only] = value;
  if (value.length !== 1 || only === undefined) return false;
  if (only.kind === 'literal') return /^-?[0-9]+$/.test(only.value);
  if (only.kind === 'double') return isNumeric(only.parts);
  if (only.kind === 'parameter') return only.operator === '' && (only.prefix === '#' || /^[#?$!]$/.test(only.name));
  return only.kind === 'arithmetic';
}
