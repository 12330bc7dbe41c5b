/** The values of environments in a description of pods, whatever the pieces in which it comes. */
import { describe, expect, it } from 'vitest';
import { buildRedactor } from './index.ts';
import { hidingShapes } from './redactor.ts';

const redactor = hidingShapes(buildRedactor([]));
const H = '{{hidden: environment}}';

function redacted(text: string, size: number): string {
  const stream = redactor.stream();
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(stream.push(bytes.subarray(at, at + size)));
  return Buffer.concat([...pieces, stream.end()]).toString();
}

const pod = (hidden: boolean) => {
  const value = (text: string) => (hidden ? H : text);
  return [
    'Name:             web-0',
    'Containers:',
    '  app:',
    '    Image:          web:1',
    '    Environment:',
    `      MODE:         ${value('production')}`,
    '      EMPTY:        ',
    "      FROM_SECRET:  <set to the key 'url' in secret 'db'>  Optional: false",
    `      WORDS:        ${value('correct horse: battery  staple')}`,
    `                    ${value('and a second line, then')}`,
    `                    ${value('Environment:')}`,
    `      LAST:         ${value('swordfish')}`,
    '    Mounts:',
    '      /data from data (rw)',
    '  side:',
    '    Environment:  <none>',
    '    Ready:        True',
    'Events:           <none>',
    '',
  ].join('\n');
};

/** Files in which such a word stands. */
const OTHERS = [
  '  Function:\n    Environment:\n      Variables:\n        TABLE: orders\n        MODE: x\n',
  '    Environment:\n      TABLE: orders\n',
  'Environment:\n  a:  b\n',
  'The Environment: of  the test\n    next  line\n',
  '    Environment:\n\n      MODE:  a\n',
];

describe.each([1, 7, 64, 100_000])('in pieces of %d bytes', (size) => {
  it('are hidden, and nothing else', () => {
    expect(redacted(pod(false), size)).toBe(pod(true));
  });
  it.each(OTHERS)('stay in %j', (text) => {
    expect(redacted(text, size)).toBe(text);
  });
  it('are hidden at an end without a line break, and in a long line', () => {
    const head = '    Environment:\n      MODE:  ';
    expect(redacted(`${head}production`, size)).toBe(`${head}${H}`);
    const long = redacted(`${head}${'long '.repeat(4_000)}\n    Mounts:\n`, size);
    expect(long).not.toContain('long');
    expect(long.endsWith('\n    Mounts:\n')).toBe(true);
  });
});
