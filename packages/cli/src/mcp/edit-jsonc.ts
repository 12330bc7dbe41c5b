/** Small changes to JSON with comments that leave every other character of the file where it was. */
import { isDeepStrictEqual } from 'node:util';
import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { CliError } from '../cli-error.ts';

type Path = readonly (string | number)[];

/** Sets what `path` names. What is new goes in front of its siblings, so that no comma or comment behind them moves. */
export function setValue(text: string, path: Path, value: unknown): string {
  const root = readTree(text);
  const unit = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  const known = findNodeAtLocation(root, [...path]);
  if (known !== undefined && isDeepStrictEqual(plain(getNodeValue(known)), plain(value))) return text;
  if (known !== undefined) return splice(text, known, format(value, unit, path.length));
  const parentPath = path.slice(0, -1);
  const parent = parentPath.length === 0 ? root : findNodeAtLocation(root, [...parentPath]);
  const key = path.at(-1)!;
  if (parent === undefined) return setValue(text, parentPath, typeof key === 'number' ? [value] : { [key]: value });
  if (parent.type !== (typeof key === 'number' ? 'array' : 'object')) {
    throw new CliError(`"${parentPath.join('.')}" in the file is not what it should be; nothing was changed`);
  }
  return insertFirst(text, parent, key, value, unit, path.length);
}

export function readTree(text: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || root?.type !== 'object') {
    throw new CliError('the file is not a JSON object: mend it first, nothing was changed');
  }
  return root;
}

function insertFirst(
  text: string,
  parent: Node,
  key: string | number,
  value: unknown,
  unit: string,
  depth: number,
): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const name = typeof key === 'number' ? '' : `${JSON.stringify(key)}: `;
  const entry = `${eol}${unit.repeat(depth)}${name}${format(value, unit, depth, eol)}`;
  const at = parent.offset + 1;
  const rest = text.slice(at);
  if ((parent.children?.length ?? 0) > 0) return `${text.slice(0, at)}${entry},${rest}`;
  // An empty object may still hold comments: they stay, on lines of their own.
  const gap = /^\s*[}\]]/.test(rest) ? `${eol}${unit.repeat(depth - 1)}${rest.trimStart()}` : rest;
  return `${text.slice(0, at)}${entry}${gap}`;
}

function format(value: unknown, unit: string, depth: number, eol = '\n'): string {
  return JSON.stringify(value, null, unit)
    .split('\n')
    .join(`${eol}${unit.repeat(depth)}`);
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function splice(text: string, { offset, length }: Node, value: string): string {
  return text.slice(0, offset) + value + text.slice(offset + length);
}
