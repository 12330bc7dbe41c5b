/**
 * The script that searches the files of a folder: with a pattern for lines, without one for names. It uses `rg`, `git
 * grep` or `grep`, whichever is there. What a `.gitignore` names is left out by the first two, binary files by all.
 */
import { shellQuote } from '@synapse/runner';
import { findFile } from './find-file.ts';

export interface SearchScript {
  readonly path: string;
  /** An extended regular expression. */
  readonly pattern: string | undefined;
  /** Of names; of paths below the folder if it has a slash. */
  readonly glob: string | undefined;
  /** How much it may print. */
  readonly bytes: number;
}

/** A longer line is cut. */
const LINE_BYTES = 600;

/**
 * Reports `ok <program> <prefix>`, `no pattern …` for one that the program does not understand. Then `path NUL line :
 * text`, or names, each ended by NUL. The paths begin with `./`, or with the prefix.
 */
export function searchScript({ path, pattern, glob, bytes }: SearchScript): string {
  const [names, lines] = [pattern === undefined, `cut -b 1-${LINE_BYTES} |`];
  return `${findFile(path === '/' ? '/.' : path)}
[ -e "./$n" ] || why "$(ls -d "./$n" 2>&1 >/dev/null)"
if [ -d "./$n" ]; then [ -r "./$n" ] || no denied; go "./$n"; t=.
elif [ -f "./$n" ]; then e=$( (exec <"./$n") 2>&1 ) || why "$e"; t=./$n
else no special; fi
has() { command -v "$1" >/dev/null 2>&1; }
x=${shellQuote(pattern ?? '')}
valid() { e=$(echo x | "$@" 2>&1 >/dev/null); [ -z "$e" ] || { set -f; no pattern $e; }; }
{ if has rg; then
${names ? '' : 'valid rg --no-config -e "$x" -'}
echo 'ok rg ./'
rg --no-config --no-messages --no-require-git --hidden --glob '!.git' ${glob === undefined ? '' : `--glob ${shellQuote(glob)} `}--sort path --null ${
    names
      ? '--files -- "$t"'
      : `--color never --no-heading --line-number --with-filename --max-columns ${LINE_BYTES} --max-columns-preview -e "$x" -- "$t"`
  }
elif [ "$t" = . ] && has git; then
${gitSearch(names, glob)}
else
${names ? '' : 'valid grep -E -e "$x"'}
echo 'ok grep ./'
${findSearch(names, glob)}
fi; } | { IFS= read -r first; printf '%s\\n' "$first"; ${names ? '' : lines} head -c ${bytes}; }`;
}

/**
 * `GIT_DIR`: no repository's own settings are read, which could start programs. It begins at the top of the work tree,
 * so that the `.gitignore` there counts; what is searched is still the folder.
 */
function gitSearch(names: boolean, glob: string | undefined): string {
  const inAnyFolder = glob === undefined || glob.includes('/') ? glob : `**/${glob}`;
  const where = inAnyFolder === undefined ? '":(glob)$s**"' : `":(glob)$s"${shellQuote(inAnyFolder)}`;
  const grep = 'git grep --no-index --exclude-standard --color=never --null';
  return `GIT_DIR=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null; export GIT_DIR GIT_CONFIG_NOSYSTEM GIT_CONFIG_GLOBAL
${names ? '' : 'valid git grep --no-index -q -E -e "$x" -- ./.no-such-file'}
b=$(pwd -P); u=$b; while [ "$u" ] && ! [ -e "$u/.git" ]; do u=\${u%/*}; done
s=; case $u$b in "$b$b"|"$b"|*'
'*) ;; *) cd -P "$u" || no denied; s=\${b#"$u"/}/;; esac
echo "ok git $s"
s=$(printf %s "$s" | sed 's/[][*?\\\\]/\\\\&/g')
${names ? `${grep} -l -e '' -- ${where}; ${grep} -L -e '' -- ${where}` : `${grep} -I -n -E -e "$x" -- ${where}`}`;
}

function findSearch(names: boolean, glob: string | undefined): string {
  const test =
    glob === undefined ? '' : glob.includes('/') ? `-path ${shellQuote(`./${glob}`)}` : `-name ${shellQuote(glob)}`;
  const files = `find "$t" -name .git -prune -o -type f ${test}`;
  if (names) return `${files} -print0 2>/dev/null`;
  // Not every grep recognises binary files, or supports NUL after a name.
  return `o=; for f in I Z; do printf x | grep -q"$f" x 2>/dev/null && o=$o$f; done
${files} -exec grep -nHE"$o" -e "$x" -- {} + 2>/dev/null`;
}
