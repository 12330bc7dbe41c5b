import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ExecRequest } from './executions.ts';
import { parseOrRefuse, withoutNulls } from './parse.ts';
import { Refusal } from './refusal.ts';

const fieldsOf = (schema: z.ZodType, input: unknown) => {
  try {
    parseOrRefuse(schema, input);
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(error.code).toBe('arguments_invalid');
    return error.fields.map(({ field }) => field);
  }
};

describe('input', () => {
  const schema = z.strictObject({
    list: z.array(z.string()).max(2).optional(),
    inner: z.object({ text: z.string() }).optional(),
    count: z.int().default(1),
    cleared: z.string().nullable().optional(),
    cwd: z.string().optional(),
  });

  it('[C3-ARGUMENTS] names a wrong field once', () => {
    expect(fieldsOf(schema, { list: 'abc', count: 'x' })).toEqual(['list', 'count']);
    expect(fieldsOf(schema, { a: 1, b: 2 })).toEqual(['a', 'b']);
  });

  it('[C3-ARGUMENTS] holds no NUL, however deep', () => {
    expect(fieldsOf(schema, { list: ['a', 'b\0'], inner: { text: '\0' } })).toEqual(['list.1', 'inner.text']);
    expect(fieldsOf(schema, { cwd: '/a\0b' })).toEqual([]);
    expect(fieldsOf(ExecRequest, { machine: 'm', command: 'echo a\0b' })).toEqual(['command']);
  });

  it('takes null for what may be left out, and nothing else', () => {
    const read = (input: unknown) => withoutNulls(schema, input);
    expect(read({ list: null, inner: null, count: 2 })).toEqual({ count: 2 });
    expect(read({ count: null })).toEqual({ count: null });
    expect(read({ cleared: null })).toEqual({ cleared: null });
    expect(read({ unknown: null })).toEqual({ unknown: null });
    expect(read({ __proto__: null, toString: null })).toEqual({ toString: null });
    expect(read([null])).toEqual([null]);
    expect(read(null)).toBeNull();
    expect(
      withoutNulls(
        z.preprocess((given) => given, schema),
        { list: null },
      ),
    ).toEqual({});
  });

  it('is a command of at least one word', () => {
    for (const command of ['', ' ', '\n\t'])
      expect(fieldsOf(ExecRequest, { machine: 'm', command })).toEqual(['command']);
    expect(fieldsOf(ExecRequest, { machine: 'm', command: 'echo \ud800' })).toEqual(['command']);
    expect(fieldsOf(ExecRequest, { machine: 'm', command: null })).toEqual(['command']);
    expect(
      parseOrRefuse(ExecRequest, withoutNulls(ExecRequest, { machine: 'm', command: 'ls', alias: null, cwd: null })),
    ).toEqual({
      machine: 'm',
      command: 'ls',
      raw: false,
    });
  });
});
