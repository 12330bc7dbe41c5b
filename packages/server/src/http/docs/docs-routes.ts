/** What the instance says about itself: the API reference, the list of errors, and a page for language models. */

import { ERROR_CODES, ERRORS } from '@synapse/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { OpenApi } from '../openapi.ts';
import { apiPage } from './api-page.ts';
import { escapeHtml, htmlPage } from './html.ts';
import { llmsText } from './llms-text.ts';

export interface DocsOptions {
  readonly describe: () => OpenApi;
  readonly version: string;
  readonly publicUrl: string | null;
}

export function addDocs(app: FastifyInstance, { describe, version, publicUrl }: DocsOptions): void {
  /** Made once, when first read: together they take a megabyte, and most instances are never asked. */
  const serve = (path: string, type: string, write: () => string): void => {
    let body: string | undefined;
    app.get(path, (_request, reply): FastifyReply => {
      body ??= write();
      return reply.type(type).send(body);
    });
  };
  serve('/openapi.json', 'application/json', () => JSON.stringify(describe()));
  serve('/docs/api', 'text/html; charset=utf-8', () => apiPage(describe()));
  serve('/docs/errors', 'text/html; charset=utf-8', errorsPage);
  serve('/docs/style.css', 'text/css; charset=utf-8', () => STYLE);
  serve('/llms.txt', 'text/plain; charset=utf-8', () => llmsText(version, publicUrl));
}

/** Every refusal with its meaning: where the `type` of a problem points to. */
function errorsPage(): string {
  const rows = ERROR_CODES.map((code) => {
    const { status, fr, en, explain } = ERRORS[code];
    return `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td lang="fr">${escapeHtml(fr)}</td><td>${escapeHtml(en)}</td><td>${marked(explain)}</td></tr>`;
  });
  return htmlPage(
    'Synapse: errors',
    `<h1>Errors</h1>
<table><tr><th>Code</th><th>HTTP</th><th>French</th><th>English</th><th>Why, and what to do</th></tr>
${rows.join('\n')}
</table>`,
  );
}

/** Back-ticks in the catalogue's explanations are code. */
function marked(text: string): string {
  return escapeHtml(text).replace(/`([^`]*)`/g, '<code>$1</code>');
}

/** The one style sheet of the documentation pages. */
const STYLE = `:root { color-scheme: light dark; --line: #8884; --soft: #8882; --strong: #0b7285; }
@media (prefers-color-scheme: dark) { :root { --strong: #66d9e8; } }
body { font: 16px/1.55 system-ui, sans-serif; margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
h1, h2 { line-height: 1.2; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); padding-bottom: .3rem; }
a { color: var(--strong); }
code, pre { font: .9em/1.5 ui-monospace, monospace; }
pre { background: var(--soft); border-radius: .4rem; padding: .8rem; overflow-x: auto; }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; padding: .5rem .8rem; }
summary { cursor: pointer; }
summary b { display: inline-block; min-width: 4.2rem; color: var(--strong); }
summary span { opacity: .8; }
table { border-collapse: collapse; width: 100%; display: block; overflow-x: auto; }
th, td { border-bottom: 1px solid var(--line); padding: .4rem .6rem; text-align: left; vertical-align: top; }
tr:target { background: var(--soft); outline: 2px solid var(--strong); }
`;
