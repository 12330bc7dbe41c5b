// Lists of paths: each folder once for its names, and what all folders begin with once at the top.

/** The longest run of whole folders (`src/app/`) that all paths begin with. */
export function commonFolder(paths: readonly string[]): string {
  let prefix = paths[0] ?? '';
  prefix = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  for (const path of paths) {
    while (prefix !== '' && !path.startsWith(prefix)) prefix = parentOf(prefix);
    if (prefix === '') break;
  }
  return prefix;
}

/** `a/b/` → `a/`; nothing above the first folder. */
const parentOf = (folder: string): string =>
  folder.length < 2 ? '' : folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);

/**
 * One line per folder and run: `src/lib/ cache.ts clock.ts`. Null when a name contains a blank, because names could
 * then not be told apart.
 */
export function groupPaths(paths: readonly string[]): string[] | null {
  const common = commonFolder(paths);
  const same = sameName(paths, common.length);
  if (same !== null)
    return [`${common}*/${same}:`, ...paths.map((path) => path.slice(common.length, -same.length - 1))];
  const result: string[] = common.length > 1 && paths.length > 2 ? [`${common}:`] : [];
  const strip = result.length > 0 ? common.length : 0;
  let folder: string | null = null;
  let line = '';
  for (const path of paths) {
    if (/\s/.test(path)) return null;
    const rest = path.slice(strip);
    const slash = rest.lastIndexOf('/', rest.length - 2) + 1;
    const here = rest.slice(0, slash);
    const name = rest.slice(slash);
    if (here === folder && here !== '') {
      line += ` ${name}`;
    } else {
      if (line !== '') result.push(line);
      folder = here;
      line = here === '' ? name : `${here} ${name}`;
    }
  }
  if (line !== '') result.push(line);
  return result;
}

/** The name that every path ends with (`doc/a/copyright`, `doc/b/copyright`), if they differ only in their folder. */
function sameName(paths: readonly string[], strip: number): string | null {
  const first = paths[0] ?? '';
  const name = first.slice(first.lastIndexOf('/') + 1);
  if (paths.length < 4 || name === '') return null;
  return paths.every((path) => path.length > strip + name.length + 1 && path.endsWith(`/${name}`) && !/\s/.test(path))
    ? name
    : null;
}
