/** The scripts that move whole folders, packed by `tar`. */
import { findFile } from './find-file.ts';
import { take } from './take-bytes.ts';

/** Reports `ok`, then the archive. */
export function packScript(path: string): string {
  return `${findFile(path)}
[ -e "./$n" ] || why "$(ls -d "./$n" 2>&1 >/dev/null)"
[ -d "./$n" ] || no notfolder
go "./$n"
command -v tar >/dev/null 2>&1 || no failed tar
echo ok
exec tar -cf - .`;
}

/** Reads an archive of so many bytes. What is there stays, unless the archive has a file of the same name. */
export function unpackScript(path: string, bytes: number): string {
  return `${findFile(path)}
command -v tar >/dev/null 2>&1 || no failed tar
if [ -e "./$n" ] && ! [ -d "./$n" ]; then no notfolder; fi
[ -d "./$n" ] || e=$(mkdir "./$n" 2>&1) || why "$e"
go "./$n"
e=$( { ${take(bytes)}; } | tar -xof - 2>&1 >/dev/null) || why "$e"
echo ok replaced`;
}
