/** The built page in memory. Only what is in this list is served, whatever the address says. */
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

export interface PageFile {
  readonly type: string;
  readonly body: Buffer;
  /** The same, packed by the build; null for what is not text. */
  readonly brotli: Buffer | null;
  /** Its name contains a hash of its content, so it can be cached for ever. */
  readonly hashed: boolean;
}

export interface PageFiles {
  /** The document, with NONCE_MARK where the nonce of each answer goes. */
  readonly index: string;
  /** By address: `/assets/index-abc.js`. */
  readonly files: ReadonlyMap<string, PageFile>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Null if the page was not built. */
export function readPageFiles(directory: string): PageFiles | null {
  const index = readIfThere(join(directory, 'index.html'));
  if (index === null) return null;
  const files = new Map<string, PageFile>();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = entry.isFile() ? addressOf(directory, entry) : null;
    const type = path === null ? undefined : TYPES[extname(path)];
    if (path === null || type === undefined) continue;
    const place = join(entry.parentPath, entry.name);
    const brotli = readIfThere(`${place}.br`);
    files.set(path, { type, body: readFileSync(place), brotli, hashed: path.startsWith('/assets/') });
  }
  return { index: index.toString(), files };
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Files that begin with a dot are for the build itself and not served. */
function addressOf(directory: string, entry: Dirent): string | null {
  const path = relative(directory, join(entry.parentPath, entry.name));
  const parts = path.split(sep);
  return parts.some((part) => part.startsWith('.')) ? null : `/${parts.join('/')}`;
}
