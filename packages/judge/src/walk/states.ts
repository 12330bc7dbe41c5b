/** How what a shell knows comes together where two ways meet. */
import { union } from '../arg.ts';
import type { State } from './frame.ts';

const MOST_FOLDERS = 6;
const MOST_VARIABLES = 200;

/** What holds whichever way was taken. */
export function merge(left: State | null, right: State | null): State | null {
  if (left === null || right === null) return left ?? right;
  if (left === right) return left;
  return {
    ...left,
    folders: mergeFolders(left.folders, right.folders),
    variables: common(left.variables, right.variables),
    functions: common(left.functions, right.functions),
    positional: left.positional === right.positional ? left.positional : null,
    exported: union(left.exported, right.exported),
  };
}

function mergeFolders(left: State['folders'], right: State['folders']): State['folders'] {
  if (left === right) return left;
  if (left === null || right === null) return null;
  const all = union(left, right);
  return all.length > MOST_FOLDERS ? null : all;
}

function common<T>(left: ReadonlyMap<string, T>, right: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  if (left === right) return left;
  return new Map([...left].filter(([name, value]) => right.get(name) === value));
}

export function withVariable<T>(map: ReadonlyMap<string, T>, name: string, value: T): ReadonlyMap<string, T> {
  if (map.size >= MOST_VARIABLES) return map;
  return new Map(map).set(name, value);
}
