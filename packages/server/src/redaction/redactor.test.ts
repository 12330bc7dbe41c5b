/** What the redactor removes, what it leaves alone, and how little it holds back. */
import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  buildRedactor,
  cutRedacted,
  type RedactedBytes,
  type RedactedText,
  redactedTextOf,
  weakness,
} from './index.ts';

const redact = (secrets: Record<string, string>, text: string): string =>
  buildRedactor(Object.entries(secrets).map(([name, value]) => ({ name, value }))).redactText(text);

const KEY_LINES = Array.from({ length: 6 }, (_, line) =>
  createHash('sha512').update(`line ${line}`).digest('base64').slice(0, 64),
);
const PEM = ['-----BEGIN PRIVATE KEY-----', ...KEY_LINES, 'c2hvcnQ=', '-----END PRIVATE KEY-----', ''].join('\n');

describe('what is taken out', () => {
  it('names the secret, and keeps what stands around it', () => {
    expect(redact({ TOKEN: 'hunter2-hunter2' }, 'a hunter2-hunter2\nb')).toBe('a {{TOKEN}}\nb');
  });

  it('takes values with characters that mean something elsewhere', () => {
    for (const value of [
      'a.*b+c?(d)[e]',
      '^$|{}\\/()',
      `it's "quoted" \\ here`,
      '{{OTHER}}-x',
      '$(rm -rf /)`',
      '%s%n&amp;x',
    ]) {
      expect(redact({ X: value }, `<${value}>`)).toBe('<{{X}}>');
      expect(redact({ X: value }, JSON.stringify({ value }))).not.toContain(value.slice(2, 7));
    }
  });

  it('takes UTF-8 values, raw and escaped', () => {
    const value = 'pâssé-€uro-😀-日本';
    const escaped = value.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    for (const form of [
      value,
      escaped,
      encodeURIComponent(value),
      JSON.stringify(JSON.stringify(escaped)),
      [...value].reverse().join(''),
    ]) {
      expect(redact({ X: value }, `<${form}>`)).toMatch(/^<[\\"]*\{\{X\}\}[\\"]*>$/);
    }
  });

  it('takes escapes of fewer digits, and the character right after them', () => {
    expect(redact({ X: '$ecret-Value-77' }, '<\\44ecret\\55Value-7\\67>')).toBe('<{{X}}>');
    expect(redact({ X: 'caf\u00e9-Value-77' }, 'caf\\u{e9}-Val&#117;e-77 caf&#xE9;-Value-77 ')).toBe('{{X}} {{X}} ');
  });

  it('prefers the longest of the values that begin at one place', () => {
    const secrets = { SHORT: 'password-1', LONG: 'password-1234' };
    expect(redact(secrets, 'password-1 password-1234 password-12')).toBe('{{SHORT}} {{LONG}} {{SHORT}}2');
  });

  it('prefers the value that holds another', () => {
    const secrets = { INNER: 'hunter22', OUTER: 'postgres://me:hunter22@db/app' };
    expect(redact(secrets, 'postgres://me:hunter22@db/app hunter22')).toBe('{{OUTER}} {{INNER}}');
    expect(redact(secrets, 'postgres://me:hunter22@db2')).toBe('postgres://me:{{INNER}}@db2');
  });

  it('leaves nothing of values that overlap', () => {
    expect(redact({ A: 'abcdefgh', B: 'efghijkl' }, '<abcdefghijkl>')).toBe('<{{A}}{{B}}>');
    expect(redact({ A: 'xyxyxyxy' }, '<xyxyxyxyxyxy>')).toBe('<{{A}}>');
  });

  it('takes a multi-line value whole, by its lines, and in one line of JSON', () => {
    expect(redact({ KEY: PEM }, `<${PEM}>`)).toBe('<{{KEY}}\n>');
    expect(redact({ KEY: PEM }, PEM.replaceAll('\n', '\r\n    '))).toBe('{{KEY}}\r\n    ');
    expect(redact({ KEY: PEM }, JSON.stringify({ key: PEM }))).toBe('{"key":"{{KEY}}\\n"}');
    expect(redact({ KEY: PEM }, Buffer.from(PEM).toString('base64'))).toMatch(/^\{\{KEY\}\}.{0,4}$/);
    expect(redact({ KEY: PEM }, `1 ${KEY_LINES[2]}\n2 ${KEY_LINES[3]}`)).toBe('1 {{KEY}}\n2 {{KEY}}');
    const numbered = KEY_LINES.map((line) => Buffer.from(`> ${line}`).toString('hex')).join('\n');
    expect(redact({ KEY: PEM }, numbered)).toBe(KEY_LINES.map(() => '3e20{{KEY}}').join('\n'));
  });

  it('gives the same for a dump under every cut', () => {
    const dump = [
      'text',
      '00000000: 4865 6c6c 6f20 5a71 376b 576d 3278 5665  Hello Zq7kWm2xVe',
      '00000010: 4c70 7254 664a 3621 2121 2121 2121 2121  LprTfJ6!!!!!!!!!',
      '12\n00000020: 0a                                       .\n',
    ].join('\n');
    const redactor = buildRedactor([{ name: 'X', value: 'Zq7kWm2xVeLprTfJ6' }]);
    const wanted = 'text\n00000000:{{X}}\n12\n00000020: 0a                                       .\n';
    for (let cut = 0; cut <= dump.length; cut++) {
      const stream = redactor.stream();
      const pieces = [
        stream.push(Buffer.from(dump.slice(0, cut))),
        stream.push(Buffer.from(dump.slice(cut))),
        stream.end(),
      ];
      expect(redactedTextOf(pieces)).toBe(wanted);
    }
  });
});

