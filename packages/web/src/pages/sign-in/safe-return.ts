/** Where to go after signing in: an address of this page, never another site's. */
export function safeReturn(from: string | undefined): string {
  if (from === undefined || !from.startsWith('/')) return '/';
  const url = URL.parse(from, location.origin);
  return url === null || url.origin !== location.origin || url.pathname.endsWith('/sign-in')
    ? '/'
    : url.pathname + url.search;
}
