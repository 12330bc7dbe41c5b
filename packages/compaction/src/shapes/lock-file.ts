// Lock files of every package manager: keeps packages and versions, removes checksums, addresses and ranges.
import type { Filter, FilterInput, Shape } from '../filter.ts';
import { capLines } from '../stages/cap-lines.ts';
import { writeJson } from './json-text.ts';
import { isObject, type JsonObject, type JsonValue, readJson } from './json-value.ts';

interface Locked {
  readonly name: string;
  readonly version: string;
}

/** `@scope/{a,b}@1.2.3` for neighbours with one scope and version, otherwise `name@version`. */
function writePackages(packages: readonly Locked[]): string[] {
  const result: string[] = [];
  let i = 0;
  while (i < packages.length) {
    const { name, version } = packages[i] as Locked;
    const slash = name.indexOf('/');
    const scope = name.startsWith('@') && slash > 0 ? name.slice(0, slash + 1) : '';
    let end = i + 1;
    while (
      scope !== '' &&
      end < packages.length &&
      packages[end]?.version === version &&
      packages[end]?.name.startsWith(scope)
    )
      end++;
    const names = packages.slice(i, end).map((one) => one.name.slice(scope.length));
    result.push(names.length > 1 ? `${scope}{${names.join(',')}}@${version}` : `${name}@${version}`);
    i = end;
  }
  return result;
}

const bare = (source: JsonValue | undefined): string =>
  typeof source === 'string' ? source.replace(/^"|"$/g, '') : '';
const member = (object: JsonObject, key: string): JsonValue | undefined =>
  object.values[object.keys.indexOf(`"${key}"`)];

function jsonLock(text: string): { head: string[]; packages: Locked[] } | null {
  const read = readJson(text);
  if (read === null || !isObject(read.value)) return null;
  const root = read.value;
  const head: string[] = [];
  const packages: Locked[] = [];
  root.keys.forEach((key, i) => {
    const value = root.values[i] as JsonValue;
    if (typeof value === 'string') head.push(`${bare(key)}: ${bare(value)}`);
    else if (key === '"packages"' && isObject(value)) {
      value.keys.forEach((path, n) => {
        const entry = value.values[n] as JsonValue;
        if (!isObject(entry)) return;
        if (path === '""') {
          for (const kind of [
            'dependencies',
            'devDependencies',
            'optionalDependencies',
            'peerDependencies',
            'workspaces',
          ]) {
            const wanted = member(entry, kind);
            if (wanted !== undefined) head.push(...writeJson(wanted, kind));
          }
          return;
        }
        const name = bare(path)
          .replace(/^node_modules\//, '')
          .replace(/\/node_modules\//g, ' > ');
        packages.push({ name, version: bare(member(entry, 'version')) || (member(entry, 'link') ? 'link' : '?') });
      });
    } else if ((key === '"packages"' || key === '"packages-dev"') && 'items' in value) {
      for (const entry of value.items) {
        if (isObject(entry))
          packages.push({ name: bare(member(entry, 'name')), version: bare(member(entry, 'version')) });
      }
    } else if (key === '"dependencies"' && isObject(value) && !root.keys.includes('"packages"')) {
      value.keys.forEach((name, n) => {
        const entry = value.values[n] as JsonValue;
        packages.push({ name: bare(name), version: isObject(entry) ? bare(member(entry, 'version')) : bare(entry) });
      });
    }
  });
  return packages.length > 0 ? { head, packages } : null;
}

/** `[[package]]` tables: Cargo, poetry, uv, pdm. */
function tomlLock(lines: readonly string[]): Locked[] {
  const packages: Locked[] = [];
  let name = '';
  for (const line of lines) {
    const field = /^(name|version) = "([^"]*)"/.exec(line.slice(0, 300));
    if (line === '[[package]]') name = '';
    else if (field?.[1] === 'name') name = field[2] as string;
    else if (field?.[1] === 'version' && name !== '') {
      packages.push({ name, version: field[2] as string });
      name = '';
    }
  }
  return packages;
}

/** `"name@range":` over an indented `version "1.2.3"` (yarn), and the package keys of pnpm. */
function yarnLock(lines: readonly string[]): Locked[] {
  const packages: Locked[] = [];
  let name = '';
  for (const line of lines) {
    const start = line.slice(0, 400);
    const key = /^"?(@?[^\s"@]+)@/.exec(start);
    const version = /^ {2}version:? "?([^\s"]+)"?$/.exec(start);
    if (key && line.endsWith(':')) name = key[1] as string;
    else if (version && name !== '') {
      packages.push({ name, version: version[1] as string });
      name = '';
    }
  }
  return packages;
}

function pnpmLock(lines: readonly string[]): Locked[] {
  const packages: Locked[] = [];
  let inside = false;
  for (const line of lines) {
    if (/^\S/.test(line)) inside = line === 'packages:';
    const key = inside ? /^ {2}['/]{0,2}(@?[^\s'@]+)@([^\s'(:]+)[^:]*:/.exec(line.slice(0, 300)) : null;
    if (key) packages.push({ name: key[1] as string, version: key[2] as string });
  }
  return packages;
}

function compactLock(lines: readonly string[], { cut }: Pick<FilterInput, 'cut'>): string[] | null {
  const opening = lines.slice(0, 12).join('\n').slice(0, 1_000);
  let head: readonly string[] = [];
  let packages: readonly Locked[];
  if (/"lockfileVersion"|"content-hash"/.test(opening) || /"_readme"/.test(opening)) {
    const read = jsonLock(lines.join('\n'));
    if (read === null) return null;
    ({ head, packages } = read);
  } else if (/^lockfileVersion:/m.test(opening)) packages = pnpmLock(lines);
  else if (/yarn lockfile v1|^__metadata:/m.test(opening)) packages = yarnLock(lines);
  else if (/^\[\[package\]\]/m.test(lines.slice(0, 40).join('\n'))) packages = tomlLock(lines);
  else return null;
  if (packages.length < 3) return null;
  const list = writePackages(packages);
  return [
    ...head,
    `${packages.length} packages:`,
    ...capLines(list, cut),
    cut(lines.length - list.length, 'lines of checksums and ranges'),
  ];
}

export const lockFileShape: Shape = { name: 'lock-file', apply: (input) => compactLock(input.lines, input) };

/** go.sum: two checksums per module; the versions once. */
export const goSum: Filter = {
  name: 'go-sum',
  matches: ({ program, args }) => program === 'cat' && args.some((arg) => arg.endsWith('go.sum')),
  apply: ({ lines, cut }) => {
    const modules = new Set(lines.map((line) => line.replace(/(?:\/go\.mod)? h1:\S+$/, '')));
    return modules.size < lines.length ? [...modules, cut(lines.length - modules.size, 'checksums')] : null;
  },
};
