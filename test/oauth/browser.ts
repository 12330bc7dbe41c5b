/** As much of a browser as OAuth needs: it keeps cookies by their path, follows nothing by itself, and is one person’s. */

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly location: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever is answered.
  readonly body: any;
}

export interface ScriptedBrowser {
  open(path: string): Promise<Answered>;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  signIn(username: string, password: string): Promise<void>;
  readonly cookies: ReadonlyMap<string, string>;
}

/** What our own page sends with each call. */
export const PAGE = { 'x-synapse-page': '1' } as const;

export function createBrowser(url: string): ScriptedBrowser {
  const jar = new Map<string, { value: string; path: string }>();

  const keep = (headers: Headers): void => {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? '/';
      const gone = value === '' || attributes.some((each) => /^expires=thu, 01 jan 1970/i.test(each));
      if (gone) jar.delete(name);
      else jar.set(name, { value, path });
    }
  };

  const send: ScriptedBrowser['send'] = async (method, path, body, headers = {}) => {
    // Under whatever address the service is known, this is where it listens.
    const { pathname, search } = new URL(path, url);
    const target = new URL(pathname + search, url);
    const fitting = [...jar].filter(([, cookie]) => target.pathname.startsWith(cookie.path));
    const response = await fetch(target, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        ...(fitting.length === 0 ? {} : { cookie: fitting.map(([name, { value }]) => `${name}=${value}`).join('; ') }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    keep(response.headers);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      location: response.headers.get('location'),
      body: parsed(text),
    };
  };

  return {
    send,
    open: (path) => send('GET', path),
    signIn: async (username, password) => {
      const { status } = await send('POST', '/auth/session', { username, password }, PAGE);
      if (status !== 200) throw new Error(`sign-in: ${status}`);
    },
    get cookies() {
      return new Map([...jar].map(([name, { value }]) => [name, value]));
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
