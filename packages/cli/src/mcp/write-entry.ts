/** Puts an entry into a client's own file. Everything else there, comments included, stays as it is. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { findNodeAtLocation, getNodeValue } from 'jsonc-parser';
import type { ClientSetup } from './client-setup.ts';
import { readTree, removeValue, setValue } from './edit-jsonc.ts';
import { removeTable, setTable } from './edit-toml.ts';

type Entry = Pick<ClientSetup, 'format' | 'path' | 'entry' | 'inputs' | 'secret'>;

/** The new content of the file. */
export function mergedText(before: string, { format, path, entry, inputs }: Entry): string {
  if (format === 'toml') return setTable(before, path, entry);
  // A file for this one server: whatever it held was ours.
  if (format === 'yaml') return writeYaml(entry);
  let text = setValue(before.trim() === '' ? '{}\n' : before, path, entry);
  for (const input of inputs) text = setValue(text, ['inputs', placeOf(text, input.id)], input);
  return text;
}

/** The index of the input with that id, or just after the last one. */
function placeOf(text: string, id: unknown): number {
  const list = findNodeAtLocation(readTree(text), ['inputs'])?.children ?? [];
  const at = list.findIndex((node) => getNodeValue(node)?.id === id);
  return at < 0 ? list.length : at;
}

export function readClientFile(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** False: it was not there. Nothing else in the file changes; a file that was ours alone goes. */
export function removeEntry(file: string, { format, path, inputs }: Entry): boolean {
  if (!existsSync(file)) return false;
  if (format === 'yaml') {
    rmSync(file);
    return true;
  }
  const before = readClientFile(file);
  let text = format === 'toml' ? removeTable(before, path) : removeValue(before, path);
  if (text === null) return false;
  for (const { id } of inputs) text = removeValue(text, ['inputs', placeOf(text, id)]) ?? text;
  if (holdsNothing(format, text)) removeFile(file);
  else replaceFile(file, text, false);
  return true;
}

/** Neither a setting nor a comment: the file is there because of us. */
function holdsNothing(format: Entry['format'], text: string): boolean {
  if (format === 'toml') return text.trim() === '';
  return /^[\s{}[\],]*$/.test(text.replace(/"[\w.-]+"\s*:/g, ''));
}

/** With the folder of the client, where that held nothing else. */
function removeFile(file: string): void {
  rmSync(file);
  const folder = dirname(file);
  if (basename(folder).startsWith('.') && readdirSync(folder).length === 0) rmdirSync(folder);
}

export function writeEntry(file: string, entry: Entry): void {
  replaceFile(file, mergedText(readClientFile(file), entry), entry.secret);
}

/** Replaced as a whole, so that a client never reads half of it. A symbolic link keeps pointing where it did. */
function replaceFile(file: string, text: string, secret: boolean): void {
  const target = existsSync(file) ? realpathSync(file) : file;
  mkdirSync(dirname(target), { recursive: true });
  const mode = existsSync(target) ? statSync(target).mode & 0o777 : 0o644;
  const draft = `${target}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
    chmodSync(draft, secret ? 0o600 : mode);
    renameSync(draft, target);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Plain data as YAML. Text is written as in JSON, which YAML reads too. */

function writeYaml(value: Readonly<Record<string, unknown>>, indent = ''): string {
  return Object.entries(value)
    .map(([key, inner]) => `${indent}${key}:${writeInner(inner, `${indent}  `)}`)
    .join('');
}

function writeInner(value: unknown, indent: string): string {
  if (Array.isArray(value)) return `\n${value.map((item) => writeItem(item, indent)).join('')}`;
  if (typeof value === 'object' && value !== null) return `\n${writeYaml(value as Record<string, unknown>, indent)}`;
  return ` ${JSON.stringify(value)}\n`;
}

/** The first line of an item follows its dash. */
function writeItem(item: unknown, indent: string): string {
  if (typeof item !== 'object' || item === null) return `${indent}- ${JSON.stringify(item)}\n`;
  const lines = writeYaml(item as Record<string, unknown>, `${indent}  `);
  return `${indent}- ${lines.slice(indent.length + 2)}`;
}
