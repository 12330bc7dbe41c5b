import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { buildRedactor } from '../redaction/index.ts';
import { allTools, type ToolServices } from './mcp/tools/index.ts';
import { redactAnswer } from './redact-answer.ts';
import { routes, type Services } from './routes.ts';

const VALUE = 'Zq7kWm2xVeLp';
const redactorOf = async () => buildRedactor([{ name: 'S', value: VALUE }]).redactText;

/** Fields that are strings but no text: names of things, the service's own words, and what was redacted before. */
const NAMES = [
  'diff_against',
  'public_url',
  'skipped_machines',
  'removed_machines',
  'mode',
  'owner',
  // The names of a tool's arguments: our own words.
  'fields',
  'client_host',
  'continue_at',
  'oauth',
  'public_url',
  'redirect_host',
  'device_code',
  'user_code',
  'verification_uri',
  'approval_id',
  'created_by',
  'decided_by',
  'look',
  'programs',
  'sandbox',
  'secrets',
  'url',
  'access_token',
  'alias',
  'aliases',
  'code',
  'container',
  'containers',
  'created_at',
  'date',
  'default_container',
  'execution_id',
  'filter',
  'hash',
  'host',
  'hostname',
  'hot_code',
  'id',
  'installed',
  'ip',
  'key',
  'link',
  'machine',
  'machines',
  'next_cursor',
  'node',
  'platform',
  'prev_hash',
  'problem',
  'protocol',
  'refusal',
  'sha256',
  'skipped',
  'slug',
  'status',
  'stderr',
  'address',
  'browser',
  'email',
  'fingerprint',
  'recovery_codes',
  'secret',
  'single_sign_on',
  'system',
  'uri',
  'reconciles',
  'verified_at',
  // Where copies of checkpoints go.
  'to',
  // Names of secrets.
  'created',
  'replaced',
  'kept',
  'weak',
  'stdout',
  'timezone',
  'token',
  'token_hint',
  'unknown',
  'user_id',
  'username',
  'version',
  'warning',
];

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: unknown;
  readonly const?: unknown;
  readonly format?: string;
  readonly properties?: Record<string, JsonSchema>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

/** The names of all fields that may hold any string. */
function* freeStrings(schema: JsonSchema, key = ''): Generator<string> {
  const free = schema.enum === undefined && schema.const === undefined && schema.format === undefined;
  if ([schema.type].flat().includes('string') && free) yield key;
  for (const [name, member] of Object.entries(schema.properties ?? {})) yield* freeStrings(member, name);
  if (schema.items !== undefined) yield* freeStrings(schema.items, key);
  for (const one of schema.anyOf ?? []) yield* freeStrings(one, key);
}

describe('what leaves', () => {
  it('has no member of which nobody has said whether it is text', async () => {
    // Only the declarations are read; nothing is called.
    const none: unknown = new Proxy({}, { get: () => none });
    const schemas = [
      ...allTools(none as ToolServices).map((tool) => tool.output),
      ...routes(none as Services).flatMap(({ endpoint, asTyped }) =>
        endpoint.answer === null || asTyped ? [] : [endpoint.answer],
      ),
    ];
    const members = new Set(
      schemas.flatMap((schema) => [...freeStrings(z.toJSONSchema(schema, { unrepresentable: 'any' }) as JsonSchema)]),
    );
    const kept: string[] = [];
    for (const member of members) {
      const answer = await redactAnswer<Record<string, unknown>>({ id: 1, [member]: VALUE }, 'u', redactorOf);
      if (answer[member] === VALUE) kept.push(member);
    }
    expect(kept.filter((member) => !NAMES.includes(member))).toEqual([]);
    expect(members.size).toBeGreaterThan(40);
  });

  it('is redacted however deep it lies, and is else as it was', async () => {
    const moment = new Date();
    const answer = { a: [{ title: `x ${VALUE}`, id: VALUE, tags: [VALUE, 'y'] }], n: 1, none: null, moment };
    expect(await redactAnswer(answer, 'u', redactorOf)).toEqual({
      a: [{ title: 'x {{S}}', id: VALUE, tags: ['{{S}}', 'y'] }],
      n: 1,
      none: null,
      moment,
    });
  });

  it('asks for no vault where there is no text', async () => {
    const never = () => Promise.reject(new Error('asked'));
    expect(await redactAnswer({ ok: true, id: 'x', title: '' }, 'u', never)).toEqual({ ok: true, id: 'x', title: '' });
  });
});
