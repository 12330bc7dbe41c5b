import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { NewPassword } from './accounts.ts';
import { CrewSlug } from './crews.ts';
import { ExecRequest } from './executions.ts';
import { Connection } from './machine-connection.ts';
import { MachineAddress, Slug } from './machines.ts';
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

describe('what is wrong with a field', () => {
  const problem = (schema: z.ZodType, input: unknown) => {
    try {
      parseOrRefuse(schema, input);
      return null;
    } catch (error) {
      return (error as Refusal).fields.map(({ field, problem }) => ({ field, ...(problem as object) }));
    }
  };

  it('is said in words, not in the schema’s own', () => {
    const schema = z.strictObject({ slug: Slug, name: z.string(), password: NewPassword, note: z.string().max(3) });
    expect(problem(schema, { slug: 'bad name', password: 'short', note: 'long' })).toEqual([
      { field: 'slug', fr: expect.stringMatching(/^minuscules/), en: expect.stringMatching(/^lower-case letters/) },
      { field: 'name', fr: 'manque', en: 'is missing' },
      { field: 'password', fr: '8 caractères au moins', en: 'at least 8 characters' },
      { field: 'note', fr: '3 caractères au plus', en: 'at most 3 characters' },
    ]);
  });

  it('is said in words for each form of a name', () => {
    const schema = z.strictObject({ machine: MachineAddress, crew: CrewSlug });
    expect(problem(schema, { machine: 'ops/bad name', crew: 'Ops Crew' })).toEqual([
      { field: 'machine', fr: expect.stringContaining('équipage'), en: expect.stringContaining('of a crew') },
      { field: 'crew', fr: expect.stringMatching(/^minuscules/), en: expect.stringContaining('2 to 32 characters') },
    ]);
  });

  it('is said of the form that was meant, where there are several', () => {
    const schema = z.strictObject({ connection: Connection });
    expect(problem(schema, { connection: { host: 'bad host', user: 'ada', key_secret: 'KEY' } })).toEqual([
      { field: 'connection.host', fr: expect.stringContaining('hôte'), en: expect.stringContaining('host name') },
    ]);
    expect(problem(schema, { connection: { socket: 'relative' } })).toMatchObject([{ field: 'connection.socket' }]);
    expect(problem(schema, { connection: 'web-1' })).toMatchObject([{ field: 'connection' }]);
  });
});
