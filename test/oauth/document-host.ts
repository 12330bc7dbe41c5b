/** A site with client documents, over https with a certificate that this process trusts. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { serviceCertificates } from '../engines/tls-certificates.ts';

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

export interface DocumentHost {
  /** `localhost:1234`. */
  readonly host: string;
  /** How often the path was asked for. */
  asked(path: string): number;
  /** Answers the address, which is the client's id. */
  serve(path: string, answer: Serve): string;
  /** A document that says of itself what it must, and more. */
  document(path: string, metadata: Record<string, unknown>): string;
  close(): Promise<void>;
}

export async function startDocumentHost(): Promise<DocumentHost> {
  const folder = mkdtempSync(join(tmpdir(), 'synapse-documents-'));
  const { ca, good } = await serviceCertificates(folder);
  const trusted = getCACertificates();
  setDefaultCACertificates([...trusted, readFileSync(ca, 'utf8')]);
  const pages = new Map<string, Serve>();
  const counts = new Map<string, number>();
  const server = createServer({ cert: readFileSync(good.cert), key: readFileSync(good.key) }, (request, response) => {
    const path = request.url ?? '';
    counts.set(path, (counts.get(path) ?? 0) + 1);
    const page = pages.get(path);
    if (page === undefined) response.writeHead(404).end();
    else page(request, response);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  const serve: DocumentHost['serve'] = (path, answer) => {
    pages.set(path, answer);
    return `https://${host}${path}`;
  };
  return {
    host,
    asked: (path) => counts.get(path) ?? 0,
    serve,
    document: (path, metadata) =>
      serve(path, (_request, response) => {
        const body = JSON.stringify({ client_id: `https://${host}${path}`, ...metadata });
        response.writeHead(200, { 'content-type': 'application/json' }).end(body);
      }),
    close: async () => {
      setDefaultCACertificates(trusted);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
