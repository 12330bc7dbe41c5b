import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addPage } from './page.ts';

let directory: string;
let app: FastifyInstance;
const start = (): void => {
  const page = addPage(app, directory);
  app.setNotFoundHandler((request, reply) => page.show(request, reply) ?? reply.code(404).send('none'));
};
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'synapse-page-'));
  app = Fastify();
});
afterEach(async () => {
  await app.close();
  rmSync(directory, { recursive: true });
});

const HTML = { accept: 'text/html,*/*;q=0.8' };

it('says how to build the page where it was not built', async () => {
  start();
  for (const url of ['/', '/machines']) {
    const answer = await app.inject({ url, headers: HTML });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.body).toContain('npm run build');
  }
});

it('writes a nonce of its own into every document', async () => {
  writeFileSync(join(directory, 'index.html'), '<meta name="csp-nonce" content="__CSP_NONCE__">');
  start();
  const bodies = await Promise.all([1, 2, 3].map(() => app.inject({ url: '/machines', headers: HTML })));
  expect(new Set(bodies.map(({ body }) => body)).size).toBe(3);
  expect((await app.inject({ url: '/machines', method: 'HEAD', headers: HTML })).statusCode).toBe(200);
  expect((await app.inject({ url: '/machines', headers: { accept: 'application/json' } })).statusCode).toBe(404);
  expect((await app.inject({ url: '/tda/none', headers: HTML })).statusCode).toBe(404);
});

it('is shown in the workspace of a crew, but not at the addresses of its calls', async () => {
  writeFileSync(join(directory, 'index.html'), '');
  start();
  const status = async (url: string) => (await app.inject({ url, headers: HTML })).statusCode;
  for (const url of ['/crews/ops', '/crews/ops/machines', '/crews/join?code=x']) expect(await status(url)).toBe(200);
  for (const url of ['/crews/ops/synapse/none', '/crews/ops/tda/none']) expect(await status(url)).toBe(404);
});

it('serves what was built and knows the type of, and nothing that begins with a dot', async () => {
  mkdirSync(join(directory, 'assets'));
  mkdirSync(join(directory, '.vite'));
  writeFileSync(join(directory, 'index.html'), '');
  writeFileSync(join(directory, 'assets/a-1.js'), 'let a;');
  writeFileSync(join(directory, 'assets/a-1.js.br'), brotliCompressSync('let a;'));
  writeFileSync(join(directory, 'assets/b.sh'), 'echo');
  writeFileSync(join(directory, '.vite/manifest.json'), '{}');
  start();
  const script = await app.inject({
    url: '/assets/a-1.js',
    headers: { 'accept-encoding': 'gzip;q=0, br; q=0.0, zstd' },
  });
  expect(script.body).toBe('let a;');
  expect(script.headers['content-encoding']).toBeUndefined();
  expect(script.headers['cache-control']).toContain('immutable');
  const packed = await app.inject({ url: '/assets/a-1.js', headers: { 'accept-encoding': 'br;q=0, gzip;q=0.5' } });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(packed.rawPayload).toString()).toBe('let a;');
  // Asked twice: what was packed the other way is not given to those who take this one.
  for (const _ of [1, 2]) {
    const smaller = await app.inject({ url: '/assets/a-1.js', headers: { 'accept-encoding': 'gzip, deflate, BR' } });
    expect(smaller.headers['content-encoding']).toBe('br');
    expect(smaller.headers.vary).toBe('accept-encoding');
    expect(brotliDecompressSync(smaller.rawPayload).toString()).toBe('let a;');
  }
  for (const url of ['/assets/a-1.js.br', '/assets/b.sh', '/.vite/manifest.json', '/assets/']) {
    expect((await app.inject({ url })).statusCode).toBe(404);
  }
});
