/** What a diff shows of private files, whatever the pieces in which it comes. */
import { describe, expect, it } from 'vitest';
import { buildRedactor } from './index.ts';
import { hidingShapes } from './redactor.ts';

const redactor = hidingShapes(buildRedactor([]));
const H = '{{hidden: private file}}';

function redacted(text: string, size: number): string {
  const stream = redactor.stream();
  const bytes = Buffer.from(text, 'latin1');
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(stream.push(bytes.subarray(at, at + size)));
  return Buffer.concat([...pieces, stream.end()]).toString('latin1');
}

const HEADER = (name: string) => `diff --git a/${name} b/${name}\nindex 1..2 100644\n--- a/${name}\n+++ b/${name}\n`;

describe.each([1, 7, 64, 100_000])('in pieces of %d bytes', (size) => {
  it.each([
    [
      `${HEADER('.env')}@@ -1,2 +1,2 @@\n-PLAIN=one\n+PLAIN=two\n MORE\n`,
      `${HEADER('.env')}@@ -1,2 +1,2 @@\n-${H}\n+${H}\n ${H}\n`,
    ],
    [`${HEADER('app/prod.env')}@@ -4 +4 @@ HOST=db\n+a\n`, `${HEADER('app/prod.env')}@@ -4 +4 @@${H}\n+${H}\n`],
    // What comes after it is another file's, or another commit's.
    [`${HEADER('.env')}+a\n${HEADER('b.ts')}+b\n`, `${HEADER('.env')}+${H}\n${HEADER('b.ts')}+b\n`],
    [`${HEADER('.env')}+a\ncommit 0123456\n\n    - text\n`, `${HEADER('.env')}+${H}\ncommit 0123456\n\n    - text\n`],
    [`| diff --git a/.env b/.env\n| +a=1\n`, `| diff --git a/.env b/.env\n| +${H}\n`],
    [
      `\x1b[1mdiff --git a/.env b/.env\x1b[m\n\x1b[32m+a=1\x1b[m\n`,
      `\x1b[1mdiff --git a/.env b/.env\x1b[m\n\x1b[32m+${H}\n`,
    ],
    [`\x1b[1mdiff --cc .env\x1b[m\n+ a=1\n`, `\x1b[1mdiff --cc .env\x1b[m\n+ ${H}\n`],
    // The words that changed, marked within their line; the last branch of a graph.
    [`${HEADER('.env')}@@ -1 +1 @@\nODD=[-one-]{+two+}\n`, `${HEADER('.env')}@@ -1 +1 @@\n${H}\n`],
    [`  diff --git a/.env b/.env\n  +a=1\n`, `  diff --git a/.env b/.env\n  +${H}\n`],
    [`diff --cc .env\n++both\n`, `diff --cc .env\n++${H}\n`],
    [`${HEADER('.env')}+last`, `${HEADER('.env')}+${H}`],
  ])('hides %j', (text, shown) => {
    expect(redacted(text, size)).toBe(shown);
  });

  it('hides a line that is longer than what is held back', () => {
    const shown = redacted(`${HEADER('.env')}+${'x'.repeat(20_000)}\n+b\n`, size).slice(HEADER('.env').length);
    expect(shown.replaceAll(H, '')).toBe('+\n+\n');
    expect(shown).toContain(`+${H}`);
  });

  it.each([
    `${HEADER('.env.example')}+A=one\n`,
    `${HEADER('environment.ts')}+const a = 1;\n`,
    'a text about diff --git a/.env b/.env\n+ not a diff\n',
    'plain\n+ text\n- more\n',
    'diff --stat\n',
  ])('leaves %j', (text) => {
    expect(redacted(text, size)).toBe(text);
  });
});
