import type { Wording } from '@synapse/contract';
import { expect, it } from 'vitest';
import { finish } from '../redaction/steps.ts';
import { whereItOccurs } from './nearest-place.ts';

const TEXT = ['import { x } from "./x.js";', 'export function sum(a, b) {', '  return a + b;', '}', ''].join('\n');
const found = (old: string): Wording => finish(whereItOccurs(TEXT, old, []));

it.each([
  ['a line with another operator', 'return a - b;', 3, 'return a + b;'],
  ['a part of a line', 'a - b', 3, 'return a + b;'],
  ['several lines of which one differs', 'export function sum(a, b) {\n  return a * b;', 3, 'return a + b;'],
])('names the line that resembles %s', (_, old, line, text) => {
  expect(found(old).en).toContain(`line ${line}`);
  expect(found(old).en).toContain(text);
});

it.each(['completely(different);', ';', '--- ---'])('names none for %j', (old) => {
  expect(found(old).en).toContain('nothing resembles it');
});
