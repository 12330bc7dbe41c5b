/**
 * The beginning of every script: goes to the file's own folder, and stays there. From then on the file is `./$n`, and
 * no folder or link that is swapped for another changes what that means.
 */
import { shellQuote } from '@synapse/runner';

/** Where a script sets it, the file must really be there; `judged-place.ts` does. */
export const PLACE_VARIABLE = 'synapse_place';

/**
 * `no` reports and ends; `why` does so from the words of a failed program. A shell does not say why `cd` failed, so
 * `ls` is asked. Links are followed one by one, so that a file is replaced where it really is.
 */
export function findFile(path: string, parents: Parents = 'there'): string {
  return `LC_ALL=C; export LC_ALL; p=${shellQuote(path)}
no() { printf 'no %s\\n' "$*"; exit 1; }
why() { case $1 in
*'No space'*|*uota*) no space;;
*'Read-only'*) no readonly;;
*ermission*|*'not permitted'*) no denied;;
*'No such'*|*'ot a directory'*|*nonexistent*) no missing;;
*'ymbolic links'*) no loop;;
*) set -f; no failed $1;; esac; }
go() { cd -P "$1" 2>/dev/null || { e=$(ls -d "$1/." 2>&1 >/dev/null); why "\${e:-ermission}"; }; }
${parents === 'there' ? '' : missingFolders(parents)}n=\${p##*/}; d=\${p%/*}; go "\${d:-/}"; i=0
while [ -L "./$n" ]; do
i=$((i+1)); [ "$i" -le 40 ] || no loop
l=$(readlink "./$n" && echo x) || why "$(ls -d "./$n" 2>&1 >/dev/null)"; l=\${l%?x}
case $l in
/*) n=\${l##*/}; d=\${l%/*}; go "\${d:-/}";;
*/*) n=\${l##*/}; go "./\${l%/*}";;
*) n=$l;; esac
[ "$n" ] || n=.
done
case \${${PLACE_VARIABLE}:-} in '') ;; *)
case $n in .|..) go "./$n"; w=$(pwd -P; echo x); w=\${w%?x};;
*) w=$(pwd -P; echo x); w=\${w%?x}; w=\${w%/}/$n;; esac
case $w in *'
'*) no failed newline;; esac
[ "$w" = "$${PLACE_VARIABLE}" ] || no elsewhere "$w"
[ "$n" = .. ] && n=.;; esac
`;
}

/** Whether the folders of the file have to be there, or are made; `ask`: only where the file would then be is asked. */
export type Parents = 'there' | 'make' | 'ask';

/** Nothing is made before it is known that the last folder that is there is the one that was judged. */
const missingFolders = (parents: Parents): string => `a=\${p%/*}; r=
while [ "$a" ] && ! [ -d "$a" ]; do
if [ -e "$a" ] || [ -L "$a" ]; then no notfolder; fi
r=/\${a##*/}$r; a=\${a%/*}
done
if [ "$r" ]; then
go "\${a:-/}"; w=$(pwd -P; echo x); w=\${w%?x}; w=\${w%/}$r/\${p##*/}
case \${${PLACE_VARIABLE}:-} in ''|"$w") ;; *) no elsewhere "$w";; esac
${parents === 'make' ? 'e=$(mkdir -p ".$r" 2>&1) || why "$e"' : 'no missing'}
fi
`;

/** Prints `size mode uid mtime owner` of a file. Which program can say so differs; one that cannot says `-`. */
export const TELL_ABOUT = `about() {
stat -L -c '%s %a %u %Y %U' "$1" 2>/dev/null || stat -L -f '%z %Lp %u %m %Su' "$1" 2>/dev/null || {
set -f; set -- $(ls -ldnL "$1"); echo "\${5:--} - \${3:--} - -"; }; }
`;

const has = (program: string): string => `command -v ${program} >/dev/null 2>&1`;

/** Hashes stdin; fails where no program can. */
export const HASH = `sum() {
if ${has('sha256sum')}; then sha256sum; elif ${has('shasum')}; then shasum -a 256;
elif ${has('openssl')}; then openssl dgst -sha256 -r; else return 1; fi; }
`;
