/** In which form this program was installed, and the command that brings the next version. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { packageFile } from '../offline.ts';
import { HAS_OWN_NAME, THIS } from './newest-version.ts';

interface NpxNote {
  readonly _npx?: { readonly packages?: readonly string[] };
  readonly dependencies?: Readonly<Record<string, string>>;
}

export type InstallationForm = 'clone' | 'deb' | 'image' | 'npx' | 'npm';

/** The folder that holds `packages`. */
export const ROOT = dirname(packageFile('.'));

export function installationForm(root = ROOT): InstallationForm {
  if (existsSync(join(root, 'packages/cli/src'))) return 'clone';
  if (root === '/usr/lib/synapse') return 'deb';
  if (root === '/app') return 'image';
  return npxPackage(root) === null ? 'npm' : 'npx';
}

/** From npm, or the file of a release. */
const NEXT_PACKAGE = HAS_OWN_NAME ? `${THIS.name}@latest` : `./${THIS.name}-VERSION.tgz`;

export function upgradeCommand(form: InstallationForm): string {
  switch (form) {
    case 'clone':
      return 'git pull && npm ci && npm run build';
    case 'deb':
      return `apt install ./${THIS.name}_VERSION_$(dpkg --print-architecture).deb`;
    case 'image':
      return 'docker build -f deploy/Dockerfile -t synapse .';
    case 'npx':
      return `npx ${NEXT_PACKAGE} serve`;
    case 'npm':
      return `npm install --global ${NEXT_PACKAGE}`;
  }
}

/** What npx is asked for to run this again, if it put this program into its cache: npm notes it there. */
export function npxPackage(root = ROOT): string | null {
  const at = root.lastIndexOf(`${sep}_npx${sep}`);
  const [hash] = at < 0 ? [] : root.slice(at + '/_npx/'.length).split(sep);
  if (hash === undefined) return null;
  try {
    const folder = join(root.slice(0, at), '_npx', hash);
    const { _npx, dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as NpxNote;
    const kept = dependencies[THIS.name] ?? '';
    // A file was named from where npx was called; npm notes where it lies from here.
    if (kept.startsWith('file:')) return `file:${resolve(folder, kept.slice('file:'.length))}`;
    return _npx?.packages?.[0] ?? THIS.name;
  } catch {
    return THIS.name;
  }
}