describe('what is left alone', () => {
  it('spares ordinary output', () => {
    const secrets = { A: 'abc def', B: '12345678', C: 'letters', D: PEM, E: '192837465', F: 'S3cr3t-Tok3n-9931' };
    const ordinary = [
      'abcdef abc  def a b c d e f abc.def',
      Array.from({ length: 40 }, (_, number) => number).join('\n'),
      '12 34 56 78 | 1234 5678\t19 28 37 465',
      'let ters, the let\nters',
      '-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----',
      `"integrity": "sha512-${createHash('sha512').update('left-pad').digest('base64')}"`,
      '/usr/local/lib/node_modules/npm/bin/npm-cli.js',
      'a1b2c3d fix: redact S3cr3t values only (#9931)',
    ].join('\n');
    expect(redact(secrets, ordinary)).toBe(ordinary);
  });

  it('passes binary noise through unchanged', () => {
    const noise = randomBytes(300_000);
    const stream = buildRedactor([{ name: 'X', value: 'S3cr3t-Tok3n-9931' }]).stream();
    expect(Buffer.concat([stream.push(noise), stream.end()]).equals(noise)).toBe(true);
  });

  it('needs no secrets', () => {
    expect(redact({}, 'anything')).toBe('anything');
    expect(redact({ EMPTY: '', BLANK: '  \n "\' ' }, 'anything " \' ')).toBe('anything " \' ');
  });
});

describe('short values', () => {
  it('are taken out where they stand alone, letter for letter', () => {
    expect(redact({ PIN: '4711x' }, 'pin=4711x, 4711X a4711x 4711xy (4711x)')).toBe(
      'pin={{PIN}}, 4711X a4711x 4711xy ({{PIN}})',
    );
    const stream = buildRedactor([{ name: 'PIN', value: '4711x' }]).stream();
    const pieces = ['a 4711x', 'y 4711x', ' 4711', 'x'].map((piece) => stream.push(Buffer.from(piece)));
    expect(redactedTextOf([...pieces, stream.end()])).toBe('a 4711xy {{PIN}} {{PIN}}');
  });

  it('are left when they are too short or too common, and never looked for encoded', () => {
    const text = `abc root ${Buffer.from('4711x').toString('hex')}`;
    expect(redact({ A: 'abc', B: 'root', C: '4711x' }, text)).toBe(text);
  });

  it('are told to whoever stores them', () => {
    for (const value of ['', 'a', 'root', '12345', 'a b c d', '"\'\\   \n']) expect(weakness(value)).toBe('too_short');
    for (const value of ['password', 'LOCALHOST\n', '123456', '--------', 'xxxxxx'])
      expect(weakness(value)).toBe('common');
    for (const value of ['k7Qz9x', 'correct horse', PEM]) expect(weakness(value)).toBeNull();
  });
});

