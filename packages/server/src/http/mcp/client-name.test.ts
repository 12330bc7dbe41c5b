import { expect, it } from 'vitest';
import { clientName } from './client-name.ts';

const KEY = 'io.modelcontextprotocol/clientInfo';

it('takes the name that a client gives itself when it begins', () => {
  expect(clientName('initialize', { clientInfo: { name: 'cursor-vscode', version: '1' } })).toBe('cursor-vscode');
  expect(clientName('initialize', { clientInfo: { name: 'x', title: 'Cursor' } })).toBe('Cursor');
  expect(clientName('tools/list', { _meta: { [KEY]: { name: 'Zed' } } })).toBe('Zed');
});

it('takes nothing else for a name', () => {
  expect(clientName('tools/call', { _meta: { [KEY]: { name: 'Zed' } } })).toBeNull();
  expect(clientName('initialize', { _meta: { [KEY]: { name: 'Zed' } } })).toBeNull();
  expect(clientName('tools/list', {})).toBeNull();
  for (const info of [null, 'Zed', [], { name: 7 }, { name: ' ' }, {}]) {
    expect(clientName('initialize', { clientInfo: info })).toBeNull();
  }
  expect(clientName('initialize', { clientInfo: { name: 'n'.repeat(10_000) } })).toHaveLength(60);
});
