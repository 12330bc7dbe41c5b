import { LIMITS } from '@synapse/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseStrictJson } from './strict-json.ts';

const parse = (text: string) => parseStrictJson(Buffer.from(text));

describe('strict JSON', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const text = JSON.stringify(value);
        expect(parse(text)).toEqual({ ok: true, value: JSON.parse(text) });
        expect(parse(JSON.stringify(value, null, 3))).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  it('finds a key that stands twice in one object, however it is written', () => {
    for (const text of [
      '{"a":1,"a":2}',
      '[{"x":{"a":1,"b":[{}],"a":2}}]',
      '{"name":1,"na\\u006de":2}',
      '{"\\"":1,"\\"":2}',
      '{"__proto__":1,"__proto__":2}',
    ]) {
      expect(parse(text), text).toMatchObject({ ok: false, reason: 'ambiguous' });
    }
  });

  it('lets the same key stand in two objects, and in strings', () => {
    for (const text of ['[{"a":1},{"a":2}]', '{"a":{"a":{"a":1}}}', '{"a":"a\\",\\"a\\":","b":["a","a"]}']) {
      expect(parse(text), text).toMatchObject({ ok: true });
    }
  });

  it('bounds the depth and survives any', () => {
    const { depth, values } = LIMITS.json;
    expect(parse('['.repeat(depth) + ']'.repeat(depth))).toMatchObject({ ok: true });
    expect(parse('['.repeat(depth + 1) + ']'.repeat(depth + 1))).toMatchObject({ reason: 'too_deep' });
    expect(parse('{"a":'.repeat(150_000))).toMatchObject({ ok: false, reason: 'too_deep' });
    expect(parse(`${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`)).toMatchObject({ ok: false });
    expect(parse(`[${'1,'.repeat(values - 1)}1]`)).toMatchObject({ ok: true });
    expect(parse(`[${'1,'.repeat(values)}1]`)).toMatchObject({ reason: 'too_many' });
    expect(parse(JSON.stringify(['[{,:'.repeat(values)]))).toMatchObject({ ok: true });
  });

  it('refuses bytes that are not UTF-8, and half a document', () => {
    expect(parseStrictJson(Uint8Array.of(0x22, 0xc3, 0x28, 0x22))).toMatchObject({ reason: 'unreadable' });
    for (const text of ['', ' ', '{', '{"a":1}}', "{'a':1}", 'NaN', '\ufeff{}']) {
      expect(parse(text), text).toMatchObject({ ok: false, reason: 'unreadable' });
    }
  });
});
