/** The scripts that copy a folder from one machine to another: what it holds, some of its files as an archive, and back. */
import { shellQuote } from '@synapse/runner';
import { findFile, HASH } from './find-file.ts';
import { take } from './take-bytes.ts';

/** A file or a link below the folder. */
export interface TreeFile {
  /** Begins with `./`. */
  readonly name: string;
  readonly size: number;
  /** What it is: mode and SHA-256, or where it leads. Two that say the same need not be copied. */
  readonly sameness: string;
}

/**
 * Reports `ok file`, `ok folder`, `ok absent`. For a folder then `size mode sha256 name` of each file, and `0 link target
 * name` of each link, ended by NUL; empty folders as `0 folder empty name`. A name with a newline cannot be listed.
 */
export function treeScript(path: string): string {
  const line = `printf '%s %s %s %s\\0'`;
  return `${findFile(path)}${HASH}
[ -e "./$n" ] || { [ -L "./$n" ] && no loop; echo ok absent; exit 0; }
if [ -f "./$n" ]; then echo ok file; exit 0; fi
[ -d "./$n" ] || no special
[ -r "./$n" ] || no denied
go "./$n"; command -v tar >/dev/null 2>&1 || no failed tar
[ -z "$(find . -name '*
*' 2>/dev/null | head -n 1)" ] || no failed a name with a newline
echo ok folder
find . -type l 2>/dev/null | while IFS= read -r f; do l=$(readlink "$f") && ${line} 0 link "$(printf %s "$l" | cksum | tr ' ' -)" "$f"; done
find . -type d -empty 2>/dev/null | while IFS= read -r f; do ${line} 0 folder empty "$f"; done
find . -type f 2>/dev/null | while IFS= read -r f; do
s=$(wc -c <"$f") || continue; h=$(sum <"$f") || h=-
m=$(stat -c %a "$f" 2>/dev/null || stat -f %Lp "$f" 2>/dev/null) || m=-
${line} $((s)) "$m" "\${h%% *}" "$f"; done`;
}

export function treeOf(body: Buffer): TreeFile[] {
  return body
    .toString('utf8')
    .split('\0')
    .filter(Boolean)
    .flatMap((line) => {
      const [, size, sameness, name] = /^(\d+) (\S+ \S+) (\.\/.+)$/s.exec(line) ?? [];
      return name === undefined || name === './.' ? [] : [{ name, size: Number(size), sameness: sameness! }];
    });
}

/** Reports `ok <bytes>` of the archive of these names; with `send`, the archive follows. */
export function packSomeScript(path: string, names: readonly string[], send: boolean): string {
  const list = names.map((name) => shellQuote(name)).join(' ');
  const pack = `printf '%s\\n' ${list} | tar -cf - --no-recursion -T - 2>/dev/null`;
  const packed = `printf '%s\\n' ${list} | tar -cf - -T -`;
  return `${findFile(path)}
[ -d "./$n" ] || no notfolder
go "./$n"
pack() { ${pack}; }; : | tar -cf - --no-recursion -T - >/dev/null 2>&1 || pack() { ${packed}; }
b=$(pack | wc -c); printf 'ok %s\\n' "$((b))"
${send ? 'pack' : ''}`;
}

/** Reads an archive of so many bytes into the folder, which is made if it is not there. Modes are kept, owners are not. */
export function unpackSomeScript(path: string, bytes: number): string {
  return `${findFile(path)}
command -v tar >/dev/null 2>&1 || no failed tar
if [ -e "./$n" ] && ! [ -d "./$n" ]; then no notfolder; fi
[ -d "./$n" ] || e=$(mkdir "./$n" 2>&1) || why "$e"
go "./$n"
e=$( { ${take(bytes)}; } | tar -xpof - 2>&1 >/dev/null) || why "$e"
echo ok`;
}
