/** Small changes to JSON with comments: what is not changed stays as it was written. */
import { isDeepStrictEqual } from 'node:util';
import {
  applyEdits,
  findNodeAtLocation,
  getNodeValue,
  modify,
  type Node,
  type ParseError,
  parseTree,
} from 'jsonc-parser';
import { CliError } from '../cli-error.ts';
import { tell } from '../words/tell.ts';

type Path = readonly (string | number)[];

/** Sets what `path` names. A new entry goes before its siblings, so that no comma or comment after them moves. */
export function setValue(text: string, path: Path, value: unknown): string {
  const known = findNodeAtLocation(readTree(text), [...path]);
  if (known !== undefined && isDeepStrictEqual(plain(getNodeValue(known)), plain(value))) return text;
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  const formattingOptions = {
    insertSpaces: !indent.includes('\t'),
    tabSize: indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  try {
    return applyEdits(text, modify(text, [...path], value, { formattingOptions, getInsertionIndex: () => 0 }));
  } catch {
    throw new CliError(tell('json_not_object_at', { key: path.slice(0, -1).join('.') }));
  }
}

/** Takes out what `path` names. Null: it is not there. */
export function removeValue(text: string, path: Path): string | null {
  if (findNodeAtLocation(readTree(text), [...path]) === undefined) return null;
  return applyEdits(text, modify(text, [...path], undefined, {}));
}

export function readTree(text: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || root?.type !== 'object') {
    throw new CliError(tell('json_not_object'));
  }
  return root;
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