describe('the stream', () => {
  it('holds back exactly the current partial match', () => {
    const stream = buildRedactor([{ name: 'X', value: '#S3cr3t#Tok3n#' }]).stream();
    const push = (text: string): string => stream.push(Buffer.from(text)).toString();
    expect(push('plain text, no part of it ~')).toBe('plain text, no part of it ~');
    expect(push('before #S3cr')).toBe('before ');
    expect(push('3t#To\n')).toBe('');
    expect(push('~ after~')).toBe('#S3cr3t#To\n~ after~');
    expect(push('#S3cr3t#Tok3n#')).toBe('{{X}}');
    expect(push('#S3cr3t')).toBe('');
    expect(stream.end().toString()).toBe('#S3cr3t');
  });

  it('holds back little over 100 MB that come close', () => {
    const value = `#${'S3cr3t'.repeat(6)}#`;
    const stream = buildRedactor([{ name: 'X', value }]).stream();
    const near = `${value.slice(0, -1)}${' '.repeat(50_000)}\\u00`;
    const chunk = Buffer.from(near.repeat(20));
    let held = 0;
    let most = 0;
    for (let fed = 0; fed < 100e6; fed += chunk.length) {
      held += chunk.length - stream.push(chunk).length;
      most = Math.max(most, held);
    }
    held -= stream.end().length;
    expect(held).toBe(0);
    expect(most).toBeLessThan(20_000);
  });

  it('gives what nothing else can be taken for', () => {
    const redactor = buildRedactor([{ name: 'X', value: 'S3cr3t-Tok3n-9931' }]);
    const text = redactor.redactText('a S3cr3t-Tok3n-9931 b');
    expect(cutRedacted(text, 0, 7)).toBe('a {{X}}');
    expectTypeOf(text).toEqualTypeOf<RedactedText>();
    expectTypeOf<string>().not.toExtend<RedactedText>();
    expectTypeOf<Buffer>().not.toExtend<RedactedBytes>();
    expectTypeOf(redactor.stream().push).returns.toEqualTypeOf<RedactedBytes>();
  });
});

describe('a value that its reader set', () => {
  const redactor = buildRedactor([
    { name: 'THEIRS', value: 'sk_live_8f3kQ0pZ77' },
    { name: 'RIGHT', value: 'QzQzQzQzsk_l', yields: true },
    { name: 'WRONG', value: 'QzQzQzQzsk_m', yields: true },
    { name: 'AFTER', value: 'pZ77YwYwYwYw', yields: true },
  ]);
  const redacted = (text: string): string => redactor.redactText(text);

  it('is covered where it stands by itself', () => {
    expect(redacted('<QzQzQzQzsk_l> <QzQzQzQzsk_m>')).toBe('<{{RIGHT}}> <{{WRONG}}>');
    expect(redacted('QzQzQzQzsk_lQzQzQzQzsk_l')).toBe('{{RIGHT}}{{RIGHT}}');
  });

  it('tells nothing of another value that it overlaps', () => {
    expect(redacted('X: QzQzQzQzsk_live_8f3kQ0pZ77')).toBe('X: QzQzQzQz{{THEIRS}}');
    expect(redacted('X: sk_live_8f3kQ0pZ77YwYwYwYw')).toBe('X: {{THEIRS}}YwYwYwYw');
    expect(redacted(Buffer.from('QzQzQzQzsk_live_8f3kQ0pZ77').toString('hex'))).not.toContain('RIGHT');
  });

  it('does so under every cut', () => {
    const text = 'a QzQzQzQzsk_live_8f3kQ0pZ77YwYwYwYw b QzQzQzQzsk_l c QzQzQzQzsk_live_8f3kQ0p';
    const wanted = redacted(text);
    expect(wanted).toBe('a QzQzQzQz{{THEIRS}}YwYwYwYw b {{RIGHT}} c {{RIGHT}}ive_8f3kQ0p');
    for (let one = 0; one <= text.length; one++) {
      for (let two = one; two <= text.length; two += 3) {
        const stream = redactor.stream();
        const pieces = [text.slice(0, one), text.slice(one, two), text.slice(two)].map((piece) =>
          stream.push(Buffer.from(piece)),
        );
        expect(Buffer.concat([...pieces, stream.end()]).toString()).toBe(wanted);
      }
    }
  });
});
