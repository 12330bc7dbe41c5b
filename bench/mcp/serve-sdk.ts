/** A bare stateless server of the official SDK: one tool, no credential, no limits. */
import { createServer } from 'node:http';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { announce } from './announce.ts';

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'bare', version: '0.0.0' });
  server.registerTool(
    'greet',
    {
      description: 'Greets.',
      inputSchema: z.object({ who: z.string().max(100) }),
      outputSchema: z.object({ greeting: z.string() }),
    },
    async ({ who }) => {
      const greeting = { greeting: `Hello ${who}` };
      return { content: [{ type: 'text', text: JSON.stringify(greeting) }], structuredContent: greeting };
    },
  );
  return server;
});

const http = createServer(async (incoming, outgoing) => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) if (typeof value === 'string') headers.set(name, value);
  const url = `http://127.0.0.1${incoming.url}`;
  const answer = await handler.fetch(new Request(url, { method: 'POST', headers, body: Buffer.concat(chunks) }));
  const body = await answer.text();
  outgoing.writeHead(answer.status, {
    'content-type': answer.headers.get('content-type') ?? '',
    'content-length': Buffer.byteLength(body),
  });
  outgoing.end(body);
});
await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
announce(http, [], async () => {
  http.closeAllConnections();
  await handler.close();
  http.close();
});
