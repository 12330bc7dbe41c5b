import { expect, it } from 'vitest';
import { permissionsOf } from './permissions.ts';

it.each([
  ['0640', 'rw-r-----'],
  ['755', 'rwxr-xr-x'],
  ['0000', '---------'],
  ['4755', 'rwsr-xr-x'],
  ['2640', 'rw-r-S---'],
  ['1777', 'rwxrwxrwt'],
])('%s is written %s', (mode, written) => {
  expect(permissionsOf(mode)).toBe(written);
});
