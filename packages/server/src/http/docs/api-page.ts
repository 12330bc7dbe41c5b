/** The REST calls as a page, made from the same description as /openapi.json. */
import type { OpenApi, Operation } from '../openapi.ts';
import { escapeHtml, htmlPage } from './html.ts';

export function apiPage({ info, paths }: OpenApi): string {
  const rooms = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(paths)) {
    const room = path.split('/').slice(1, 3).join('/');
    const operations = Object.entries(methods).map(([method, operation]) => operationHtml(method, path, operation));
    rooms.set(room, [...(rooms.get(room) ?? []), ...operations]);
  }
  const sections = [...rooms].map(([room, operations]) => `<h2>${escapeHtml(room)}</h2>\n${operations.join('\n')}`);
  return htmlPage(
    `Synapse ${info.version}: REST`,
    `<h1>Synapse ${escapeHtml(info.version)}: REST</h1>
<p>Sign in with <code>POST /auth/login</code> and send the <code>access_token</code> as <code>Authorization: Bearer …</code>.
A refusal is <code>application/problem+json</code>; <a href="/docs/errors">every code</a> is explained.
For programs: <a href="/openapi.json">/openapi.json</a>. AI clients speak MCP at <code>POST /tda/mcp</code>.</p>
${sections.join('\n')}`,
  );
}

function operationHtml(method: string, path: string, operation: Operation): string {
  const { summary, security, parameters, requestBody, responses } = operation;
  const parts = [
    `<p>${security === undefined ? 'No login needed.' : 'Needs a login.'}</p>`,
    ...(parameters.length > 0 ? [parametersHtml(parameters)] : []),
    ...contentsOf(requestBody?.content).map(([type, schema]) => schemaHtml(`Body, ${type}`, schema)),
    ...Object.entries(responses)
      .filter(([status]) => status !== 'default')
      .map(([status, { content }]) => {
        const [found] = contentsOf(content);
        return found === undefined ? `<p>Answers ${status}.</p>` : schemaHtml(`Answers ${status}`, found[1]);
      }),
  ];
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code> <span>${escapeHtml(summary)}</span></summary>
${parts.join('\n')}
</details>`;
}

function parametersHtml(parameters: Operation['parameters']): string {
  const rows = parameters.map(
    ({ name, in: where, required, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${where}${required ? '' : ', optional'}</td><td><code>${escapeHtml(JSON.stringify(schema))}</code></td></tr>`,
  );
  return `<table><tr><th>Parameter</th><th>Where</th><th>Takes</th></tr>${rows.join('')}</table>`;
}

function schemaHtml(title: string, schema: unknown): string {
  return `<p>${escapeHtml(title)}:</p><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`;
}

function contentsOf(content: Readonly<Record<string, { readonly schema: unknown }>> | undefined): [string, unknown][] {
  return Object.entries(content ?? {}).map(([type, { schema }]) => [type, schema]);
}
