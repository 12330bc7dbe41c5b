/** Puts an entry into a client's own file: everything else there, comments included, stays as it is. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import {
  applyEdits,
  findNodeAtLocation,
  type ModificationOptions,
  modify,
  type ParseError,
  parse,
  parseTree,
} from 'jsonc-parser';
import { CliError } from '../cli-error.ts';
import type { ClientSetup } from './client-setup.ts';

type Entry = Pick<ClientSetup, 'path' | 'entry' | 'inputs' | 'secret'>;

/** What the file would become. */
export function mergedText(before: string, { path, entry, inputs }: Entry): string {
  let text = before.trim() === '' ? '{}\n' : before;
  const errors: ParseError[] = [];
  const root: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || typeof root !== 'object' || root === null || Array.isArray(root)) {
    throw new CliError('the file is not a JSON object: mend it first, nothing was changed');
  }
  const formatting = formattingOf(text);
  text = applyEdits(text, modify(text, [...path], entry, formatting));
  for (const input of inputs) text = withInput(text, input, formatting);
  return text;
}

/** An input of the same id is replaced, others stay. */
function withInput(text: string, input: Readonly<Record<string, unknown>>, formatting: ModificationOptions): string {
  const tree = parseTree(text);
  const list = tree === undefined ? undefined : findNodeAtLocation(tree, ['inputs']);
  if (list === undefined) return applyEdits(text, modify(text, ['inputs'], [input], formatting));
  const known = (parse(text) as { inputs: { id?: unknown }[] }).inputs;
  const at = known.findIndex(({ id }) => id === input.id);
  const options = { ...formatting, isArrayInsertion: at < 0 };
  return applyEdits(text, modify(text, ['inputs', at < 0 ? known.length : at], input, options));
}

/** As the file is written already. */
function formattingOf(text: string): ModificationOptions {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  return {
    formattingOptions: {
      insertSpaces: !indent.startsWith('\t'),
      tabSize: indent.startsWith('\t') ? 1 : indent.length,
      eol: text.includes('\r\n') ? '\r\n' : '\n',
    },
  };
}

export function readClientFile(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Replaced whole, so that a client never reads half of it; a link keeps pointing where it did. */
export function writeEntry(file: string, entry: Entry): void {
  const text = mergedText(readClientFile(file), entry);
  const target = existsSync(file) ? realpathSync(file) : file;
  mkdirSync(dirname(target), { recursive: true });
  const mode = existsSync(target) ? statSync(target).mode & 0o777 : 0o644;
  const draft = `${target}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
    chmodSync(draft, entry.secret ? 0o600 : mode);
    renameSync(draft, target);
  } finally {
    rmSync(draft, { force: true });
  }
}
