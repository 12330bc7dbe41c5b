/**
 * What real tools make of a secret, and whether any of it gets through. If a tool is missing, Node makes its output.
 */
import { spawnSync } from 'node:child_process';
import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { rot13 } from './encoded-forms.ts';
import { buildRedactor } from './redactor.ts';

const SECRET = 'Zq7/k%9+Wm&2"x\'V$4<e>Lp\\8 rT=fJ6';
const LETTERS = 'Zq7kWm2xVeLprTfJ6abQ93uYdH51cGs0';
const ACCENTS = 'pâssé-€uro-clé-日本-Zq7kWm2xVe';

interface Transformation {
  readonly name: string;
  /** Reads the text on standard input, prints it transformed. */
  readonly tool?: string;
  readonly node?: (text: string) => string | Buffer;
  /** For tools that cannot handle quotes and blanks. */
  readonly letters?: boolean;
  /** With letters beyond ASCII: tools that print bytes one by one show each of them in several parts. */
  readonly accents?: boolean;
  readonly before?: string;
  readonly missed?: true;
}

const each = (text: string, print: (byte: number) => string): string => [...Buffer.from(text)].map(print).join('');
const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
const paint = (text: string): string => text.replace(/.{5}/gsu, '$&\x1b[01;31m\x1b[K');

