/** The reference page of the REST interface, from the route table. */
import { CREW_ACTIONS } from '@synapse/contract';
import * as z from 'zod';
import { CREW_PREFIX } from '../../packages/server/src/http/crew-calls.ts';
import type { Endpoint } from '../../packages/server/src/http/endpoint.ts';
import { routes, type Services } from '../../packages/server/src/http/routes.ts';
import { tableOf } from './markdown.ts';

const WHO = {
  public: 'anybody',
  user: 'signed in',
  journal: 'signed in, or a journal token',
  pilot: 'plan with mcp:synapse',
  runner: 'plan with mcp:synapse, or a machine of a crew',
  admin: 'role admin',
} as const;

export function restPage(): string {
  const all = routes({} as Services);
  const inCrews = new Map(
    all.flatMap(({ method, path, crew }) => (crew === undefined ? [] : [[`${method} ${path}`, CREW_ACTIONS[crew]]])),
  );
  // What exists in crews too is one row.
  const own = all.filter(({ path }) => !/^\/crews\/:crew\/(?:synapse|tda)\//.test(path));
  const rows = own.map(({ method, path, endpoint }) => [
    `\`${method} ${path.replace(/:(\w+)/g, '{$1}')}\``,
    WHO[endpoint.access],
    inCrews.get(`${method} ${path}`) ?? inCrews.get(`${method} ${CREW_PREFIX}${path}`) ?? '',
    endpoint.summary,
    inputOf(endpoint),
    [endpoint.status, endpoint.otherStatus].filter(Boolean).join(', '),
  ]);
  return [
    '# REST interface',
    '',
    'Sign in with `POST /auth/login` and send `Authorization: Bearer …`. The machine-readable description is at `/openapi.json`.',
    '',
    'A call with a role in the third column exists in [crews](../guides/crews.md) too, under `/crews/{crew}`, for members of that role and higher: `GET /crews/ops/synapse/machines`.',
    '',
    ...tableOf(['Call', 'Who', 'In a crew', 'What', 'Takes', 'Answers'], rows),
    '',
    'Beside these: `GET /healthz`, `GET /readyz`, `GET /metrics`, `GET /openapi.json`, and the MCP endpoint `POST /tda/mcp` ([tools](tools.md)).',
    '',
  ].join('\n');
}

function inputOf({ query, body }: Endpoint): string {
  const parts = [query === undefined ? [] : fieldsOf(query), body === undefined ? [] : fieldsOf(body)];
  const [inQuery = '', inBody = ''] = parts.map((fields) => fields.join(', '));
  return [inQuery === '' ? '' : `query: ${inQuery}`, inBody].filter(Boolean).join('; ');
}

function fieldsOf(schema: z.ZodType): string[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.keys(properties).map((name) => `\`${name}\`${required.includes(name) ? '' : '?'}`);
}
