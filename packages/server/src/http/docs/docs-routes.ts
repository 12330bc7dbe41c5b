/** What the instance says about itself: the API reference, the list of errors, and a page for language models. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { OpenApi } from '../openapi.ts';
import { apiPage } from './api-page.ts';
import { errorsPage } from './errors-page.ts';
import { llmsText } from './llms-text.ts';
import { STYLE } from './style.ts';

export interface DocsOptions {
  readonly description: OpenApi;
  readonly version: string;
  readonly publicUrl: string | null;
}

export function addDocs(app: FastifyInstance, { description, version, publicUrl }: DocsOptions): void {
  const serve = (path: string, type: string, body: string): void => {
    app.get(path, (_request, reply): FastifyReply => reply.type(`${type}; charset=utf-8`).send(body));
  };
  serve('/docs/api', 'text/html', apiPage(description));
  serve('/docs/errors', 'text/html', errorsPage());
  serve('/docs/style.css', 'text/css', STYLE);
  serve('/llms.txt', 'text/plain', llmsText(version, publicUrl));
}
