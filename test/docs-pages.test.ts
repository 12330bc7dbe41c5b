/** The pages that an instance serves about itself: complete, without scripts, and from nowhere else. */
import { ERROR_CODES } from '@synapse/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Service, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ SYNAPSE_PUBLIC_URL: 'https://synapse.example' });
});
afterAll(() => service.stop());

const page = async (path: string) => {
  const response = await fetch(service.url + path);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

it('shows every call of the API', async () => {
  const { status, headers, text } = await page('/docs/api');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  const { paths } = JSON.parse((await page('/openapi.json')).text) as { paths: Record<string, object> };
  expect(Object.keys(paths).length).toBeGreaterThan(30);
  for (const [path, methods] of Object.entries(paths)) {
    for (const method of Object.keys(methods))
      expect(text).toContain(`<b>${method.toUpperCase()}</b> <code>${path}</code>`);
  }
});

it('explains every code where problems point to', async () => {
  const { text } = await page('/docs/errors');
  for (const code of ERROR_CODES) expect(text).toContain(`id="${code}"`);
  const { body } = await service.call<{ type: string }>('GET', '/auth/me');
  expect(body.type).toBe('/docs/errors#session_invalid');
});

it.each(['/docs/api', '/docs/errors'])('%s runs nothing and fetches nothing from elsewhere', async (path) => {
  const { text } = await page(path);
  expect(text).not.toMatch(/<script|<style| style=| on\w+=|src=/i);
  expect([...text.matchAll(/<link[^>]*href="([^"]*)"/g)].map((match) => match[1])).toEqual(['/docs/style.css']);
  expect((await page('/docs/style.css')).headers.get('content-type')).toBe('text/css; charset=utf-8');
});

it('tells a language model how to use it', async () => {
  const { headers, text } = await page('/llms.txt');
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(text).toContain('POST https://synapse.example/tda/mcp with the header X-AI-Token');
  expect(text).toContain('{{NAME}}');
});
