import { expect, it } from 'vitest';
import { en } from './en/index.ts';
import { fr } from './fr/index.ts';

/** `shell.view`, `admin.changed()`: the keys, without their texts. */
function keysOf(tree: object, path = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    if (typeof value === 'string') return [path + key];
    if (typeof value === 'function') return [`${path}${key}()`];
    return keysOf(value, `${path}${key}.`);
  });
}

function textsOf(tree: object): string[] {
  return Object.values(tree).flatMap((value) => (typeof value === 'object' ? textsOf(value) : [value]));
}

it('says the same things in both languages', () => {
  expect(keysOf(en).sort()).toEqual(keysOf(fr).sort());
  expect(keysOf(fr).length).toBeGreaterThan(100);
});

it('leaves nothing unsaid', () => {
  for (const text of [...textsOf(fr), ...textsOf(en)]) {
    if (typeof text === 'string') expect(text.trim()).not.toBe('');
  }
});

it('calls a kind of machine what it is called everywhere else', () => {
  for (const { machines } of [en, fr]) {
    expect(Object.values(machines.kinds).map((word) => word.toLowerCase())).toEqual(Object.keys(machines.kinds));
  }
});
