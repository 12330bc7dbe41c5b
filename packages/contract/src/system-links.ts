/** Links that systems have, by the folder that each of them leads to: one file has two names there. */
export const SYSTEM_LINKS: ReadonlyMap<string, string> = new Map([
  ['/var/run', '/run'],
  ['/var/lock', '/run/lock'],
  ['/var/spool/mail', '/var/mail'],
  ...['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32'].map((name) => [`/${name}`, `/usr/${name}`] as const),
]);

/** A path, or a pattern for one, and the same without the link that it begins with. */
export function bothNames(path: string): readonly string[] {
  const link = [...SYSTEM_LINKS].find(([from]) => path === from || path.startsWith(`${from}/`));
  return link === undefined ? [path] : [path, link[1] + path.slice(link[0].length)];
}
