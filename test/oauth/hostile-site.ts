/** A site that wants a person's consent without asking for it: pages of another origin, in the person's own browser. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HostileSite {
  /** Another port of the service's own host: browsers take both for one site, and send cookies along. */
  readonly near: string;
  readonly far: string;
  /** Every page of it has this body from now on. */
  show(body: string): void;
  close(): Promise<void>;
}

export async function startHostileSite(): Promise<HostileSite> {
  let page = '';
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html><body>${page}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    near: `http://127.0.0.1:${port}`,
    far: `http://localhost:${port}`,
    show: (body) => {
      page = body;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Forms that send themselves: a navigation, which brings more cookies than a script may. */
export const forms = (target: string, answer: object): string[] => [
  ...['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'].map(
    (type) => `
      <form method="post" enctype="${type}" action="${target}">
        <input name='${JSON.stringify({ ...answer, ignore: '' }).slice(0, -2)}' value='"}'>
      </form><script>document.forms[0].submit()</script>`,
  ),
  `<form action="${target}"><input name="decision" value="approve"></form><script>document.forms[0].submit()</script>`,
];

/** What a script of that page can try. Says in `#done` how each attempt ended; `read` is what it must never say. */
export const scripts = (consentPage: string, answer: object): string => `
  <output id="done"></output>
  <script type="module">
    const target = ${JSON.stringify(`${consentPage}/answer`)};
    const question = ${JSON.stringify(`${consentPage}/question`)};
    const body = ${JSON.stringify(JSON.stringify(answer))};
    const send = (more) => fetch(target, { method: 'POST', credentials: 'include', body, ...more });
    const json = { 'content-type': 'application/json' };
    const attempts = {
      plain: () => send({ mode: 'no-cors', headers: { 'content-type': 'text/plain' } }),
      json: () => send({ headers: json }),
      header: () => send({ headers: { ...json, 'x-synapse-page': '1' } }),
      beacon: async () => ({ type: navigator.sendBeacon(target, new Blob([body], { type: 'text/plain' })) ? 'opaque' : 'error' }),
      question: () => fetch(question, { credentials: 'include' }),
      quiet: () => fetch(question, { credentials: 'include', mode: 'no-cors' }),
      script: () => new Promise((done, fail) => {
        const element = Object.assign(document.createElement('script'), { src: question });
        element.onload = () => done({ type: 'cors' });
        element.onerror = fail;
        document.body.append(element);
      }),
      window: async () => {
        const opened = window.open(${JSON.stringify(consentPage)});
        for (let turn = 0; turn < 40 && opened !== null && !opened.closed; turn++) {
          try {
            if (opened.document.querySelector('button') !== null) return { type: 'cors' };
          } catch {}
          await new Promise((done) => setTimeout(done, 50));
        }
        throw new Error('out of reach');
      },
    };
    const ends = await Promise.all(Object.entries(attempts).map(async ([name, attempt]) =>
      name + ':' + await attempt().then(({ type }) => (type === 'opaque' ? 'sent' : 'read'), () => 'refused')));
    document.querySelector('#done').textContent = ends.join(' ');
  </script>`;

/** The consent page under a lure, in every element that shows another page. */
export const frames = (consentPage: string): string => `
  <style>iframe, object, embed { position: absolute; inset: 0; width: 100vw; height: 100vh; opacity: .01; border: 0 }</style>
  <button>Win a prize</button>
  <iframe src="${consentPage}"></iframe>
  <iframe sandbox="allow-scripts allow-forms allow-same-origin" src="${consentPage}"></iframe>
  <object data="${consentPage}" type="text/html"></object>
  <embed src="${consentPage}" type="text/html">`;
