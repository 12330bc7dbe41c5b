/** `node bench/shell.ts`: what it costs to read a command and replace its placeholders, and the worst 64 KiB. */
import { readScript } from '@synapse/shell';
import { rewriteTemplate } from '../packages/server/src/exec/prepare/placeholders/rewrite-template.ts';
import { report } from './figure.ts';
import { median } from './times.ts';

const TYPICAL = [
  'docker compose -f prod.yml ps --format json | jq -r .Name',
  'curl -sS -H "Authorization: Bearer {{TOKEN}}" https://api.example.com/v1/items?limit=5 | jq ".items[] | {id, name}"',
  'for f in *.log; do gzip -9 "$f" && echo "done {{TOKEN}} $f"; done',
  'PGPASSWORD={{TOKEN}} psql -h db -U app -c "select count(*) from users" 2>&1 | tail -3',
  "cat <<'EOF' >settings\npassword={{TOKEN}}\nEOF\nls -la settings",
];
const SIZE = 65_536;
const NESTED = ['a;', 'a\n', '(a);', '$(a) ', '( ', '`', '<<A ', '{', '"a" ', '[[ ', '$((', 'if a; then '];
const ROUNDS = 4_000;
const WORST_ROUNDS = 5;

const isSecret = (name: string): boolean => name === 'TOKEN';

function medianMs(work: () => void, rounds: number): number {
  const times = Array.from({ length: rounds }, () => {
    const before = performance.now();
    work();
    return performance.now() - before;
  });
  return median(times);
}

function refused(template: string): void {
  try {
    rewriteTemplate(template, isSecret);
  } catch {
    // Too deep, or no place for a secret: a refusal costs as much as a command.
  }
}

const each = (work: (text: string) => void) => () => {
  for (const text of TYPICAL) work(text);
};
const reading =
  medianMs(
    each((text) => void readScript(text)),
    ROUNDS,
  ) / TYPICAL.length;
const rewriting =
  medianMs(
    each((text) => rewriteTemplate(text, isSecret)),
    ROUNDS,
  ) / TYPICAL.length;
report({ name: 'reading a command, median', value: reading, unit: 'ms', atMost: 0.1 });
report({ name: 'reading it and placing its secrets, median', value: rewriting, unit: 'ms', atMost: 0.1 });
const worst = NESTED.map((piece) => `${piece.repeat(SIZE / piece.length)}{{TOKEN}}`);
const slowest = Math.max(...worst.map((text) => medianMs(() => refused(text), WORST_ROUNDS)));
report({ name: '64 KiB of nested text, the slowest kind', value: slowest, unit: 'ms', atMost: 50 });
