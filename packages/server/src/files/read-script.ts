/** The scripts that read a file: a line about it, then its bytes, or some of its lines. */
import { shellQuote } from '@synapse/runner';
import { findFile, HASH, TELL_ABOUT } from './find-file.ts';

export interface ReadScript {
  readonly path: string;
  /** In bytes, from 0. */
  readonly from?: number;
  readonly bytes?: number;
  /** Instead: the last so many bytes. */
  readonly last?: number;
  /** Files up to this size are hashed first. */
  readonly hashUpTo?: number;
}

/** Reports `ok size mode uid mtime owner sha256`, `-` for what is not known. */
export function readScript({ path, from = 0, bytes, last, hashUpTo = 0 }: ReadScript): string {
  const start = last === undefined ? `+${from + 1}` : String(last);
  const tail = from > 0 || last !== undefined ? `tail -c ${start} "./$n"` : null;
  const head = bytes === undefined ? null : `head -c ${bytes}`;
  const body = tail === null ? `${head ?? 'cat'} <"./$n"` : head === null ? tail : `${tail} 2>/dev/null | ${head}`;
  return `${tellOf(path, hashUpTo)}
printf 'ok %s %s\\n' "$a" "\${h:--}"
${body}`;
}

export interface ReadLines {
  readonly path: string;
  /** The first line, from 1, and how many. */
  readonly offset: number;
  readonly count: number;
  /** Only lines that contain it, each with its number from `offset` on. */
  readonly grep?: string | undefined;
  /** No more than this. */
  readonly bytes: number;
  readonly hashUpTo: number;
}

/** Reports as `readScript`, and how many lines there are in all. */
export function readLinesScript({ path, offset, count, grep, bytes, hashUpTo }: ReadLines): string {
  const matching = grep === undefined ? '' : `| LC_ALL=C grep -nF -e ${shellQuote(grep)} `;
  return `${tellOf(path, hashUpTo)}
l=$(wc -l <"./$n"); printf 'ok %s %s %s\\n' "$a" "\${h:--}" "$((l))"
{ tail -n +${offset} <"./$n" ${matching}| head -n ${count} | head -c ${bytes}; } 2>/dev/null`;
}

/** Ends with why it cannot be read; else `$a` says what is known about it, and `$h` its digest. */
function tellOf(path: string, hashUpTo: number): string {
  return `${findFile(path)}${TELL_ABOUT}${hashUpTo > 0 ? HASH : ''}
[ -e "./$n" ] || why "$(ls -d "./$n" 2>&1 >/dev/null)"
[ -d "./$n" ] && no folder
[ -f "./$n" ] || no special
e=$( (exec <"./$n") 2>&1 ) || why "$e"
a=$(about "./$n"); h=-
${hashUpTo > 0 ? `s=\${a%% *}; case $s in *[!0-9]*) ;; *) [ "$s" -le ${hashUpTo} ] && h=$(sum <"./$n");; esac; h=\${h%% *}` : ''}`;
}

/** What a reading script says of a file before its bytes. */
export interface About {
  readonly size: number | null;
  readonly mode: string | null;
  readonly owner: string | null;
  readonly modifiedAt: string | null;
  readonly sha256: string | null;
}

export function aboutOf(words: readonly string[]): About {
  const [, size, mode, uid, mtime, name, sha256] = words;
  const known = (word: string | undefined) => (word === undefined || word === '-' || word === '' ? null : word);
  const owner = known(name) === null || name === 'UNKNOWN' ? known(uid) : name!;
  const seconds = Number.parseInt(mtime ?? '', 10);
  return {
    size: numberOf(size),
    mode: known(mode)?.padStart(4, '0') ?? null,
    owner,
    modifiedAt: Number.isSafeInteger(seconds) ? new Date(seconds * 1000).toISOString() : null,
    sha256: /^[0-9a-f]{64}$/.test(sha256 ?? '') ? sha256! : null,
  };
}

function numberOf(word: string | undefined): number | null {
  return word !== undefined && /^\d+$/.test(word) ? Number(word) : null;
}
