/** Synapse's own credentials are taken out of any output, and nothing else is taken for one. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { newCode } from '../agents/enrollment-code.ts';
import { generateToken } from '../credentials/token-format.ts';
import { makeRecoveryCodes } from '../second-factor/recovery-codes.ts';
import { buildRedactor, redactedTextOf } from './index.ts';

const HIDDEN = '{{hidden: synapse credential}}';
const jwt = (claims: Record<string, unknown>, header: Record<string, unknown> = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', ...header }).sign(randomBytes(32));
const session = () =>
  jwt({ epoch: 1, sub: randomUUID(), jti: randomUUID(), iss: 'synapse', aud: 'synapse-api', iat: 1, exp: 2 });

const ours = async () => ({
  session: await session(),
  ai: generateToken('ai'),
  journal: generateToken('journal'),
  oauth: generateToken('oauth'),
  recovery: makeRecoveryCodes()[0]!,
  enrollment: newCode(),
});

const redactors = {
  'an empty vault': buildRedactor([]),
  'a vault': buildRedactor([{ name: 'TOKEN', value: 'hunter2-hunter2' }]),
};

describe.each(Object.entries(redactors))('with %s', (_name, redactor) => {
  it('takes each kind out, whatever stands around it', async () => {
    for (const [kind, value] of Object.entries(await ours())) {
      for (const [before, after] of [
        ['', ''],
        ['"', '"'],
        ['Bearer ', '\n'],
        ['token=', '&x=1'],
        ['{"access_token": "', '"}'],
        ['a\n', '.'],
      ]) {
        const shown: string = redactor.redactText(`${before}${value}${after}`);
        expect(shown, kind).toBe(`${before}${HIDDEN}${after}`);
        // Too long for the quick look.
        const filling = 'x '.repeat(5_000);
        expect(redactor.redactText(`${filling}${before}${value}${after}`) as string).toBe(
          `${filling}${before}${HIDDEN}${after}`,
        );
      }
      expect(redactor.redactText(`${value} ${value}`) as string, kind).toBe(`${HIDDEN} ${HIDDEN}`);
    }
  });

  it('takes them out of a stream, wherever it is cut', async () => {
    for (const [kind, value] of Object.entries(await ours())) {
      const bytes = Buffer.from(`before ${value}\nafter`);
      for (let cut = 1; cut < bytes.length; cut++) {
        const stream = redactor.stream();
        const pieces = [stream.push(bytes.subarray(0, cut)), stream.push(bytes.subarray(cut)), stream.end()];
        const shown: string = redactedTextOf(pieces);
        expect(shown, `${kind} cut at ${cut}`).toContain(HIDDEN);
        // The last two thirds are what nobody can guess.
        expect(shown).not.toContain(value.slice(-Math.ceil(value.length / 2)));
        expect(shown.endsWith('\nafter')).toBe(true);
      }
      const stream = redactor.stream();
      const single = [...bytes].map((byte) => stream.push(Buffer.from([byte])));
      const shown: string = redactedTextOf([...single, stream.end()]);
      expect(shown, kind).toContain(HIDDEN);
      expect(shown).not.toContain(value.slice(8));
    }
  });

  it('leaves alone what only looks like one', async () => {
    const hex = createHash('sha256').update('x').digest('hex');
    const token = generateToken('ai');
    const others = [
      hex,
      hex.slice(0, 40),
      randomUUID(),
      randomBytes(32).toString('base64'),
      randomBytes(32).toString('base64url'),
      await jwt({ iss: 'synapse' }),
      await jwt({ iss: 'other', aud: 'synapse-api' }),
      await jwt({ a: 1 }, { typ: 'JWT' }),
      'dk_ai_',
      'dk_ai_short',
      `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`,
      'dk_journal_',
      'some-test-text-here',
      'base-text-test-part',
      'abcd-efgh-jkmn-pqrs',
      'aaaaa-bbbbb-ccccc-ddddd-eeeee-fffff',
      '----------',
      'a-b-c-d',
      'eyJhbGciOiJIUzI1NiJ9.',
      `eyJhbGciOiJIUzI1NiJ9.${'a'.repeat(3_000)}.x`,
    ];
    for (const text of others) {
      expect(redactor.redactText(`<${text}>`) as string).toBe(`<${text}>`);
      expect(redactor.redactText(text) as string).toBe(text);
    }
    const many = Array.from(
      { length: 20_000 },
      () => `${randomUUID()} ${randomBytes(20).toString('hex')} ${randomBytes(24).toString('base64')}`,
    ).join('\n');
    expect(redactor.redactText(many) as string).toBe(many);
  });

  it('lets out at once what cannot be the beginning of one', () => {
    const stream = redactor.stream();
    expect(stream.push(Buffer.from('done')).toString()).toBe('done');
    expect(stream.push(Buffer.from(' of it')).toString()).toBe(' of it');
    expect(stream.push(Buffer.from(' dk_ai_abc')).toString()).toBe(' ');
    expect(stream.push(Buffer.from(' x')).toString()).toBe('dk_ai_abc x');
  });
});
