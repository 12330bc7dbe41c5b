/** The script that lists a folder: kinds and names, then sizes, times, permissions and owners in the same order. */
import { FILE_LIMITS, type Folder, type FolderEntry } from '@synapse/contract';
import { findFile } from './find-file.ts';

const ALL = './.[!.]* ./..?* ./*';

/**
 * A name may hold any byte but NUL, so NUL ends each, and an empty one all of them. The shell itself tells the kinds,
 * and one process the rest: a folder of thousands costs no process for each.
 */
export function listScript(path: string): string {
  return `${findFile(path === '/' ? '/.' : path)}
[ -e "./$n" ] || why "$(ls -d "./$n" 2>&1 >/dev/null)"
[ -d "./$n" ] || no special
[ -r "./$n" ] || no denied
go "./$n"
set +f; i=0; more=all
echo ok
for f in ${ALL}; do
if [ -L "$f" ]; then k=l; elif [ -d "$f" ]; then k=d; elif [ -f "$f" ]; then k=f; elif [ -e "$f" ]; then k=o; else continue; fi
i=$((i+1)); if [ "$i" -gt ${FILE_LIMITS.entries} ]; then more=more; break; fi
printf '%s%s\\0' "$k" "\${f#./}"
done
printf '\\0%s\\n' "$more"
tell() { stat -c '%s %Y %a %U' "$@" 2>/dev/null || stat -f '%z %m %Lp %Su' "$@" 2>/dev/null || :; }
${ALL.split(' ')
  .map((names) => `set -- ${names}; if [ -e "$1" ] || [ -L "$1" ]; then tell "$@"; fi`)
  .join('\n')}
`;
}

const KINDS: Readonly<Record<string, FolderEntry['kind']>> = { l: 'link', d: 'folder', f: 'file', o: 'other' };

export function folderOf(path: string, body: Buffer): Folder {
  const names: string[] = [];
  let at = 0;
  for (let end = body.indexOf(0, at); end > at; end = body.indexOf(0, at)) {
    names.push(body.toString('utf8', at, end));
    at = end + 1;
  }
  const [said, ...facts] = body
    .toString('utf8', at + 1)
    .split('\n')
    .filter(Boolean);
  const more = said === 'more';
  // One that vanished meanwhile has no line, and then the other lines cannot be matched.
  const known = more ? facts.length >= names.length : facts.length === names.length;
  const entries = names.map((name, index): FolderEntry => {
    const [size, seconds, mode, ...owner] = known ? facts[index]!.split(' ') : [];
    const kind = KINDS[name[0]!] ?? 'other';
    return {
      name: name.slice(1),
      kind,
      size: kind === 'file' ? integerIn(size) : null,
      modified_at: timeOf(integerIn(seconds)),
      mode: mode !== undefined && /^[0-7]{1,4}$/.test(mode) ? mode.padStart(4, '0') : null,
      owner: owner.length === 0 ? null : owner.join(' '),
    };
  });
  return { path, entries, more };
}

function integerIn(text: string | undefined): number | null {
  const value = Number(text);
  return text !== undefined && Number.isSafeInteger(value) ? value : null;
}

/** A clock of another machine may say anything. */
function timeOf(seconds: number | null): string | null {
  const time = new Date((seconds ?? Number.NaN) * 1000);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
