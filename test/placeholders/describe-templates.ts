/** Templates with placeholders in real shells: whatever the value, they do what they do with a harmless word in its place. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '@synapse/contract';
import { createBootstrap, HandshakeScanner, payload, SecretValue, shellQuote } from '@synapse/runner';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rewriteTemplate } from '../../packages/server/src/exec/prepare/placeholders/rewrite-template.ts';
import { type Shell, waitingText } from '../engines/shells.ts';

let folder: string;

interface Case {
  readonly title: string;
  readonly flags: string;
  readonly template: string;
}

const CASES: Case[] = readFileSync(
  new URL('../../packages/server/src/exec/prepare/placeholders/cases/templates.txt', import.meta.url),
  'utf8',
)
  .split(/^=== /m)
  .slice(1)
  .map((text) => {
    const newline = text.indexOf('\n');
    const [title = '', flags = ''] = text.slice(0, newline).split(' | ');
    return { title, flags, template: text.slice(newline + 1, -1) };
  });

/** Values that plain text substitution gets wrong, each in its own way. */
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
const OTHER = 'the other $(touch pwned) value';
const SEPARATOR = '\x1d';

/** Runs a driver with the values as variables, as an executor would, and returns its stdout. */
async function run(shell: Shell, script: string, secrets: ReadonlyMap<string, SecretValue>): Promise<string> {
  const cwd = mkdtempSync(join(folder, 'cwd-'));
  const bootstrap = createBootstrap();
  const child = spawn(shell.program, [...shell.args, '-c', waitingText(bootstrap)], {
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

/** Runs each script in a subshell of its own; returns its output and exit status. */
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

/** Means nothing to any shell, and does not lengthen the name of a variable before it. */
const HARMLESS = { X: '+harmless+', Y: '+other+' };

/** The template written with a harmless word instead of the placeholder: what a shell should make of it. */
function inPlainText({ flags, template }: Case): string {
  const escaped = flags === 'literal' ? '\\{{X}}' : '\0';
  return template
    .replaceAll(escaped, '\0')
    .replaceAll('{{X}}', HARMLESS.X)
    .replaceAll('{{Y}}', HARMLESS.Y)
    .replaceAll('\0', escaped);
}

const isSecret = (name: string) => name === 'X' || name === 'Y';

/** The worst values always; of the others a few, different ones for each template, so that each is tried many times. */
function valuesFor({ flags }: Case, index: number): string[] {
  const values = VALUES.filter((_, at) => at < 4 || at % 4 === index % 4);
  return flags === 'names' ? values.filter((value) => !value.includes('/')) : values;
}

/**
 * Runs templates in plain text and rewritten with each value, and compares output and exit status. Returns how many
 * could be compared: a random template that is wrong to begin with need not be wrong in the same way once it is
 * rewritten.
 */
async function compare(
  shell: Shell,
  cases: readonly Case[],
  values: readonly string[],
  random = false,
): Promise<number> {
  const secrets = new Map([...values, OTHER].map((value, index) => [`value_${index}`, new SecretValue(value)]));
  const runs = cases.flatMap((one) => {
    const { script, used } = rewriteTemplate(one.template, isSecret);
    const assign = (name: string, index: number) =>
      used.flatMap((entry) => (entry.name === name ? [`${entry.variable}=$value_${index};`] : []));
    const before = (index: number) => [...assign('X', index), ...assign('Y', values.length)].join(' ');
    return [{ before: '', script: inPlainText(one) }, ...values.map((_, index) => ({ before: before(index), script }))];
  });
  const seen = results(await run(shell, driver(runs), secrets));
  expect(seen).toHaveLength(runs.length);
  let compared = 0;
  for (const [at, one] of cases.entries()) {
    const [expected, ...rewritten] = seen.slice(at * (values.length + 1), (at + 1) * (values.length + 1));
    if (random && (expected!.code === '1' || expected!.code === '2')) continue;
    compared += 1;
    for (const [index, value] of values.entries()) {
      expect(rewritten[index], `${JSON.stringify(value)} in ${JSON.stringify(one.template)}`).toEqual({
        out: expected!.out.replaceAll(HARMLESS.X, () => value).replaceAll(HARMLESS.Y, () => OTHER),
        code: expected!.code,
      });
    }
  }
  return compared;
}

export function describeTemplates(shells: readonly Shell[]): void {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'placeholders-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('tries at least 200 templates', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(200);
    expect(new Set(CASES.map(({ title }) => title)).size).toBe(CASES.length);
  });

  for (const shell of shells) {
    describe.concurrent(`templates in ${shell.name}`, () => {
      it.each(CASES.map((one, index) => ({ ...one, index })).filter((one) => runsIn(one, shell)))(
        '$title',
        async (one) => {
          expect(await compare(shell, [one], valuesFor(one, one.index))).toBe(1);
        },
      );

      it('hands over 110 KB', async () => {
        const template = `printf '[%s]' {{X}} "{{X}}" '{{X}}' "$(printf '<%s>' {{X}})"; cat <<'EOF'\n{{X}}\nEOF`;
        await compare(
          shell,
          [{ title: '', flags: '', template }],
          ['x'.repeat(110_000), `'"$(touch pwned)\n`.repeat(6_000)],
        );
      });

      it('random templates', async () => {
        const cases = fc
          .sample(randomTemplate, { numRuns: 400, seed: 20 })
          .filter((template) => !refuses(template))
          .map((template) => ({ title: '', flags: '', template }));
        const compared = await compare(shell, cases, ['a  * $(touch pwned) `touch pwned` \' " \\ ;'], true);
        expect(compared).toBeGreaterThan(30);
      });
    });
  }
}

function refuses(template: string): boolean {
  try {
    return rewriteTemplate(template, isSecret).used.length === 0;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}

const randomTemplate = fc
  .array(
    fc.constantFrom(
      ...['{{X}}', '{{X}}', '{{X}}', '{{X}}', "printf '[%s]' ", 'a', ' ', ' ', ';', '\n', '"', '"', "'", "'", '\\'],
      ...['$', '$(printf %s ', '$(', ')', '(', '`', '`', '${n:-', '${n-', '"${n:-', '${v#', '}', '#', ' #'],
      ...['case a in a) ', ';; esac', ' cat <<E\n', "cat <<'E'\n", '\nE\n', 'cat <<-E\n\t', '$((1+', '))', '&& '],
      ...['| cat ', "$'", '$"', '$v', '\\`', '\\"', '\\$', '{ ', '; }', 'b=', 'in ', 'esac ', '{', '"`printf %s '],
    ),
    { minLength: 3, maxLength: 14 },
  )
  .map((tokens) => `v=abc; printf '[%s]' ${tokens.join('')}`)
  // Outside quotes an escaped placeholder is a literal one; the cases above cover that.
  .filter((template) => template.includes('{{X}}') && !template.includes('\\{{X}}'));
