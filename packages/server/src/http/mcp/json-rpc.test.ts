import { because, Refusal } from '@synapse/contract';
import { describe, expect, it } from 'vitest';
import { readMessage, refusalError, writeError, writeResult } from './json-rpc.ts';

const request = { jsonrpc: '2.0', id: 1, method: 'ping' };

describe('reading a message', () => {
  it('tells requests, notifications and responses apart', () => {
    expect(readMessage(request)).toEqual({ kind: 'request', id: 1, method: 'ping', params: undefined });
    expect(readMessage({ jsonrpc: '2.0', method: 'x', params: {} })).toMatchObject({ kind: 'notification' });
    expect(readMessage({ jsonrpc: '2.0', id: 'a', result: {} })).toEqual({ kind: 'response' });
    expect(readMessage({ jsonrpc: '2.0', id: 0, error: {} })).toEqual({ kind: 'response' });
  });

  it('keeps the id of a message it refuses, where that id is one', () => {
    expect(readMessage({ ...request, jsonrpc: '1.0' })).toMatchObject({ kind: 'invalid', id: 1 });
    expect(readMessage({ ...request, method: 5 })).toMatchObject({ kind: 'invalid', id: 1 });
  });

  it.each([null, 1.5, 2 ** 60, true, {}, [], Number.POSITIVE_INFINITY])('refuses the id %j', (id) => {
    expect(readMessage({ ...request, id })).toMatchObject({ kind: 'invalid', id: null, error: { code: -32600 } });
  });

  it.each([null, 1, 'x', [], [[]], {}, { jsonrpc: '2.0' }, { ...request, result: {} }, { jsonrpc: '2.0', result: 1 }])(
    'refuses %j',
    (value) => {
      expect(readMessage(value)).toMatchObject({ kind: 'invalid', error: { status: 400, code: -32600 } });
    },
  );

  it('refuses keys that another reader would take for the known ones', () => {
    for (const value of [
      { ...request, Method: 'tools/call' },
      { ...request, PARAMS: {} },
      { ...request, Id: 2 },
      { ...request, paramſ: {} },
      { ...request, params: { Name: 'x' } },
      { ...request, params: { name: 'x', ARGUMENTS: {} } },
      { ...request, params: { RequestID: 1 } },
    ]) {
      expect(readMessage(value), JSON.stringify(value)).toMatchObject({ kind: 'invalid', id: 1 });
    }
    expect(readMessage({ ...request, params: { requestId: 1, protocolVersion: '', other: 1 } })).toMatchObject({
      kind: 'request',
    });
  });

  it('is not fooled by the prototype', () => {
    expect(readMessage(JSON.parse('{"__proto__":{"jsonrpc":"2.0","id":1,"method":"ping"}}'))).toMatchObject({
      kind: 'invalid',
    });
  });
});

describe('writing answers', () => {
  it('escapes ids', () => {
    expect(JSON.parse(writeResult('"}', '{}'))).toEqual({ jsonrpc: '2.0', id: '"}', result: {} });
  });

  it('puts a refusal outside the range that JSON-RPC reserves', () => {
    const error = refusalError(new Refusal('quota_exceeded', { retry_after: 9 }), 'fr');
    expect(error).toEqual({
      status: 429,
      code: 429,
      message: 'Quota journalier IA atteint',
      data: { code: 'quota_exceeded', retry_after: 9 },
    });
    expect(JSON.parse(writeError(null, error))).not.toHaveProperty('error.status');
    expect(refusalError(new Refusal('token_invalid'), 'en').data).toEqual({ code: 'token_invalid' });
    const detailed = new Refusal('quota_exceeded', {}, [
      { field: 'plan', problem: because('quota_of_plan', { plan: 'free', limit: 100 }) },
    ]);
    expect(refusalError(detailed, 'en').data).toEqual({
      code: 'quota_exceeded',
      detail: '100 calls a day on the plan “free” (SYNAPSE_LIMITS); the count starts anew at 00:00 UTC',
    });
  });
});
