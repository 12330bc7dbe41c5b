/** One end of a copy: a path on this computer, or on a machine. */
import { basename, posix } from 'node:path';

export type CopyPath =
  | { readonly machine: string; readonly path: string }
  | { readonly machine: null; readonly path: string };

/**
 * `web-1:/srv/app`, or `ops/web-1:/srv/app` of a crew; as with scp, `web-1:notes` and `web-1:` are in the home directory there. A path of this computer
 * that looks like that is written `./web-1:notes`.
 */
export function placeOf(text: string): CopyPath {
  const [, machine, path] = /^((?:[a-z0-9-]{2,32}\/)?[a-z0-9][a-z0-9-]{0,62}):(.*)$/s.exec(text) ?? [];
  return machine === undefined ? { machine: null, path: text } : { machine, path: path! };
}

/** The name a file keeps when it is copied into a folder. */
export const nameOf = ({ machine, path }: CopyPath): string => {
  const whole = path.replace(/(?<=.)\/+$/, '');
  return machine === null ? basename(whole) : posix.basename(whole);
};

export const inside = (folder: string, name: string): string => `${folder.replace(/\/+$/, '')}/${name}`;

/** The address of a file on the service. */
export function fileAddress(machine: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const [, crew, slug = machine] = /^([^/]+)\/(.+)$/.exec(machine) ?? [];
  const workspace = crew === undefined ? '' : `/crews/${encodeURIComponent(crew)}`;
  return `${workspace}/synapse/machines/${encodeURIComponent(slug)}/file?${new URLSearchParams(given)}`;
}