const TRANSFORMATIONS: Transformation[] = [
  { name: 'cat', tool: 'cat', node: (text) => text },
  { name: 'upper case', tool: 'tr a-z A-Z', node: (text) => text.toUpperCase() },
  { name: 'lower case', tool: 'tr A-Z a-z', node: (text) => text.toLowerCase() },
  { name: 'base64, alignment 0', tool: 'base64', node: (text) => Buffer.from(text).toString('base64') },
  { name: 'base64, alignment 1', tool: 'base64', before: 'a', node: (text) => Buffer.from(text).toString('base64') },
  { name: 'base64, alignment 2', tool: 'base64', before: 'ab', node: (text) => Buffer.from(text).toString('base64') },
  {
    name: 'base64, wrapped at 20',
    tool: 'base64 -w 20',
    node: (text) => Buffer.from(text).toString('base64').replace(/.{20}/g, '$&\n'),
  },
  { name: 'openssl base64', tool: 'openssl base64', node: (text) => Buffer.from(text).toString('base64') },
  {
    name: 'base64url',
    tool: "base64 -w 0 | tr '+/' '-_' | tr -d =",
    node: (text) => Buffer.from(text).toString('base64url'),
  },
  {
    name: 'basic authorization',
    tool: "sed 's/^/user:/' | base64 -w 0 | sed 's/^/Authorization: Basic /'",
    node: (text) => `Authorization: Basic ${Buffer.from(`user:${text}`).toString('base64')}`,
  },
  {
    name: 'double base64',
    tool: 'base64 | base64',
    node: (text) => Buffer.from(`${Buffer.from(text).toString('base64')}\n`).toString('base64'),
  },
  {
    name: 'UTF-16LE base64',
    tool: 'iconv -f utf-8 -t utf-16le | base64',
    node: (text) => Buffer.from(text, 'utf16le').toString('base64'),
  },
  { name: 'UTF-16LE', tool: 'iconv -f utf-8 -t utf-16le', node: (text) => Buffer.from(text, 'utf16le') },
  { name: 'base32', tool: 'base32' },
  { name: 'xxd -p', tool: 'xxd -p', node: (text) => each(text, hex) },
  { name: 'xxd', tool: 'xxd', before: 'before ' },
  { name: 'xxd -u', tool: 'xxd -u -g 1', before: 'befo ' },
  { name: 'xxd -i', tool: 'xxd -i', node: (text) => each(text, (byte) => ` 0x${hex(byte)},`) },
  { name: 'hexdump', tool: 'hexdump', before: 'ab' },
  { name: 'hexdump -C', tool: 'hexdump -C', before: 'before the secret ' },
  { name: 'od', tool: 'od', before: 'xx' },
  { name: 'od -c', tool: 'od -c', letters: true, before: 'before' },
  { name: 'od -An -tx1', tool: 'od -An -tx1', node: (text) => each(text, (byte) => ` ${hex(byte)}`) },
  {
    name: 'od -An -b',
    tool: 'od -An -b',
    node: (text) => each(text, (byte) => ` ${byte.toString(8).padStart(3, '0')}`),
  },
  { name: 'od -An -tu1', tool: 'od -An -tu1', node: (text) => each(text, (byte) => ` ${byte}`) },
  {
    name: 'hex, colons',
    tool: "od -An -v -tx1 | tr -d '\\n' | sed 's/^ //; s/ /:/g'",
    node: (text) => each(text, (byte) => `${hex(byte)}:`),
  },
  {
    name: 'hex, \\x',
    tool: "od -An -v -tx1 | tr -d '\\n' | sed 's/ /\\\\x/g'",
    node: (text) => each(text, (byte) => `\\x${hex(byte)}`),
  },
  {
    name: 'octal escapes',
    tool: "od -An -v -b | tr -d '\\n' | sed 's/ /\\\\/g'",
    node: (text) => each(text, (byte) => `\\${byte.toString(8).padStart(3, '0')}`),
  },
  {
    name: 'percent, every byte',
    tool: "od -An -v -tx1 | tr -d '\\n' | tr ' ' %",
    node: (text) => each(text, (byte) => `%${hex(byte)}`),
  },
  {
    name: 'percent, strict',
    tool: 'python3 -c "import sys,urllib.parse as u;print(u.quote(sys.stdin.read(),safe=\'\'))"',
    node: encodeURIComponent,
  },
  {
    name: 'percent, slashes kept',
    tool: 'python3 -c "import sys,urllib.parse as u;print(u.quote(sys.stdin.read()))"',
    node: (text) => encodeURIComponent(text).replaceAll('%2F', '/'),
  },
  {
    name: 'percent, form',
    tool: 'python3 -c "import sys,urllib.parse as u;print(u.quote_plus(sys.stdin.read()))"',
    node: (text) => new URLSearchParams({ text }).toString(),
  },
  { name: 'percent, jq', tool: 'jq -sRr @uri', node: encodeURIComponent },
  { name: 'JSON', tool: 'jq -Rs .', node: (text) => JSON.stringify(text) },
  { name: 'JSON in JSON', node: (text) => JSON.stringify(JSON.stringify({ text })) },
  {
    name: '\\u escapes',
    node: (text) => text.replace(/[\s\S]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
  },
  {
    name: 'HTML, named',
    tool: 'jq -Rsr @html',
    node: (text) =>
      text
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
        .replaceAll("'", '&#39;'),
  },
  { name: 'HTML, decimal', node: (text) => each(text, (byte) => `&#${byte};`) },
  { name: 'HTML, hexadecimal', node: (text) => each(text, (byte) => `&#x${hex(byte)};`) },
  { name: 'reversed', tool: 'rev', node: (text) => [...text].reverse().join('') },
  { name: 'one character a line', tool: "sed 's/./&\\n/g'", node: (text) => [...text].join('\n') },
  { name: 'spaced out', tool: "sed 's/./& /g'", node: (text) => [...text].join(' ') },
  { name: 'fold', tool: 'fold -w 7', node: (text) => text.replace(/.{7}/g, '$&\n') },
  {
    name: 'CRLF and indentation',
    tool: "fold -w 9 | sed 's/^/      /; s/$/\\r/'",
    node: (text) => text.replace(/.{9}/g, '$&\r\n      '),
  },
  { name: 'sed l', tool: 'sed -n l' },
  { name: 'set -x', tool: 'IFS= read -r V; exec 2>&1; set -x; : "$V"' },
  { name: 'printf %q', tool: 'exec bash -c \'IFS= read -r V; printf "%q\\n" "$V"\'' },
  { name: 'declare -p', tool: "exec bash -c 'IFS= read -r V; declare -p V'" },
  { name: 'export -p', tool: 'IFS= read -r V; export V; export -p | grep " V="' },
  { name: 'bytes in Python', tool: 'python3 -c "import sys;print(sys.stdin.buffer.read())"' },
  {
    name: 'list in Python',
    tool: 'python3 -c "import sys;print(list(sys.stdin.buffer.read()))"',
    node: (text) => JSON.stringify([...Buffer.from(text)]),
  },
  { name: 'Buffer in Node', node: (text) => JSON.stringify(Buffer.from(text)) },
  { name: 'painted in parts', tool: "sed 's/...../&\\x1b[01;31m\\x1b[K/g'", node: paint },
  { name: 'grep --color', tool: "grep --color=always '.[27]'" },
  {
    name: 'painted and escaped',
    node: (text) => text.replace(/.{1,5}/gsu, (part) => `\x1b[01;31m\x1b[K${encodeURIComponent(part)}\x1b[m`),
  },
  { name: 'rot13', tool: "tr 'A-Za-z' 'N-ZA-Mn-za-m'", node: rot13 },
  { name: 'od -c, accents', tool: 'od -c', accents: true, before: 'before' },
  { name: 'od -An -c, accents', tool: 'od -An -c', accents: true },
  { name: 'od -a, accents', tool: 'od -a', accents: true },
  { name: 'od -a', tool: 'od -a', letters: true, before: 'a ' },
  { name: 'hexdump -c, accents', tool: 'hexdump -c', accents: true },
  { name: 'cat -v, accents', tool: 'cat -v', accents: true },
  { name: 'cat -A, accents', tool: 'cat -A', accents: true },
  { name: 'upper case, accents', node: (text) => text.toUpperCase(), accents: true },
  { name: 'ascii() in Python', tool: 'python3 -c "import sys;print(ascii(sys.stdin.read()))"', accents: true },
  { name: 'ord() in Python', tool: 'python3 -c "import sys;print([ord(c) for c in sys.stdin.read()])"', accents: true },
  { name: 'od -t d1, accents', tool: 'od -t d1', accents: true },
  { name: 'UTF-16LE, accents', tool: 'iconv -f utf-8 -t utf-16le', accents: true },
  { name: 'UTF-16LE, xxd', tool: 'iconv -f utf-8 -t utf-16le | xxd' },
  { name: 'xxd -g 4', tool: 'xxd -g 4', before: 'before ' },
  { name: 'xxd -g 8', tool: 'xxd -g 8', before: 'befo ' },
  { name: 'xxd -g 0', tool: 'xxd -g 0 -c 32' },
  { name: 'xxd -e', tool: 'xxd -e', before: 'abc' },
  { name: 'xxd -b', tool: 'xxd -b', before: 'ab' },
  { name: 'od -t x4', tool: 'od -t x4', before: 'a' },
  { name: 'od -d', tool: 'od -d', before: 'a' },
  { name: 'od -i', tool: 'od -i', before: 'ab' },
  { name: 'od -i, accents', tool: 'od -i', accents: true },
  { name: 'hex, commas', node: (text) => each(text, (byte) => `${hex(byte)},`) },
  { name: 'hex, 0x and blanks', node: (text) => each(text, (byte) => `0x${hex(byte)} `) },
  {
    name: 'octal escapes of printf %b',
    node: (text) => each(text, (byte) => `\\0${byte.toString(8).padStart(3, '0')}`),
  },
  { name: 'percent, twice', node: (text) => encodeURIComponent(encodeURIComponent(text)), letters: true },
  { name: 'percent, twice, accents', node: (text) => encodeURIComponent(encodeURIComponent(text)), accents: true },
  {
    name: 'list of characters in Python',
    tool: 'python3 -c "import sys;print(list(sys.stdin.read()))"',
    letters: true,
  },
  { name: 'base32hex', tool: 'basenc --base32hex', before: 'abc' },
  { name: 'gzip', tool: 'gzip -c | base64', node: (text) => gzipSync(text).toString('base64') },
  { name: 'zlib', node: (text) => deflateSync(text).toString('base64') },
  { name: 'zlib, fast', node: (text) => deflateSync(text, { level: 1 }).toString('base64') },
  { name: 'zlib, small', node: (text) => deflateSync(text, { level: 9 }).toString('base64') },
  { name: 'JSON in base64', node: (text) => Buffer.from(JSON.stringify({ text })).toString('base64') },
  {
    name: 'JSON in base64, accents',
    tool: 'python3 -c "import sys,json,base64;print(base64.b64encode(json.dumps(sys.stdin.read()).encode()).decode())"',
    accents: true,
  },
  { name: '\\x{}', node: (text) => text.replace(/[\s\S]/gu, (char) => `\\x{${char.codePointAt(0)!.toString(16)}}`) },
  { name: 'quoted-printable of signs', node: (text) => text.replace('=', '=3D') },
  { name: 'quoted-printable', tool: 'python3 -m quopri -t', accents: true },
  { name: 'hex, dots', node: (text) => each(text, (byte) => `${hex(byte)}.`) },
  { name: 'hex, bars', node: (text) => each(text, (byte) => `${hex(byte)} | `) },
  { name: 'triple base64', tool: 'base64 | base64 | base64' },
  { name: 'triple base64, in one line', tool: 'base64 -w 0 | base64 -w 0 | base64 -w 0' },
  { name: 'od -tx1z', tool: 'od -tx1z', before: 'before the ' },
  { name: 'od -An -tx1z', tool: 'od -An -tx1z', before: 'before the ' },
  { name: 'od -tx8z', tool: 'od -tx8z', before: 'before the ' },
  { name: 'od -tcz', tool: 'od -tcz', before: 'before the l' },
  { name: 'hexdump -C, accents', tool: 'hexdump -C', accents: true, before: 'bef' },
  { name: 'hexdump -C of busybox', tool: 'busybox hexdump -C', before: 'bef' },
  { name: 'xxd of busybox', tool: 'busybox xxd', before: 'before the ' },
  { name: 'bzip2', tool: 'bzip2 -c | base64', missed: true, node: () => 'missing' },
  { name: 'cut', tool: 'cut -c 1-20', letters: true, missed: true, node: (text) => text.slice(0, 20) },
  { name: 'a cipher', tool: "tr 'A-Za-z' 'B-ZAb-za'", letters: true, missed: true, node: () => 'missing' },
];

/** Null if the tool, or one it needs, is missing on this machine. */
function runTool(tool: string, input: string): Buffer | null {
  const { status, stdout } = spawnSync('bash', ['-o', 'pipefail', '-c', tool], {
    input,
    env: { PATH: process.env.PATH },
  });
  return status === 0 && stdout.length > 0 ? stdout : null;
}

/** The lines of the table that this machine can run. A missing tool without a replacement leaves its line out. */
const MADE = TRANSFORMATIONS.map((one) => {
  const { tool, node, letters, accents, before = '' } = one;
  const secret = letters === true ? LETTERS : accents === true ? ACCENTS : SECRET;
  const input = `${before}${secret}`;
  const bytes = (tool === undefined ? null : runTool(tool, `${input}\n`)) ?? Buffer.from(node?.(input) ?? '');
  return { ...one, bytes, secret };
}).filter(({ bytes }) => bytes.length > 0);
const CAUGHT = MADE.filter(({ missed }) => missed !== true);
const MISSED = MADE.filter(({ missed }) => missed === true);

describe('transformations by real tools', () => {
  const redactor = buildRedactor([
    { name: 'KEY', value: SECRET },
    { name: 'WORD', value: LETTERS },
    { name: 'WIDE', value: ACCENTS },
  ]);

  it('are many, and few of them are missed', () => {
    expect(CAUGHT.length).toBeGreaterThanOrEqual(45);
    expect(MISSED.map(({ name }) => name)).toEqual(['bzip2', 'cut', 'a cipher']);
  });

  it.each(CAUGHT)('$name is caught', ({ bytes, secret }) => {
    const stream = redactor.stream();
    const output = Buffer.concat([stream.push(bytes), stream.end()]).toString('latin1');
    expect(output).toMatch(/\{\{(KEY|WORD|WIDE)\}\}/);
    // What is left besides the name is what surrounded the secret: prefixes, offsets, padding.
    const rest = output.replace(/\{\{(KEY|WORD|WIDE)\}\}/g, '').toLowerCase();
    for (let at = 0; at + 4 <= secret.length; at++) expect(rest).not.toContain(secret.slice(at, at + 4).toLowerCase());
    expect(rest.length).toBeLessThan(bytes.length / 2 + 40);
  });

  it.each(MISSED)('$name is missed, as the documentation says', ({ bytes }) => {
    expect(redactor.redactText(bytes.toString())).not.toContain('{{');
  });
});
