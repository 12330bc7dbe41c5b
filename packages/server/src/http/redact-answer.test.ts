import { Identifier, isFreeOfText } from '@synapse/contract';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { personalWorkspaceId } from '../ids.ts';
import { buildRedactor } from '../redaction/index.ts';
import { allTools, type ToolServices } from './mcp/tools/index.ts';
import { redactAnswer } from './redact-answer.ts';
import { routes, type Services } from './routes.ts';

const VALUE = 'Zq7kWm2xVeLp';
const redactorOf = async () => buildRedactor([{ name: 'S', value: VALUE }]).redactText;

const Answer = z.object({
  id: Identifier,
  at: z.iso.datetime(),
  kind: z.enum(['ssh', 'agent']),
  title: z.string().nullable(),
  tags: z.array(z.string()).optional(),
  machines: z.array(Identifier),
  parts: z.union([z.object({ name: Identifier }), z.object({ name: z.string(), slug: Identifier })]).optional(),
  more: z.record(z.string(), Identifier).optional(),
});
const redact = <T>(answer: T, schema: z.ZodType | null = Answer) =>
  redactAnswer(schema, answer, personalWorkspaceId('u'), redactorOf);

/** What is not redacted, as `tool or route: path of the field`. */
function* keptFields(schema: z.ZodType, path: string): Generator<string> {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  if (def.type === 'string' && isFreeOfText(schema) && !('format' in def)) yield path;
  if (def.type === 'object') {
    for (const [name, field] of Object.entries(def.shape)) yield* keptFields(field as z.ZodType, `${path}.${name}`);
  }
  if (def.type === 'array') yield* keptFields(def.element as z.ZodType, path);
  if (def.type === 'record') yield* keptFields(def.valueType as z.ZodType, `${path}.*`);
  if (def.type === 'union') for (const one of def.options) yield* keptFields(one as z.ZodType, path);
  if ('innerType' in def) yield* keptFields(def.innerType as z.ZodType, path);
}

describe('what leaves', () => {
  it('is redacted unless its schema says that it holds no text', async () => {
    const answer = {
      id: VALUE,
      at: VALUE,
      kind: VALUE,
      title: `x ${VALUE}`,
      tags: [VALUE, 'y'],
      machines: [VALUE],
      more: { a: VALUE },
      parts: { name: VALUE, slug: VALUE },
      n: 1,
      none: null,
    };
    expect(await redact(answer)).toEqual({
      ...answer,
      title: 'x {{S}}',
      tags: ['{{S}}', 'y'],
      // One of its two forms may hold text there.
      parts: { name: '{{S}}', slug: VALUE },
    });
  });

  it('is redacted where no schema knows it, however deep it lies', async () => {
    const moment = new Date();
    const unknown = { id: VALUE, new_field: VALUE, machines: [{ deep: [VALUE] }], moment };
    expect(await redact(unknown)).toEqual({ id: VALUE, new_field: '{{S}}', machines: [{ deep: ['{{S}}'] }], moment });
    expect(await redact({ id: VALUE, moment }, null)).toEqual({ id: '{{S}}', moment });
  });

  it('loses what was said of a schema when a check is added', async () => {
    const Name = z.object({ name: Identifier.max(200) });
    expect(await redact({ name: VALUE }, Name)).toEqual({ name: '{{S}}' });
  });

  it('asks for no vault where there is no text', async () => {
    const never = () => Promise.reject(new Error('asked'));
    const answer = { id: 'x', at: '2026-01-01T00:00:00Z', kind: 'ssh', title: '', machines: ['y'] };
    expect(await redactAnswer(Answer, answer, personalWorkspaceId('u'), never)).toEqual(answer);
  });

  it('keeps no field of a tool or a route that words of people or programs are in', () => {
    // Only the declarations are read; nothing is called.
    const none: unknown = new Proxy({}, { get: () => none });
    const kept = new Set([
      ...allTools(none as ToolServices).flatMap((tool) => [...keptFields(tool.output, tool.name)]),
      ...routes(none as Services).flatMap(({ endpoint, path, asTyped }) =>
        endpoint.answer === null || asTyped ? [] : [...keptFields(endpoint.answer, path)],
      ),
    ]);
    const WORDS =
      /\.(?:about|client|client_name|command|command_template|comment|content|cwd|default_cwd|description|diff|display_name|folder|hints|image|label|markdown|message|path|program|reason|rule|snippet|tags|text|title|token_label|why)$/;
    expect([...kept].filter((path) => WORDS.test(path) && !path.endsWith('.enrollment.command'))).toEqual([]);
    expect(kept.size).toBeGreaterThan(100);
  });
});
