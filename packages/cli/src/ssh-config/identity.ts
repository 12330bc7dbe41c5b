/** The private key that a host is reached with: its file, whether it is locked, and the secret it would become. */

import { hostname, userInfo } from 'node:os';
import { basename } from 'node:path';
import type { PlannedHop } from '@synapse/contract/ssh-config';
import { expandHome, readOrNull } from './read-config-files.ts';

export interface Identity {
  readonly path: string;
  readonly text: string;
  readonly locked: boolean;
  /** The certificate beside it, or the one that is named. */
  readonly certificate: string | null;
}

/** In the order in which ssh tries them, where nothing is said. */
const USUAL = ['id_rsa', 'id_ecdsa', 'id_ed25519'].map((name) => `~/.ssh/${name}`);

/** The first that is there. Null: none is. */
export function identityOf(hop: PlannedHop, name: string, home: string): Identity | null {
  const whole = (path: string) => expandHome(expandTokens(path, hop, name, home), home);
  for (const written of hop.identityFiles.length === 0 ? USUAL : hop.identityFiles) {
    const path = whole(written);
    const text = readOrNull(path);
    if (text === null || !/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) continue;
    const certificates = [...hop.certificateFiles.map(whole), `${path}-cert.pub`];
    const certificate = certificates.map(readOrNull).find((found) => found !== null) ?? null;
    return { path, text, locked: isLocked(text), certificate };
  }
  return null;
}

function expandTokens(path: string, { host, port, user }: PlannedHop, name: string, home: string): string {
  const { username, uid } = userInfo();
  const tokens: Readonly<Record<string, string>> = {
    '%': '%',
    d: home,
    h: host,
    n: name,
    p: String(port),
    r: user,
    u: username,
    i: String(uid),
    l: hostname(),
    L: hostname().split('.')[0]!,
  };
  return path.replace(/%(.)/g, (written, token: string) => tokens[token] ?? written);
}

/** Whether a passphrase is needed to read it. */
export function isLocked(text: string): boolean {
  if (/ENCRYPTED/.test(text)) return true;
  const body = /-----BEGIN OPENSSH PRIVATE KEY-----([\s\S]*?)-----END/.exec(text)?.[1];
  if (body === undefined) return false;
  const bytes = Buffer.from(body, 'base64');
  const start = 'openssh-key-v1\0'.length;
  const length = bytes.length < start + 4 ? 0 : bytes.readUInt32BE(start);
  return bytes.subarray(start + 4, start + 4 + length).toString() !== 'none';
}

/** `~/.ssh/id_ed25519` becomes SSH_ID_ED25519; another file of the same name gets a number. */
export function secretNames(paths: readonly string[], before: ReadonlySet<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const path of new Set(paths)) {
    const base = `SSH_${basename(path)
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '_')}`
      .slice(0, 50)
      .replace(/_+$/, '');
    const taken = new Set([...before, ...names.values()]);
    let name = base;
    for (let number = 2; taken.has(name); number++) name = `${base}_${number}`;
    names.set(path, name);
  }
  return names;
}
