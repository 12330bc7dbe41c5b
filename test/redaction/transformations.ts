/**
 * What pipelines make of a text, line by line or as a whole: ports of the named tools, byte for byte where it matters.
 */
import { deflateSync, gzipSync } from 'node:zlib';

export type Transformation = readonly [name: string, apply: (text: string, pick: (below: number) => number) => string];

const bytes = (text: string): number[] => [...Buffer.from(text)];
const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
const lines = (text: string, change: (line: string, index: number) => string): string =>
  text.split('\n').map(change).join('\n');
const between = (text: string, mark: string, every: number): string =>
  text.replace(new RegExp(`[^\\n]{${every}}(?=[^\\n])`, 'gu'), (part) => part + mark);
const wrap = (text: string, width: number): string =>
  text.replace(new RegExp(`[^\\n]{${width}}(?=[^\\n])`, 'g'), '$&\n');

function dump(text: string, row: (part: number[], offset: number) => string): string {
  const all = bytes(text);
  const rows: string[] = [];
  for (let at = 0; at < all.length; at += 16) rows.push(row(all.slice(at, at + 16), at));
  return `${rows.join('\n')}\n`;
}
const shown = (part: number[]): string =>
  part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');

export const TRANSFORMATIONS: readonly Transformation[] = [
  ['cat', (text) => text],
  ["sed 's/./&\\x08&/g'", (text) => text.replace(/[^\n]/gu, '$&\b$&')],
  ["sed 's/./_\\x08&/g'", (text) => text.replace(/[^\n]/gu, '_\b$&')],
  ['typed and erased', (text, pick) => between(text, 'x\b \b', 1 + pick(6))],
  ['<wbr>', (text, pick) => `<html><body><p>${between(text, '<wbr>', 1 + pick(5))}</p></body></html>\n`],
  ['<b>', (text, pick) => `<p>${text.replace(new RegExp(`[^\\n]{${1 + pick(4)}}`, 'gu'), '<b>$&</b>')}</p>\n`],
  ['<!-- -->', (text, pick) => `<div>${between(text, '<!-- -->', 1 + pick(5))}</div>\n`],
  ['colours', (text, pick) => between(text, '\x1b[31m', 1 + pick(6))],
  ['links', (text, pick) => between(text, '\x1b]8;;http://a/\x1b\\', 2 + pick(6))],
  ['cursor', (text, pick) => between(text, '\x1b[K', 2 + pick(6))],
  ['overwritten', (text) => lines(text, (line) => `waiting for it\r${line}`)],
  ['tr a-z A-Z', (text) => text.toUpperCase()],
  ['fold', (text, pick) => wrap(text, 1 + pick(30))],
  ['sed G', (text) => text.replaceAll('\n', '\n\n')],
  ['cat -n', (text) => lines(text, (line, at) => `${String(at + 1).padStart(6)}\t${line}`)],
  ['indent', (text) => lines(text, (line) => `    ${line}`)],
  ['unix2dos', (text) => text.replaceAll('\n', '\r\n')],
  ['quoted', (text) => lines(text, (line) => `'${line.replaceAll("'", `'"'"'`)}'`)],
  ['jq -R .', (text) => lines(text, (line) => JSON.stringify(line))],
  ['jq in jq', (text) => JSON.stringify({ log: JSON.stringify({ text }) })],
  ['@uri', (text) => lines(text, encodeURIComponent)],
  ['@html', (text) => text.replace(/[<>&"']/g, (char) => `&#${char.charCodeAt(0)};`)],
  ['entities', (text) => text.replace(/[^\n]/gu, (char) => `&#x${char.codePointAt(0)!.toString(16)};`)],
  ['rev', (text) => lines(text, (line) => [...line].reverse().join(''))],
  ['base64', (text) => `${wrap(Buffer.from(text).toString('base64'), 76)}\n`],
  ['base64 -w0', (text) => Buffer.from(text).toString('base64')],
  ['base64url', (text) => Buffer.from(text).toString('base64url')],
  ['xxd -p', (text) => `${wrap(Buffer.from(text).toString('hex'), 60)}\n`],
  ['dotted hex', (text) => bytes(text).map(hex).join('.')],
  ['piped hex', (text) => bytes(text).map(hex).join('|')],
  [
    '\\x',
    (text) =>
      bytes(text)
        .map((byte) => `\\x${hex(byte)}`)
        .join(''),
  ],
  ['\\x{}', (text) => [...text].map((char) => `\\x{${char.codePointAt(0)!.toString(16)}}`).join('')],
  [
    'quoted-printable',
    (text) =>
      wrap(
        text.replace(/[=\x7f-\uffff]/gu, (c) =>
          bytes(c)
            .map((b) => `=${hex(b).toUpperCase()}`)
            .join(''),
        ),
        70,
      ).replace(/([^\n]{70})\n/g, '$1=\n'),
  ],
  [
    'hexdump -C',
    (text) =>
      dump(
        text,
        (part, at) =>
          `${hex(at >> 8).padStart(6, '0')}${hex(at & 255)}  ${part
            .map(hex)
            .join(' ')
            .padEnd(48)
            .replace(/^(.{23}) /, '$1  ')} |${shown(part)}|`,
      ),
  ],
  [
    'od -tx1z',
    (text) =>
      dump(
        text,
        (part, at) => `${at.toString(8).padStart(7, '0')} ${part.map(hex).join(' ').padEnd(47)}  >${shown(part)}<`,
      ),
  ],
  ['od -An -tx1z', (text) => dump(text, (part) => ` ${part.map(hex).join(' ').padEnd(47)}  >${shown(part)}<`)],
  [
    'xxd',
    (text) =>
      dump(
        text,
        (part, at) =>
          `${hex(at >> 8).padStart(6, '0')}${hex(at & 255)}: ${part
            .map(hex)
            .join('')
            .replace(/.{4}(?=.)/g, '$& ')
            .padEnd(39)}  ${shown(part)}`,
      ),
  ],
  ['gzip | base64', (text) => `${wrap(gzipSync(text).toString('base64'), 76)}\n`],
  ['zlib | base64', (text) => `${deflateSync(text).toString('base64')}\n`],
  ['twice', (text) => `${text}\n${text}`],
  ['uniq -c', (text) => lines(text, (line) => `      1 ${line}`)],
  ['table', (text) => `| NAME | VALUE |\n| --- | --- |\n${lines(text, (line) => `| x | ${line} |`)}`],
  ['diff', (text) => `--- a/x\n+++ b/x\n@@ -1 +1 @@\n${lines(text, (line) => `+${line}`)}`],
  ['log', (text) => lines(text, (line) => `2026-03-01T10:11:12Z INFO app: value=${line} status=200`)],
  ['many lines', (text) => `${'ok\n'.repeat(200)}${text}\n${'ok\n'.repeat(200)}`],
  ['tr -d \\n', (text) => text.replaceAll('\n', '')],
  ['zero-width', (text, pick) => between(text, '\u200b', 1 + pick(4))],
  ['soft hyphens', (text, pick) => between(text, '\u00ad', 1 + pick(4))],
];
