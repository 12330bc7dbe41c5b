import { describe, expect, it } from 'vitest';
import type { RpcRequest } from './json-rpc.ts';
import { checkBatchRevision, eraOf, negotiate, type ProtocolHeaders } from './revision.ts';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const CLIENT = 'io.modelcontextprotocol/clientInfo';
const meta = { [VERSION]: '2026-07-28', [CAPABILITIES]: {} };

const request = (method: string, params?: unknown): RpcRequest => ({ kind: 'request', id: 1, method, params });
const headers = (protocolVersion?: string, method?: string, name?: string): ProtocolHeaders => ({
  protocolVersion,
  method,
  name,
});
const call = request('tools/call', { name: 'é', _meta: meta });

describe('the era of a request', () => {
  it('is legacy without a claim', () => {
    expect(eraOf(request('tools/list'), headers())).toBe('legacy');
    for (const version of ['2025-03-26', '2025-06-18', '2025-11-25']) {
      expect(eraOf(request('tools/list', {}), headers(version)), version).toBe('legacy');
    }
    expect(eraOf(request('initialize', {}), headers('2024-11-05'))).toBe('legacy');
  });

  it('is modern with the claim and the headers that repeat it', () => {
    expect(eraOf(request('tools/list', { _meta: meta }), headers('2026-07-28', 'tools/list'))).toBe('modern');
    expect(eraOf(call, headers('2026-07-28', 'tools/call', '=?base64?w6k=?='))).toBe('modern');
  });

  it.each([
    ['no version header', call, headers(undefined, 'tools/call', 'é')],
    ['no method header', call, headers('2026-07-28', undefined, 'é')],
    ['no name header', call, headers('2026-07-28', 'tools/call')],
    ['another version', call, headers('2025-11-25', 'tools/call', 'é')],
    ['another method', call, headers('2026-07-28', 'tools/list', 'é')],
    ['another name', call, headers('2026-07-28', 'tools/call', 'e')],
    ['unpadded Base64', call, headers('2026-07-28', 'tools/call', '=?base64?w6k?=')],
    ['Base64 that is no text', call, headers('2026-07-28', 'tools/call', '=?base64?/w==?=')],
    ['a header twice', call, headers('2026-07-28', 'tools/call, tools/call', 'é')],
    ['initialize under a modern header', request('initialize'), headers('2026-07-28')],
  ])('is a header mismatch with %s', (_name, message, given) => {
    expect(eraOf(message, given)).toMatchObject({ status: 400, code: -32020 });
  });

  it('names what a modern request lacks', () => {
    const modern = headers('2026-07-28', 'tools/list');
    expect(eraOf(request('tools/list'), modern)).toMatchObject({ code: -32602, data: { missing: ['_meta'] } });
    expect(eraOf(request('tools/list', { _meta: { [CAPABILITIES]: {} } }), modern)).toMatchObject({
      status: 400,
      data: { missing: [VERSION] },
    });
    for (const wrong of [
      { [VERSION]: '2026-07-28' },
      { ...meta, [VERSION]: 5 },
      { ...meta, [CAPABILITIES]: 1 },
      { ...meta, [CLIENT]: 'x' },
    ]) {
      expect(eraOf(request('tools/list', { _meta: wrong }), modern)).toMatchObject({ status: 400, code: -32602 });
    }
  });

  it('names the revisions it serves when asked for another', () => {
    const later = { ...meta, [VERSION]: '2031-01-01' };
    expect(eraOf(request('tools/list', { _meta: later }), headers('2031-01-01', 'tools/list'))).toMatchObject({
      status: 400,
      code: -32022,
      data: { supported: ['2026-07-28'], requested: '2031-01-01' },
    });
    for (const unknown of ['1900-01-01', '2031-01-01', 'garbage']) {
      expect(eraOf(request('tools/list'), headers(unknown))).toMatchObject({ status: 400, code: -32022 });
      expect(eraOf(request('initialize'), headers(unknown))).toBe('legacy');
    }
  });
});

describe('negotiation', () => {
  it('takes the revision asked for, or offers the newest that negotiates', () => {
    expect(negotiate('2025-03-26')).toBe('2025-03-26');
    expect(negotiate('2024-11-05')).toBe('2025-11-25');
    expect(negotiate('2026-07-28')).toBe('2025-11-25');
  });

  it('knows batches in one revision only', () => {
    expect(checkBatchRevision(undefined)).toBeNull();
    expect(checkBatchRevision('2025-03-26')).toBeNull();
    expect(checkBatchRevision('2025-06-18')).toMatchObject({ code: -32600 });
    expect(checkBatchRevision('2026-07-28')).toMatchObject({ code: -32600 });
  });
});
