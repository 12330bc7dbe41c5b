/** A browser without a window: it keeps cookies by host and shows where each redirect leads. */

export interface Browser {
  /** One request; redirects are not followed. */
  get(address: string): Promise<{ status: number; location: string | null; body: string }>;
  /** Follows redirects until one leads to an address that the test wants to look at. */
  follow(address: string, until: (address: URL) => boolean): Promise<URL>;
  cookies(host: string): ReadonlyMap<string, string>;
}

const MOST_STEPS = 12;

/** `address`: from where it comes, for a service that believes the header of a proxy. */
export function openBrowser(address?: string): Browser {
  const from: Record<string, string> = address === undefined ? {} : { 'x-forwarded-for': address };
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (host: string): Map<string, string> => {
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar);
    return jar;
  };
  const browser: Browser = {
    get: async (url) => {
      const { host } = new URL(url);
      const jar = jarOf(host);
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(url, { redirect: 'manual', headers: { cookie, accept: 'text/html', ...from } });
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
        if (value === '' || /max-age=0\b/i.test(line)) jar.delete(name!);
        else jar.set(name!, value!);
      }
      const location = response.headers.get('location');
      return {
        status: response.status,
        location: location === null ? null : new URL(location, url).href,
        body: await response.text(),
      };
    },
    follow: async (start, until) => {
      let at = start;
      for (let step = 0; step < MOST_STEPS; step++) {
        if (until(new URL(at))) return new URL(at);
        const { location, status, body } = await browser.get(at);
        if (location === null) throw new Error(`${at} answers ${status}: ${body.slice(0, 500)}`);
        at = location;
      }
      throw new Error(`redirected without end: ${at}`);
    },
    cookies: (host) => jarOf(host),
  };
  return browser;
}
