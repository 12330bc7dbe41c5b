import type { Scope } from '@synapse/contract';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createRegistry, type ListForm } from './registry.ts';
import { defineTool } from './tool.ts';

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const tool = (name: string, scope: Scope | readonly [Scope, ...Scope[]]) =>
  defineTool({
    name,
    scope,
    description: `the tool ${name}`,
    input: z.object({ limit: z.int().min(1).max(200).default(50), word: z.string().max(10) }),
    output: z.object({ text: z.string().max(10) }),
    annotations,
    handler: ({ word }) => ({ text: word }),
  });

const registry = createRegistry([
  tool('zeta', 'mcp:read'),
  tool('alpha', 'mcp:synapse'),
  tool('either', ['mcp:read', 'mcp:synapse']),
]);
const form: ListForm = { toolset: 'all', answers: 'json', language: 'en', views: false, titled: true };
const names = (...scopes: Scope[]) =>
  (JSON.parse(registry.list(scopes, form)) as { name: string }[]).map(({ name }) => name);

describe('the registry', () => {
  it('lists what the scopes allow, in the declared order', () => {
    expect(names('mcp:read', 'mcp:synapse')).toEqual(['zeta', 'alpha', 'either']);
    expect(names('mcp:read')).toEqual(['zeta', 'either']);
    expect(names('mcp:synapse')).toEqual(['alpha', 'either']);
    expect(names()).toEqual([]);
  });

  it('writes each list once', () => {
    expect(registry.list(['mcp:synapse', 'mcp:read'], form)).toBe(registry.list(['mcp:read', 'mcp:synapse'], form));
  });

  it('describes a tool by names, types, lengths and what is required; the rest is told when a call breaks it', () => {
    const [zeta] = JSON.parse(registry.list(['mcp:read'], form)) as Record<string, unknown>[];
    expect(zeta).toMatchObject({
      description: 'the tool zeta',
      annotations,
      inputSchema: {
        type: 'object',
        required: ['word'],
        properties: {
          limit: { type: 'integer', default: 50 },
          word: { type: 'string', maxLength: 10 },
        },
      },
      outputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    });
    expect(JSON.stringify(zeta!.inputSchema)).not.toMatch(/additionalProperties|minimum|maximum/);
    expect(JSON.stringify(zeta!.outputSchema)).not.toMatch(/maxLength|maximum|minimum/);
  });

  it('finds by exact name only', () => {
    expect(registry.find('zeta')?.name).toBe('zeta');
    for (const name of ['Zeta', '__proto__', 'constructor', '']) expect(registry.find(name)).toBeUndefined();
  });

  it('refuses two tools of one name', () => {
    expect(() => createRegistry([tool('a', 'mcp:read'), tool('a', 'mcp:read')])).toThrow('two tools are named a');
  });
});
