/**
 * How fast redaction is, compared with a plain copy and with a RegExp alternation of the same forms, in the same run.
 * Run with --expose-gc for a true figure of its memory.
 */
import { randomBytes } from 'node:crypto';
import { patternsOf } from '../packages/server/src/redaction/patterns.ts';
import { buildRedactor, hidingShapes, type Redactor } from '../packages/server/src/redaction/redactor.ts';
import { finish } from '../packages/server/src/redaction/steps.ts';
import { report } from './figure.ts';

const MEGABYTE = 1024 * 1024;
const CHUNK = 64 * 1024;

/** Keys, passwords and tokens as in real vaults, and one PEM key for every ten. */
function vault(count: number): { name: string; value: string }[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `SECRET_${index}`;
    if (index % 10 === 9) return { name, value: pem() };
    if (index % 3 === 0) return { name, value: `ghp_${randomBytes(18).toString('base64url')}` };
    if (index % 3 === 1) return { name, value: randomBytes(16).toString('hex') };
    return { name, value: `${randomBytes(6).toString('base64')}-Pa$$w0rd` };
  });
}

function pem(): string {
  const body = randomBytes(600)
    .toString('base64')
    .match(/.{1,64}/g)!;
  return ['-----BEGIN PRIVATE KEY-----', ...body, '-----END PRIVATE KEY-----', ''].join('\n');
}

function fill(size: number, line: (index: number) => string): Buffer {
  const buffer = Buffer.alloc(size);
  for (let at = 0, index = 0; at < size; index++) at += buffer.write(line(index), at);
  return buffer;
}

function logLine(index: number): string {
  const level = ['INFO', 'WARN', 'DEBUG', 'ERROR'][index % 4];
  return `2026-03-0${1 + (index % 9)}T10:${10 + (index % 50)}:07.${100 + (index % 900)}Z ${level} http.server request id=${index * 7919} GET /api/v1/users/${index % 1000}/orders?limit=20 status=200 duration=${index % 300}ms\n`;
}

function jsonLine(index: number): string {
  return `${JSON.stringify({ level: 'info', path: `C:\\temp\\${index}`, text: JSON.stringify({ line: `a\nb ${index}%20c` }) })}\n`;
}

/** The fastest of a few rounds, in MB/s, because the others were disturbed. */
function speed(input: Buffer, rounds: number, work: (input: Buffer) => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    work(input);
    best = Math.min(best, performance.now() - start);
  }
  return input.length / MEGABYTE / (best / 1000);
}

function redactAll(redactor: Redactor, input: Buffer): void {
  const stream = redactor.stream();
  for (let at = 0; at < input.length; at += CHUNK) stream.push(input.subarray(at, at + CHUNK));
  stream.end();
}

function alternation(secrets: { name: string; value: string }[]): RegExp {
  const quote = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
  return new RegExp([...finish(patternsOf(secrets)).keys()].map(quote).join('|'), 'gi');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

for (const count of [50, 500]) {
  const secrets = vault(count);
  buildRedactor(secrets.slice(0, 5));
  const memoryBefore = process.memoryUsage();
  let took = Number.POSITIVE_INFINITY;
  const kept: Redactor[] = [];
  for (let round = 0; round < 5; round++) {
    const start = performance.now();
    kept[0] = buildRedactor(secrets);
    took = Math.min(took, performance.now() - start);
  }
  global.gc?.();
  const memory = process.memoryUsage();
  const grown = (memory.arrayBuffers - memoryBefore.arrayBuffers + memory.heapUsed - memoryBefore.heapUsed) / MEGABYTE;
  print(
    `build, ${count} secrets: ${took.toFixed(0)} ms, ${grown.toFixed(0)} MB, ${finish(patternsOf(secrets)).size} forms`,
  );
}

const secrets = vault(50);
const redactor = buildRedactor(secrets);
const near = secrets.map(({ value }) => value.slice(0, -1)).join('\n');
const inputs: [string, Buffer][] = [
  ['log text', fill(8 * MEGABYTE, logLine)],
  [
    'base64',
    Buffer.from(
      randomBytes(6 * MEGABYTE)
        .toString('base64')
        .replace(/.{76}/g, '$&\n'),
    ),
  ],
  ['near matches', fill(8 * MEGABYTE, () => near)],
  ['escaped JSON', fill(4 * MEGABYTE, jsonLine)],
  ['hex dump', fill(4 * MEGABYTE, (row) => `${row.toString(16).padStart(8, '0')}: 7365 6372 6574  secret\n`)],
  ['noise', randomBytes(4 * MEGABYTE)],
];
const regexp = alternation(secrets);
/** What most output looks like. The others are the worst cases we could think of. */
const ORDINARY = 'log text';
for (const [name, input] of inputs) {
  const own = speed(input, 15, (all) => redactAll(redactor, all));
  const copy = speed(input, 15, (all) => void Buffer.from(all));
  const other = speed(
    input.subarray(0, MEGABYTE / 2),
    1,
    (part) => void part.toString('latin1').replace(regexp, '{{X}}'),
  );
  print(
    `${name.padEnd(13)} ${own.toFixed(0).padStart(5)} MB/s; plain copy ${(copy / own).toFixed(0)}x as fast, ` +
      `RegExp ${other.toFixed(2)} MB/s (ours ${(own / other).toFixed(0)}x)`,
  );
  const target = name === ORDINARY ? { atLeast: 80 } : {};
  report({ name: `50 secrets, ${name}`, value: own, unit: 'MB/s', ...target });
}
const logText = inputs[0]![1];
const hiding = hidingShapes(redactor);
const both = speed(logText, 15, (all) => redactAll(hiding, all));
report({ name: `50 secrets, ${ORDINARY}, private data hidden as well`, value: both, unit: 'MB/s' });
