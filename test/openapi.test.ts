/** `/openapi.json` is true: what is answered is what it declares. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type CallOptions, type Service, startService } from './service.ts';

interface Document {
  paths: Record<string, Record<string, { requestBody?: { required: boolean }; responses: Responses }>>;
  components: { schemas: { Problem: { properties: object } } };
}
type Responses = Record<string, { content?: Record<string, object> }>;

let service: Service;
let token: string;
let document: Document;
beforeAll(async () => {
  service = await startService({ SYNAPSE_ALLOW_LOCAL: 'off' });
  token = await service.login();
  document = (await service.call<Document>('GET', '/openapi.json')).body;
});
afterAll(() => service.stop());

const operation = (method: string, template: string) => document.paths[template]![method.toLowerCase()]!;

/** Makes a call, and compares status and content type with the document. */
async function check(method: string, template: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const answer = await service.call(method, path, { token, ...options });
  const { responses } = operation(method, template);
  const declared = responses[answer.status] ?? (answer.status >= 400 ? responses.default : undefined);
  const type = answer.headers.get('content-type')?.split(';')[0] ?? null;
  expect([path, answer.status, type]).toEqual([
    path,
    answer.status,
    declared?.content === undefined
      ? declared === undefined
        ? 'undeclared'
        : null
      : expect.toBeOneOf(Object.keys(declared.content)),
  ]);
  return answer;
}

describe('the description', () => {
  it('declares what is made and what was there', async () => {
    const project = await check('POST', '/tda/projects', '/tda/projects', { body: { name: 'Alpha' } });
    const commit = {
      project_id: project.body.id,
      message: 'A change',
      commit_ref: 'abcdef0',
      commit_date: '2026-01-31T09:05:00Z',
    };
    const path = '/tda/journal/git-commit';
    expect((await check('POST', path, path, { body: commit })).status).toBe(201);
    expect((await check('POST', path, path, { body: commit })).status).toBe(200);
    const filter = { match_command: 'make', cases: [{ name: 'one', command: 'make', stdout: 'x', expected: 'x' }] };
    for (const status of [201, 200]) {
      const put = await check('PUT', '/synapse/filters/{name}', '/synapse/filters/mine', { body: filter });
      expect(put.status).toBe(status);
    }
  });

  it('declares what is not JSON', async () => {
    const { body } = await service.call<{ projects: { id: number }[] }>('GET', '/tda/projects', { token });
    await check('GET', '/tda/journal/export', `/tda/journal/export?project_id=${body.projects[0]!.id}`);
    await check('GET', '/synapse/audit/export', '/synapse/audit/export');
    await check('GET', '/synapse/audit/export', '/synapse/audit/export?format=csv');
    expect(operation('GET', '/synapse/events').responses).toMatchObject({
      200: { content: { 'text/event-stream': {} } },
    });
  });

  it('says where a body may be left out', async () => {
    expect(operation('POST', '/tda/ai/tokens').requestBody?.required).toBe(false);
    expect((await check('POST', '/tda/ai/tokens', '/tda/ai/tokens')).status).toBe(201);
    expect(operation('POST', '/tda/projects').requestBody?.required).toBe(true);
    expect((await check('POST', '/tda/projects', '/tda/projects')).status).toBe(422);
  });

  it('knows every member of a problem', async () => {
    const made = await check('POST', '/tda/projects', '/tda/projects', { body: { name: 'Beta' } });
    const stale = { body: { name: 'Gamma', version: 99 } };
    const conflict = await check('PATCH', '/tda/projects/{id}', `/tda/projects/${made.body.id}`, stale);
    expect(conflict.status).toBe(409);
    const wrong = await check('POST', '/tda/projects', '/tda/projects', { body: { name: '' } });
    const { properties } = document.components.schemas.Problem;
    const members = new Set([conflict, wrong].flatMap(({ body }) => Object.keys(body)));
    expect([...members].sort()).toEqual(Object.keys(properties).sort());
  });
});

it('names what is wrong with an address, however long it is', async () => {
  const long = 'x'.repeat(5_000);
  const machine = await service.call('GET', `/synapse/machines/${long}`, { token });
  expect([machine.status, machine.body]).toEqual([
    422,
    expect.objectContaining({ fields: [{ field: 'slug', problem: expect.any(String) }] }),
  ]);
  const secret = await service.call('PUT', `/synapse/secrets/${long}`, { token, body: { value: 'x' } });
  expect([secret.status, secret.body]).toEqual([
    422,
    expect.objectContaining({ fields: [{ field: 'name', problem: expect.any(String) }] }),
  ]);
  expect((await service.call('GET', `/synapse/machines/${long}`)).body.code).toBe('session_invalid');
});
