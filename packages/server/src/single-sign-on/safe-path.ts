/** Where to go after signing in: a path of this service, never another site's. */

const ANYWHERE = 'http://here.invalid';

export function safePath(from: string | undefined): string {
  if (from === undefined || !from.startsWith('/')) return '/';
  const url = URL.parse(from, ANYWHERE);
  return url === null || url.origin !== ANYWHERE ? '/' : url.pathname + url.search;
}
