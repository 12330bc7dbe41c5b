/** OpenAPI 3.1, written from the same declarations that check the calls. */
import * as z from 'zod';
import { CREW_PREFIX } from './crew-calls.ts';
import type { Endpoint } from './endpoint.ts';
import type { Route } from './routes.ts';

const RAW = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
const PROBLEM = { $ref: '#/components/schemas/Problem' };

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly security?: readonly object[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: unknown;
}

type Content = Readonly<Record<string, { readonly schema: unknown }>>;

export interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly license: object };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

export function openApi(routes: readonly Route[], version: string): OpenApi {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const { method, path, endpoint } of routes) {
    const template = path.replace(/:(\w+)/g, '{$1}');
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(endpoint, path, method) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Synapse', version, license: { name: 'MIT', identifier: 'MIT' } },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: jsonSchema(Problem) },
    },
  };
}

const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  fields: z.array(z.object({ field: z.string(), problem: z.string() })).optional(),
  /** What can be shown in spite of the refusal. */
  result: z.record(z.string(), z.unknown()).optional(),
});

function operation(endpoint: Endpoint, path: string, method: string): Operation {
  const { summary, access, params, query, body, form } = endpoint;
  const contentType = form === true ? 'application/x-www-form-urlencoded' : 'application/json';
  return {
    operationId: `${method.toLowerCase()}${path
      .split(/[^a-zA-Z]+/)
      .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
      .join('')}`,
    summary,
    ...(access === 'public' ? {} : { security: [{ bearer: [] }] }),
    parameters: [...crewParameter(path), ...parameters(params, 'path'), ...parameters(query, 'query')],
    ...(endpoint.raw ? { requestBody: { required: true, content: RAW } } : {}),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: !body.safeParse({}).success,
            content: { [contentType]: { schema: jsonSchema(body, 'input') } },
          },
        }),
    responses: {
      ...answers(endpoint),
      default: { description: 'Refused', content: { 'application/problem+json': { schema: PROBLEM } } },
    },
  };
}

function answers({ status, otherStatus, answer, media }: Endpoint): Operation['responses'] {
  const text = { schema: { type: 'string' } };
  const content =
    answer === null
      ? media && Object.fromEntries(media.map((type) => [type, text]))
      : { 'application/json': { schema: jsonSchema(answer) } };
  const done = { description: 'Done', ...(content && { content }) };
  return { [status]: done, ...(otherStatus !== undefined && { [otherStatus]: done }) };
}

/** The router reads it: no call has it in its own schema. */
const crewParameter = (path: string): Parameter[] =>
  path.startsWith(CREW_PREFIX) ? [{ name: 'crew', in: 'path', required: true, schema: { type: 'string' } }] : [];

function parameters(schema: z.ZodType | undefined, where: 'path' | 'query'): Parameter[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output' = 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // `brief` is for readers that pay by the character.
    override: ({ jsonSchema }) => void delete jsonSchema.brief,
  });
  return rest;
}
