/** What is not changed stays as it was written. */
import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { setValue } from './edit-jsonc.ts';

describe('setValue', () => {
  it.each<[string, string]>([
    ['{}', '{\n  "a": {\n    "b": 1\n  }\n}'],
    ['{}\n', '{\n  "a": {\n    "b": 1\n  }\n}\n'],
    ['{"x":1}', '{\n  "a": {\n    "b": 1\n  },\n  "x": 1\n}'],
    ['{\n\t"a": {} // c\n}', '{\n\t"a": {\n\t\t"b": 1\n\t} // c\n}'],
    ['{\n  "a": { // c\n  }\n}', '{\n  "a": {\n    "b": 1 // c\n  }\n}'],
    ['{"a":{"b":/* old */2,"c":3,},}', '{"a":{"b":/* old */1,"c":3,},}'],
    ['{\r\n  "x": 1\r\n}', '{\r\n  "a": {\r\n    "b": 1\r\n  },\r\n  "x": 1\r\n}'],
  ])('%j', (before, after) => {
    expect(setValue(before, ['a', 'b'], 1)).toBe(after);
  });

  it.each(['', '[]', '{"a":', '{"a": 1}', '{"a": []}', 'null'])('changes nothing in %j', (text) => {
    expect(() => setValue(text, ['a', 'b'], 1)).toThrow('nothing was changed');
  });

  it('is what parsing, setting and printing would give, and twice is once', () => {
    const names = fc.constantFrom('a', 'b', 'c', 'x');
    const tree = fc.dictionary(names, fc.oneof(fc.integer(), fc.dictionary(names, fc.string())));
    // The parser that this is compared with takes `__proto__` for more than a name.
    const entries = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__'));
    fc.assert(
      fc.property(tree, fc.constantFrom(0, 2, '\t'), entries, (value, indent, entry) => {
        fc.pre(typeof value.a !== 'number');
        const once = setValue(JSON.stringify(value, null, indent), ['a', 'b'], entry);
        const plain: unknown = JSON.parse(JSON.stringify(entry));
        expect(parse(once)).toEqual({ ...value, a: { ...(value.a as object), b: plain } });
        expect(setValue(once, ['a', 'b'], entry)).toBe(once);
      }),
    );
  });
});
