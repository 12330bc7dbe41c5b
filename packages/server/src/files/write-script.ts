/**
 * The script that writes a file from its stdin. The bytes go to a new file in the same folder, which gets the mode and
 * owner of the old one, is synced, and then takes its place: a reader sees all of the one or all of the
 * other. Whatever goes wrong before leaves the old one as it was, and takes the new one away.
 */
import { shellQuote } from '@synapse/runner';
import { findFile, HASH } from './find-file.ts';
import { take } from './take-bytes.ts';

/** What must be there just before it is replaced. `cksum` is for a target that has no program for SHA-256. */
export type Expected =
  | { readonly kind: 'anything' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'sha256' | 'cksum'; readonly value: string };

/** A large file that comes in several pieces: what has come stays beside it, under a name of its own, for a day. */
export interface Piece {
  readonly id: string;
  /** Null: nothing comes; the present length is reported, or the file is complete and takes its place. */
  readonly from: number | null;
  readonly total: number;
}

export interface WriteScript {
  readonly path: string;
  /** How much of stdin is the file. */
  readonly bytes: number;
  /** Names the new file until it has its place. */
  readonly token: string;
  readonly expected: Expected;
  /** Octal. */
  readonly mode: string | null;
  readonly piece?: Piece | null;
  /** Makes the folders that are missing. */
  readonly parents?: boolean;
}

/**
 * Reports `ok created`, `ok replaced`, `ok part <size>`; `no changed <sha256 or ->`, `no hash` where it cannot hash,
 * `no at <size>` where a piece does not follow what is there, and whatever `why` says.
 */
export function writeScript({
  path,
  bytes,
  token,
  expected,
  mode,
  piece = null,
  parents = false,
}: WriteScript): string {
  return [
    findFile(path, parents ? 'make' : 'there'),
    HASH,
    PLACE,
    piece === null ? receive(bytes, token) : receivePiece(bytes, piece),
    KEEP_ATTRIBUTES,
    mode === null ? '' : `e=$(chmod ${shellQuote(mode)} "$t" 2>&1) || why "$e"\n`,
    SYNC_AND_LOCK,
    check(expected),
    expected.kind === 'absent' ? MAKE : REPLACE,
  ].join('');
}

/**
 * Where the new file will be. One that was left by a script that was killed is taken away: its name ends in the number
 * of a process that is no more.
 */
const PLACE = `u=$(umask); umask 077
[ -d "./$n" ] && no folder
if [ -e "./$n" ] && ! [ -f "./$n" ]; then no special; fi
h=$(printf %s "$n" | cksum); h=\${h%% *}
set +f
for o in ./.synapse-"$h"-*.[0-9]*; do
q=\${o##*.}
if [ -f "$o" ] && ! [ -d "/proc/$q" ] && ! kill -0 "$q" 2>/dev/null; then rm -f "$o"; fi
done
t=; clean() { [ -z "$t" ] || rm -f "$t"; }
trap clean EXIT
trap 'exit 1' HUP INT TERM PIPE
`;

/** \`set -C\`: the name must be new, so no foreign link is followed. */
function receive(bytes: number, token: string): string {
  return `t=./.synapse-$h-${token}.$$
e=$( (set -C; { ${take(bytes, `"$t"`)}; } >"$t") 2>&1 ) || why "$e"
${sized(bytes)}`;
}

const sized = (bytes: number) => `s=$(wc -c <"$t"); s=$((s)); [ "$s" -eq ${bytes} ] || no short "$s"\n`;

/** What has come stays if the rest does not: the next piece continues there. */
function receivePiece(bytes: number, { id, from, total }: Piece): string {
  return `k=./.synapse-$h-${id}.part
find . ! -name . -prune -type f -name '.synapse-*.part' -mtime +0 -exec rm -f {} + 2>/dev/null
if [ -L "$k" ]; then no special; fi
[ -e "$k" ] || e=$( (set -C; : >"$k") 2>&1 ) || why "$e"
s=$(wc -c <"$k"); s=$((s))
${from === null ? '' : appended(bytes, from)}[ "$s" -ge ${total} ] || { printf 'ok part %s\\n' "$s"; exit 0; }
[ "$s" -eq ${total} ] || { rm -f "$k"; no short "$s"; }
t=$k
`;
}

