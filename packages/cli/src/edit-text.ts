/** Lets a person change a text in their own editor. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CliError } from './cli-error.ts';
import type { Terminal } from './terminal.ts';
import { tell } from './words/tell.ts';

export interface Draft {
  readonly file: string;
  readonly text: string;
  discard(): void;
}

/** The draft stays until it is discarded: what was typed is not lost when it cannot be stored. */
export function editText({ env }: Pick<Terminal, 'env'>, name: string, ending: string, text: string): Draft {
  const file = join(mkdtempSync(join(tmpdir(), `${name}-`)), `${name}${ending}`);
  writeFileSync(file, text, { mode: 0o600 });
  const editor = env.VISUAL || env.EDITOR || 'vi';
  // An editor may come with arguments: a shell takes them apart, and the file is an argument of its own.
  const { status, error } = spawnSync('sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' });
  if (error !== undefined) throw error;
  const code = status ?? 1;
  const discard = () => rmSync(dirname(file), { recursive: true, force: true });
  if (code !== 0) {
    throw new CliError(tell('editor_failed', { code }), {
      hint: tell('editor_kept', { file }),
    });
  }
  return { file, text: readFileSync(file, 'utf8'), discard };
}
