/** One option, and the parsers that turn its text into a value. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { Username, withoutEnd } from '@synapse/contract';

export interface Option<T> {
  /** Ours, or the name that the field has given to it. */
  readonly name: `SYNAPSE_${string}` | `AWS_${string}` | `OTEL_${string}`;
  /** As shown in the reference page. Null when the option is unset by default. */
  readonly fallback: string | null;
  /** What the value may be, in words. */
  readonly takes: string;
  readonly about: string;
  /** A secret is never printed, not even in an error about it. */
  readonly secret: boolean;
  readonly parse: (text: string) => T;
}

/** Thrown by a parser; the message says what the option accepts. */
export class BadValue extends Error {}

export const text = (value: string): string => value;

/** A name that cannot sign in is refused here. */
export const password = (value: string): string => {
  if (value.length > 1024 || value.includes('\0')) throw new BadValue('at most 1024 characters, none of them NUL');
  return value;
};

/** An IPv6 address may stand in brackets, as in a URL. */
export const host = (value: string): string => value.replace(/^\[(.*)\]$/, '$1');

export const username = (value: string): string => {
  if (!Username.safeParse(value).success)
    throw new BadValue('up to 64 letters, digits and . _ @ -, a letter or digit first');
  return value;
};

/** A name or number that programs take for a user, and for nothing else. */
export const hostUser = (value: string): string => {
  if (!/^(?:[a-z_][a-z0-9_-]{0,31}|[1-9][0-9]{0,9})$/.test(value)) throw new BadValue('the name or number of a user');
  return value;
};

export const wholeNumber =
  (min: number, max: number) =>
  (value: string): number => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= min && number <= max)) throw new BadValue(`a whole number from ${min} to ${max}`);
    return number;
  };

export const oneOf =
  <T extends string>(...choices: T[]) =>
  (value: string): T => {
    const found = choices.find((choice) => choice === value);
    if (found === undefined) throw new BadValue(`one of ${choices.join(', ')}`);
    return found;
  };

export const url =
  (...protocols: string[]) =>
  (value: string): string => {
    const parsed = URL.canParse(value) ? new URL(value) : null;
    if (parsed === null || !protocols.includes(parsed.protocol)) {
      throw new BadValue(`an address starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
    }
    return withoutEnd(value, '/');
  };

const SSL_MODES = ['disable', 'no-verify', 'require', 'verify-ca', 'verify-full'];

/** The driver takes a mode that it does not know for none, and would then send everything unencrypted. */
export const postgresUrl = (value: string): string => {
  const checked = url('postgres:', 'postgresql:')(value);
  const modes = new URL(checked).searchParams.getAll('sslmode');
  if (modes.length > 1 || modes.some((mode) => !SSL_MODES.includes(mode))) {
    throw new BadValue(`sslmode once, as one of ${SSL_MODES.join(', ')}`);
  }
  return checked;
};

export const certificateFile = (value: string): string => {
  let text: string;
  try {
    text = readFileSync(value, 'utf8');
  } catch (error) {
    throw new BadValue(`a file that can be read (${(error as NodeJS.ErrnoException).code ?? 'unreadable'})`);
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----')) throw new BadValue('a file with a certificate in PEM');
  return value;
};

export const list = (value: string): string[] =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

export const addresses =
  (...protocols: string[]) =>
  (value: string): string[] => {
    const items = list(value);
    const known = (item: string): boolean => {
      const parsed = URL.canParse(item) ? new URL(item) : null;
      if (parsed === null || !protocols.includes(parsed.protocol)) return false;
      const isPath = parsed.protocol === 'unix:' || parsed.protocol === 'file:';
      return isPath ? parsed.hostname === '' && /^\/./.test(parsed.pathname) : parsed.hostname !== '';
    };
    if (!items.every(known)) throw new BadValue(`addresses starting with ${protocols.join(' or ')}`);
    return items;
  };

/** As OpenTelemetry writes them: values are percent-encoded. */
export const headers = (value: string): Readonly<Record<string, string>> => {
  const pairs = list(value).map((item) => /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*=\s*([\x21-\x7e][\x20-\x7e]*)$/.exec(item));
  const decoded = pairs.map((pair) => [pair?.[1]?.toLowerCase(), decode(pair?.[2])] as const);
  if (decoded.some(([name, text]) => name === undefined || text === undefined || !/^[\x20-\x7e]*$/.test(text))) {
    throw new BadValue('headers, such as x-team=ours,authorization=Bearer%20abc');
  }
  return Object.fromEntries(decoded);
};

function decode(value: string | undefined): string | undefined {
  try {
    return value === undefined ? undefined : decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

export const networks = (value: string): string[] => {
  const items = list(value);
  if (items.some((item) => !isNetwork(item))) throw new BadValue('addresses or CIDRs, such as 10.0.0.0/8,::1');
  return items;
};

function isNetwork(item: string): boolean {
  const [address = '', bits, ...rest] = item.split('/');
  const family = isIP(address);
  const widest = family === 4 ? 32 : 128;
  return (
    family !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widest))
  );
}

export const origins = (value: string): string[] => {
  const items = list(value);
  if (items.some((item) => !URL.canParse(item) || new URL(item).origin !== item)) {
    throw new BadValue('origins such as https://app.example.org, without a path');
  }
  return items;
};

/** A relative entry would mean another program in every working directory. */
export const searchPath = (value: string): string => {
  if (value.includes('\0') || value.split(':').some((folder) => !folder.startsWith('/'))) {
    throw new BadValue('absolute directories with colons between them, such as /usr/local/bin:/usr/bin');
  }
  return value;
};

export const masterKey = (value: string): Buffer => {
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length !== 32 || withoutEnd(bytes.toString('base64'), '=') !== withoutEnd(value, '=')) {
    throw new BadValue('32 bytes in base64, for instance from `openssl rand -base64 32`');
  }
  return bytes;
};

export const yesOrNo = (value: string): boolean => oneOf('true', 'false')(value) === 'true';

export function option<T, F extends string | null>(
  name: Option<T>['name'],
  fallback: F,
  takes: string,
  about: string,
  parse: (text: string) => T,
  flags: { secret?: boolean } = {},
): Option<T> & { readonly fallback: F } {
  return { name, fallback, takes, about, parse, secret: flags.secret ?? false };
}
