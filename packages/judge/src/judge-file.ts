/** What reading or writing one file would do: judged as the plain command for it, under the name that the log has. */
import { EFFECTS, type Effect, FILE_SUDO, type FileVerb } from '@synapse/contract';
import { judge } from './judge.ts';
import { reasonOf } from './judge-program.ts';
import type { Judgement } from './judgement.ts';
import { why } from './why.ts';

/** The commands that do the same. An edit reads, too: its answer shows what is there. */
const LIKE: Readonly<Record<FileVerb, readonly string[]>> = {
  'read-file': ['cat --'],
  'list-folder': ['ls --'],
  'read-folder': ['grep -r x --'],
  'search-files': ['grep -r x --'],
  'copy-from': ['grep -r x --'],
  // All that is below it may be written.
  'copy-to': ['tee --', 'chmod -R u+w --'],
  'write-file': ['tee --'],
  'write-folder': ['tee --'],
  'edit-file': ['cat --', 'tee --'],
};

export interface JudgedFile {
  readonly verb: FileVerb;
  readonly path: string;
  /** The names of those that would be written into it, or answer `sudo`. */
  readonly secrets: readonly string[];
  /** It is done as root. */
  readonly sudo?: boolean;
}

export function judgeFile({ verb, path, secrets, sudo = false }: JudgedFile): Judgement {
  const word = `'${path.replaceAll("'", "'\\''")}'`;
  const alike = LIKE[verb].map((command) =>
    judge(`${sudo ? FILE_SUDO : ''}${command} ${word}`, { cwd: '/', home: null, isSecret: () => false }),
  );
  const found = new Set<Effect>(alike.flatMap(({ effects }) => effects));
  // Reading the old text is a part of changing it.
  if (found.has('change')) found.delete('read');
  const effects = EFFECTS.filter((effect) => found.has(effect));
  const paths = [...new Set(alike.flatMap(({ parts }) => parts.flatMap((part) => part.paths)))];
  const told = effects.includes('sensitive')
    ? why('sensitive', { program: verb, path })
    : reasonOf(effects, { program: verb });
  const text = `${sudo ? FILE_SUDO : ''}${verb} ${path}`.slice(0, 400);
  const part = { text, program: verb, effects, paths, secrets: [...secrets] };
  return { parts: [{ ...part, why: told }], effects, redirectedSecrets: [], handed: null };
}
