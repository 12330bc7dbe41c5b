import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '@synapse/contract';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { findShells, type Shell } from '../../../../../test/engines/shells.ts';
import { SecretValue } from '../../vault/secret-value.ts';
import { createBootstrap, HandshakeScanner, payload } from '../bootstrap.ts';
import { shellQuote } from '../shell-quote.ts';
import { rewriteTemplate } from './rewrite-template.ts';

const folder = mkdtempSync(join(tmpdir(), 'placeholders-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Case {
  readonly title: string;
  readonly flags: string;
  readonly template: string;
}

const CASES: Case[] = readFileSync(join(import.meta.dirname, 'cases/templates.txt'), 'utf8')
  .split(/^=== /m)
  .slice(1)
  .map((text) => {
    const newline = text.indexOf('\n');
    const [title = '', flags = ''] = text.slice(0, newline).split(' | ');
    return { title, flags, template: text.slice(newline + 1, -1) };
  });

/** Values that textual substitution gets wrong, each in its own way. */
const VALUES = [
  'plain',
  `it's "quoted"`,
  '$(touch pwned)',
  '`touch pwned`',
  '"; touch pwned; "',
  "'; touch pwned; '",
  '${HOME} $HOME $$ \\$x',
  'back\\slash\\\\n\\',
  'two\nlines',
  '\n leading and trailing \n\n',
  'CRLF\r\nline\r',
  'é 聁遁 🔑 \u0081\u0088',
  '-rf',
  '--',
  '*',
  '?[a-z]* ~ {a,b}',
  ' ',
  '\t',
  'a  b   c',
  '# not a comment',
  '!history !!',
  'a[$(touch pwned)]',
  'EOF\nEOF',
  ')};; esac fi done',
  '%s %d \\n',
  '&|<>;()',
  '{{Y}} {{X}}',
  '=',
];
const NAMES = VALUES.filter((value) => !/[/]/.test(value));
const OTHER = 'the other $(touch pwned) value';
const SEPARATOR = '\x1d';

/** Runs a driver with the values as variables, as an executor would, and gives back its stdout. */
async function run(shell: Shell, script: string, secrets: ReadonlyMap<string, SecretValue>): Promise<string> {
  const cwd = mkdtempSync(join(folder, 'cwd-'));
  const bootstrap = createBootstrap();
  const child = spawn(shell.program, [...shell.args, '-c', bootstrap.argv[2]], {
    cwd,
    env: { PATH: process.env.PATH, SHLVL: '1', LC_ALL: 'C.UTF-8' },
  });
  const scanner = new HandshakeScanner(bootstrap.nonce);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => {
    const scanned = scanner.push(chunk);
    if (scanned.ready) {
      child.stdin.write(payload(bootstrap, { script, secrets, cwd: null, tag: 'test' }, { watchdog: false }));
    }
    chunks.push(scanned.output);
  });
  child.stdin.on('error', () => undefined);
  child.stderr.resume();
  await new Promise((resolve) => child.once('close', resolve));
  expect(readdirSync(cwd), 'files left behind').toEqual([]);
  rmSync(cwd, { recursive: true });
  return Buffer.concat(chunks).toString();
}

/** Each script in a subshell of its own; its output and exit status. */
function driver(runs: readonly { before: string; script: string }[]): string {
  return runs
    .map(
      ({ before, script }) =>
        `(${before} eval ${shellQuote(script)}) 2>/dev/null; printf '${SEPARATOR}%s${SEPARATOR}' $?`,
    )
    .join('\n');
}

function results(output: string): { out: string; code: string }[] {
  const parts = output.split(SEPARATOR);
  return Array.from({ length: (parts.length - 1) / 2 }, (_, index) => ({
    out: parts[index * 2]!,
    code: parts[index * 2 + 1]!,
  }));
}

function runsIn(one: Case, shell: Shell): boolean {
  const isBash = shell.name.startsWith('bash');
  if (one.flags === 'bash') return isBash;
  if (one.flags === 'bash busybox') return isBash || shell.name === 'busybox ash';
  if (one.flags === 'not dash') return shell.name !== 'dash';
  return true;
}

const isSecret = (name: string) => name === 'X' || name === 'Y';

/** Means nothing to any shell, and does not lengthen the name of a variable in front of it. */
const HARMLESS = { X: '+harmless+', Y: '+other+' };

/** The template as if it had been written with a harmless word in the first place: what a shell should make of it. */
function inPlainText({ flags, template }: Case): string {
  const escaped = flags === 'literal' ? '\\{{X}}' : '\0';
  return template
    .replaceAll(escaped, '\0')
    .replaceAll('{{X}}', HARMLESS.X)
    .replaceAll('{{Y}}', HARMLESS.Y)
    .replaceAll('\0', escaped);
}

for (const shell of findShells()) {
  describe.concurrent(`templates in ${shell.name}`, () => {
    it.each(CASES.filter((one) => runsIn(one, shell)))('$title', async (one) => {
      const values = one.flags === 'names' ? NAMES : VALUES;
      const { script, used } = rewriteTemplate(one.template, isSecret);
      const variable = (name: string) => used.find((entry) => entry.name === name)?.variable;
      const secrets = new Map([...values, OTHER].map((value, index) => [`value_${index}`, new SecretValue(value)]));
      const harmless = inPlainText(one);
      const runs = values.map((_, index) => ({
        before: [
          ...(variable('X') ? [`${variable('X')}=$value_${index};`] : []),
          ...(variable('Y') ? [`${variable('Y')}=$value_${values.length};`] : []),
        ].join(' '),
        script,
      }));
      const [expected, ...seen] = results(
        await run(shell, driver([{ before: '', script: harmless }, ...runs]), secrets),
      );
      expect(seen).toHaveLength(values.length);
      for (const [index, value] of values.entries()) {
        expect(seen[index], JSON.stringify(value)).toEqual({
          out: expected!.out.replaceAll(HARMLESS.X, () => value).replaceAll(HARMLESS.Y, () => OTHER),
          code: expected!.code,
        });
      }
    });
  });
}
