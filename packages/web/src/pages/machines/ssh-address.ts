/** An SSH address as people have it at hand: `user@host:port`, a URL, or a whole `ssh` command. */

export interface SshAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
}

export interface TypedAddress extends SshAddress {
  /** The host on the way, of `-J`. */
  readonly jump?: SshAddress;
}

const PLACE = /^(?:ssh:\/\/)?(?:([^@\s]+)@)?(\[[0-9a-fA-F:.]+\]|[^:\s/@]+)(?::(\d{1,5}))?\/?$/;
/** Options of ssh that take a value, in the same word or in the next one. */
const WITH_VALUE = 'BbcDEeFIiJLlmOoPpQRSWw';

/** Null if no host can be made out. A missing user is empty. */
export function readSshAddress(typed: string): TypedAddress | null {
  const words = typed.trim().split(/\s+/);
  if (words[0] !== 'ssh') return words.length === 1 ? readPlace(words[0] ?? '') : null;
  const options = new Map<string, string>();
  let place: string | undefined;
  for (let at = 1; at < words.length && place === undefined; at++) {
    const word = words[at]!;
    const [, letter, value] = /^-(\w)(.*)$/.exec(word) ?? [];
    if (letter === undefined) place = word;
    else if (WITH_VALUE.includes(letter)) options.set(letter, value === '' ? (words[++at] ?? '') : (value ?? ''));
  }
  const found = place === undefined ? null : readPlace(place);
  if (found === null) return null;
  const jump = readPlace(options.get('J') ?? '');
  return {
    host: found.host,
    port: options.has('p') ? Number(options.get('p')) : found.port,
    user: found.user === '' ? (options.get('l') ?? '') : found.user,
    ...(jump === null ? {} : { jump }),
  };
}

function readPlace(text: string): SshAddress | null {
  const [, user = '', host, port = '22'] = PLACE.exec(text) ?? [];
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return null;
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port), user };
}

/** A name for the machine: the first part of its host, or all of an address; with a number where it is taken. */
export function suggestSlug(host: string, taken: readonly string[]): string {
  const first = /^[\d.:a-f]+$/i.test(host) ? host : (host.split('.')[0] ?? '');
  const base = first
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 58);
  if (base === '') return '';
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (!taken.includes(slug)) return slug;
  }
}
