/** A browser without a window: it keeps cookies by host and shows where each redirect leads. */

export interface Browser {
  /** One request; redirects are not followed. */
  get(address: string): Promise<{ status: number; location: string | null; body: string }>;
  /** A form of the other side's own page, as JSON. Returns the status. */
  send(address: string, body: object): Promise<number>;
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
  const request = async (url: string, more: RequestInit & { headers?: Record<string, string> } = {}) => {
    const jar = jarOf(new URL(url).host);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, accept: 'text/html', ...from, ...more.headers };
    const response = await fetch(url, { ...more, redirect: 'manual', headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === '' || /max-age=0\b/i.test(line)) jar.delete(name!);
      else jar.set(name!, value!);
    }
    return response;
  };
  const browser: Browser = {
    send: async (url, body) => {
      const headers = { 'content-type': 'application/json' };
      const response = await request(url, { method: 'POST', headers, body: JSON.stringify(body) });
      await response.text();
      return response.status;
    },
    get: async (url) => {
      const response = await request(url);
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
