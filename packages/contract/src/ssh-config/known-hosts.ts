/** Finds the keys of a host in the lines of known_hosts, also where the names are hashed. */
import { matchesHostList } from './patterns.ts';

/** As a connection takes them, the one that ssh would prefer first. */
export type HostKeys = readonly string[];

/** Which type is asked for first. */
const PREFERRED = ['ssh-ed25519', 'ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521', 'ssh-rsa'];
const LINE = /^[ \t]*(?:(@\S+)[ \t]+)?(\S+)[ \t]+(\S+)[ \t]+([A-Za-z0-9+/=]+)/;

/** `alias` is what `HostKeyAlias` says: then it is looked for alone, without a port. */
export async function findHostKeys(
  texts: readonly string[],
  { host, port, alias }: { readonly host: string; readonly port: number; readonly alias: string | null },
): Promise<HostKeys> {
  const name = alias ?? (port === 22 ? host : `[${host}]:${port}`);
  const keys: { type: string; line: string }[] = [];
  for (const line of texts.flatMap((text) => text.split(/\r?\n/))) {
    const [, marker, names = '', type = '', key = ''] = LINE.exec(line) ?? [];
    // An authority is not a key of the host, and a revoked key is none at all.
    if (marker !== undefined || !PREFERRED.includes(type)) continue;
    if (names.startsWith('|1|') ? await isHashOf(names, name.toLowerCase()) : matchesHostList(name, names)) {
      keys.push({ type, line: `${type} ${key}` });
    }
  }
  return keys.sort((one, other) => PREFERRED.indexOf(one.type) - PREFERRED.indexOf(other.type)).map(({ line }) => line);
}

/** `|1|salt|hash`: HMAC-SHA1 of the name under the salt. A page that was not loaded securely has no means to tell. */
async function isHashOf(names: string, name: string): Promise<boolean> {
  const [, , salt = '', hash = ''] = names.split('|');
  const { subtle } = globalThis.crypto ?? {};
  if (subtle === undefined) return false;
  const algorithm = { name: 'HMAC', hash: 'SHA-1' };
  try {
    const key = await subtle.importKey('raw', bytesOf(salt), algorithm, false, ['sign']);
    const made = await subtle.sign('HMAC', key, new TextEncoder().encode(name));
    return btoa(String.fromCharCode(...new Uint8Array(made))) === hash;
  } catch {
    return false;
  }
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
