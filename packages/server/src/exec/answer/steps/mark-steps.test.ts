/** Markers change nothing of what a shell does: checked by running scripts with and without them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Refusal } from '@synapse/contract';
import { expect, it } from 'vitest';
import { rewriteTemplate } from '../../prepare/placeholders/rewrite-template.ts';
import { markSteps } from './mark-steps.ts';
import { splitSteps } from './split-steps.ts';
import { scanSteps } from './step-scanner.ts';

const NONCE = 'abc123';

function hasBash(): boolean {
  return spawnSync('bash', ['-c', ':']).status === 0;
}
const SHELLS = hasBash() ? ['sh', 'bash'] : ['sh'];

function run(shell: string, script: string) {
  const { status, stdout, stderr } = spawnSync(shell, ['-c', script], { encoding: 'buffer', cwd: '/' });
  return { status, stdout, stderr: stderr.toString() };
}

async function unmarked(bytes: Buffer) {
  const kept: Buffer[] = [];
  const seen: { step: number; status: number; at: number }[] = [];
  const at = () => kept.reduce((sum, { length }) => sum + length, 0);
  const sink = scanSteps(
    { stdout: (chunk) => void kept.push(chunk), stderr: () => undefined },
    NONCE,
    (step, status) => void seen.push({ step, status, at: at() }),
  );
  for (const byte of bytes) await sink.stdout(Buffer.from([byte]));
  sink.end();
  return { text: Buffer.concat(kept).toString(), seen };
}

const SCRIPTS = [
  'echo a; echo b',
  'echo a && echo b || echo c; echo d',
  'false || echo b',
  'false && echo b; echo $?',
  'false; echo $?; true; echo $?',
  '(exit 7); echo $?; echo $?',
  'set -e; true; ! true; echo $?; false; echo never',
  'set -e; false && echo x; echo y',
  'set -eu; echo a; echo "$unset"; echo never',
  'mkdir -p /tmp >/dev/null && echo "$_"',
  'f() { echo f; return 3; }; f; echo $?; f || echo no',
  'for i in 1 2; do echo $i; done; echo end',
  'cat <<EOF && echo b\nhello\nEOF\necho c',
  'echo a | cat; echo b | tr b B',
  'echo a & wait; echo b',
  'true && (echo sub; exit 4); echo $?',
  'printf "no newline"; printf "%s" x; echo',
  'x=1; x=2 true; echo $x',
  'cd /; pwd; cd /tmp && pwd',
  'echo a # comment; echo b\necho c # && echo d\necho e',
  'if true; then echo t; fi; echo u',
  '{ echo a; echo b; }; echo c',
  'echo a; exit 5; echo b',
  'echo a\necho $LINENO\necho $LINENO',
  'nosuchprogram_x; echo $?',
  'trap "echo bye" EXIT; echo a; echo b',
  'exec 2>&1; echo a; echo b',
  'eval "echo a; echo b"; echo c',
  'echo "$-" | tr -d a-zA-Z; echo done',
  'set -- 1 2 3; echo $#; shift; echo $1',
  'sleep 0 & echo $!x | tr -d 0-9; wait',
  '! false; echo $?; ! true; echo $?',
  'true; case x in x) echo x;; esac; echo y',
  'true && cat <<EOF\nhello\nEOF\necho c',
  'set -e; true && ! true; echo y; ! true && echo z; echo w',
  'set -euo pipefail 2>/dev/null || set -eu; echo a | cat; echo b',
  'trap "echo bye" EXIT; false; echo $?',
];

it.each(SHELLS.flatMap((shell) => SCRIPTS.map((script) => [shell, script] as const)))(
  '%s runs %j alike with and without markers',
  async (shell, script) => {
    const plain = run(shell, script);
    const marked = markSteps(script, NONCE);
    if (marked === null) return;
    const other = run(shell, marked.script);
    const { text } = await unmarked(other.stdout);
    expect(text).toBe(plain.stdout.toString());
    expect(other.status).toBe(plain.status);
    const withoutNumbers = (message: string) => message.replace(/line \d+: |\d+: /g, '');
    expect(withoutNumbers(other.stderr)).toBe(withoutNumbers(plain.stderr));
  },
);

it('tells where each step begins, and how the one before it ended', async () => {
  const marked = markSteps('echo a; false; echo b && echo c', NONCE)!;
  expect(marked.commands).toEqual(['echo a', 'false', 'echo b', 'echo c']);
  const { text, seen } = await unmarked(execFileSync('sh', ['-c', marked.script]));
  expect(text).toBe('a\nb\nc\n');
  expect(seen).toEqual([
    { step: 0, status: 0, at: 0 },
    { step: 1, status: 0, at: 2 },
    { step: 2, status: 1, at: 2 },
    { step: 3, status: 0, at: 4 },
  ]);
});

it.each([
  ['a single command', 'ls -la'],
  ['a pipeline', 'ls | wc -l'],
  ['what reads the statuses of a pipeline', 'false | true; echo "${PIPESTATUS[0]}"'],
  ['what no shell accepts', 'echo a; if'],
])('does not split %s', (_what, script) => expect(markSteps(script, NONCE)).toBeNull());

it('does not split after a command that may redirect the output of the shell', () => {
  expect(markSteps('echo a; exec >/tmp/x; echo b; echo c', NONCE)?.commands).toEqual([
    'echo a',
    'exec >/tmp/x; echo b; echo c',
  ]);
  expect(markSteps('. ./env && pytest; echo c', NONCE)).toBeNull();
  expect(markSteps('f() { exec >x; }; f; echo c', NONCE)).toBeNull();
  expect(markSteps('set -x; echo a; echo b', NONCE)).toBeNull();
  expect(markSteps('set; echo a; echo b', NONCE)).toBeNull();
});

it('splits after what changes only how failures count', () => {
  expect(markSteps('set -euo pipefail; echo a; echo b', NONCE)?.commands).toHaveLength(3);
  expect(markSteps('trap "rm -f x" EXIT; echo a; echo b', NONCE)?.commands).toHaveLength(3);
  expect(markSteps('command -v git; echo a', NONCE)?.commands).toHaveLength(2);
});

it('leaves a line alone that a shell may be unable to read, and would then print', () => {
  const script = 'echo a\necho b\necho c; (({ echo d; }); echo e)\necho f';
  expect(markSteps(script, NONCE)?.commands).toEqual(['echo a', script.slice('echo a\n'.length)]);
  expect(markSteps(script, NONCE)?.script.split('\n').at(-2)).toBe('echo c; (({ echo d; }); echo e)');
});

it('splits before what another shell reads as two commands, and no further', () => {
  expect(markSteps('echo a; echo b; true && echo c &> x; echo d', NONCE)?.commands).toEqual([
    'echo a',
    'echo b',
    'true && echo c &> x; echo d',
  ]);
});

it('leaves each placeholder where it may stand, and refuses the others', () => {
  const cases = new URL('../../prepare/placeholders/cases/templates.txt', import.meta.url);
  const templates = readFileSync(cases, 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((text) => text.slice(text.indexOf('\n') + 1, -1));
  expect(templates.length).toBeGreaterThan(200);
  const isSecret = (name: string) => ['X', 'Y'].includes(name);
  const outcome = (template: string) => {
    try {
      return rewriteTemplate(template, isSecret).used.map(({ name }) => name);
    } catch (error) {
      return (error as Refusal).code;
    }
  };
  let marked = 0;
  for (const template of templates) {
    const steps = splitSteps(`true; ${template}`, isSecret);
    if (steps === null) continue;
    marked += 1;
    expect(outcome(steps.template), template).toEqual(outcome(`true; ${template}`));
  }
  expect(marked).toBeGreaterThan(150);
});

it('passes on bytes that only look like a marker', async () => {
  const text = `a\x1e${NONCE}:x:0\x1eb\x1e${NONCE}`;
  expect((await unmarked(Buffer.from(text))).text).toBe(text);
});