const appended = (bytes: number, from: number) => `[ "$s" -eq ${from} ] || no at "$s"
e=$( { ${take(bytes, `"$k"`)}; } 2>&1 >>"$k") || why "$e"
s=$(wc -c <"$k"); s=$((s)); [ "$s" -eq ${from + bytes} ] || no short "$s"
`;

/** A file that is replaced keeps its owner, mode and access list. If it cannot, it is not replaced. */
const KEEP_ATTRIBUTES = `owner() { stat -c '%u:%g' "$1" 2>/dev/null || stat -f '%u:%g' "$1" 2>/dev/null ||
{ set -f; set -- $(ls -ldn "$1"); echo "$3:$4"; }; }
if [ -e "./$n" ]; then
c=replaced; w=$(owner "./$n")
if [ "$(owner "$t")" != "$w" ]; then
chown "$w" "$t" 2>/dev/null; [ "$(owner "$t")" = "$w" ] || no owner
fi
m=$(stat -c %a "./$n" 2>/dev/null || stat -f %Lp "./$n" 2>/dev/null) || {
l=$(ls -ld "./$n"); l=\${l#?}; m=
for who in u g o; do r=\${l#???}; b=\${l%"$r"}; l=$r; x=
case $b in r*) x=r;; esac; case $b in ?w*) x=\${x}w;; esac; case $b in *[xst]) x=\${x}x;; esac
case $who$b in [ug]??[sS]) x=\${x}s;; esac; m=$m\${m:+,}$who=$x; done; }
e=$(chmod "$m" "$t" 2>&1) || why "$e"
case $(ls -ld "./$n") in ??????????+*) getfacl "./$n" 2>/dev/null | setfacl --set-file=- "$t" 2>/dev/null;; esac
else c=created; umask "$u"; chmod =rw "$t"; umask 077; fi
`;

/** One of ours at a time, where there is \`flock\`. The lock is on the folder, so that nothing is left of it. */
const SYNC_AND_LOCK = `sync "$t" 2>/dev/null
if command -v flock >/dev/null 2>&1 && (exec 9<.) 2>/dev/null; then exec 9<.; flock -w 10 9 2>/dev/null; fi
`;

function check(expected: Expected): string {
  switch (expected.kind) {
    case 'anything':
      return '';
    case 'absent':
      return `if [ -e "./$n" ] || [ -L "./$n" ]; then x=$(sum <"./$n" 2>/dev/null); no changed "\${x%% *}"; fi\n`;
    case 'sha256':
      return `[ -f "./$n" ] || no changed absent
x=$(sum <"./$n" 2>/dev/null) || no hash; x=\${x%% *}
[ "$x" = ${shellQuote(expected.value)} ] || no changed "$x"
`;
    case 'cksum':
      return `[ -f "./$n" ] || no changed absent
x=$(cksum <"./$n") || no failed cksum; [ "$x" = ${shellQuote(expected.value)} ] || no changed
`;
  }
}

/** A second name for it, which fails if there is one by now. Where files cannot have two names, it is moved. */
const MAKE = `if ln -T "$t" "./$n" 2>/dev/null; then :
elif [ -e "./$n" ] || [ -L "./$n" ]; then x=$(sum <"./$n" 2>/dev/null); no changed "\${x%% *}"
elif ln "$t" "./$n" 2>/dev/null; then :
else e=$(mv -f "$t" "./$n" 2>&1) || why "$e"; t=; fi
clean; t=; sync . 2>/dev/null
echo ok created
`;

/** \`-T\`: a folder in its place is not moved into. Where \`mv\` has no such option, it is looked at first. */
const REPLACE = `if ! mv -fT "$t" "./$n" 2>/dev/null; then
[ -d "./$n" ] && no folder
e=$(mv -f "$t" "./$n" 2>&1) || why "$e"
fi
t=; sync . 2>/dev/null
echo "ok $c"
`;
