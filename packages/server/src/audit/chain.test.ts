import { createHash, createSecretKey } from 'node:crypto';
import { expect, it } from 'vitest';
import { framed } from '../../../../test/audit/old-marks.ts';
import { type Closing, closingSeal, GENESIS, isSealed, type Opening, openingHash } from './chain.ts';

const plain: Opening = {
  workspace_id: 'u',
  seq: 1,
  id: 'i',
  execution_id: 'e',
  created_at: 7,
  source: 'mcp',
  machine: 'web',
  container: null,
  cwd: '/',
  command_template: 'ls',
  alias: null,
  typed_chars: 2,
  token_hint: null,
  ip: '::1',
  verdict: null,
  rule: null,
  approval_id: null,
  sandbox: null,
  reconciles: null,
  actor: null,
  erases: null,
};
const decided: Opening = { ...plain, verdict: 'ask', rule: 'r', approval_id: 'a', sandbox: 's' };
const hash = (opening: Opening) => openingHash(opening, GENESIS).toString('hex');

it('an entry without a verdict has the hash that it always had', () => {
  const { verdict: _, rule: __, approval_id: ___, sandbox: ____, reconciles: _____, ...rest } = plain;
  const { actor: ______, erases: _______, ...first } = rest;
  const old = createHash('sha256').update(framed(['synapse audit opening v1', ...Object.values(first)]));
  expect(hash(plain)).toBe(old.update(GENESIS).digest('hex'));
});

it('whatever is added, taken away or moved changes the hash', () => {
  const variants = [
    plain,
    decided,
    ...(['verdict', 'rule', 'approval_id', 'sandbox'] as const).flatMap((field) => [
      { ...decided, [field]: null },
      { ...decided, [field]: 'x' },
      { ...plain, [field]: 'x' },
      { ...plain, [field]: '' },
    ]),
    { ...decided, verdict: 'r', rule: 'ask' },
    { ...plain, actor: '{}' },
    { ...plain, actor: '' },
    { ...decided, actor: '{}' },
    { ...plain, reconciles: 'e' },
    { ...plain, reconciles: 'e', actor: '{}' },
    { ...plain, erases: 1 },
    { ...plain, erases: 1, actor: '{}' },
  ];
  expect(new Set(variants.map(hash)).size).toBe(variants.length);
});

it('who decided is under the seal, and an entry without is sealed as it always was', () => {
  const key = createSecretKey(Buffer.alloc(32, 1));
  const ended = { status: 'done', exit_code: 0, refusal: null, duration_ms: 1, stdout_bytes: 0, returned_bytes: 0 };
  const closing: Closing = { ...ended, filter: null, saved_tokens: 0, decided_by: null };
  const row = (shown: Closing, sealed: Closing) => ({
    ...shown,
    hash: GENESIS,
    instance_id: 'here',
    seal: closingSeal(key, GENESIS, sealed, 'here'),
  });
  const byAda = { ...closing, decided_by: 'ada' };
  const cases: [Closing, Closing, boolean][] = [
    [closing, closing, true],
    [byAda, byAda, true],
    [closing, byAda, false],
    [byAda, closing, false],
    [{ ...byAda, decided_by: 'bob' }, byAda, false],
  ];
  for (const [shown, sealed, ours] of cases) expect(isSealed(key, row(shown, sealed))).toBe(ours);
});
