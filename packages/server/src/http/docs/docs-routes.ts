/** What the instance says about itself: the API reference, the list of errors, and a page for language models. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { OpenApi } from '../openapi.ts';
import { apiPage } from './api-page.ts';
import { errorsPage } from './errors-page.ts';
import { llmsText } from './llms-text.ts';
import { STYLE } from './style.ts';

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
