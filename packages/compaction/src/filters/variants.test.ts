import { describe, expect, it } from 'vitest';
import { compact } from '../compact.ts';

interface Variant {
  readonly command: string;
  readonly exit: number;
  readonly stdout: readonly string[];
  readonly keep: readonly string[];
  readonly never?: readonly string[];
  /** Outputs that must get smaller. The others only must not become wrong. */
  readonly smaller?: boolean;
}

/** Languages, flags, crashes and load errors that the cases on disk do not have. */
const VARIANTS: Record<string, Variant> = {
  'gcc in French': {
    command: 'LC_ALL=fr_FR.UTF-8 gcc -c a.c',
    exit: 1,
    stdout: [
      'a.c: Dans la fonction « main »:',
      'a.c:3:5: erreur: « x » non déclaré (première utilisation dans cette fonction)',
      '    3 |     x = 1;',
      '      |     ^',
      'a.c:9:1: attention : contrôle atteint la fin d’une fonction [-Wreturn-type]',
      '    9 | }',
      '      | ^',
    ],
    keep: ['erreur: « x » non déclaré', '3:5', '9:1', 'attention', '-Wreturn-type'],
  },
  'make without a rule': {
    command: 'make -C build',
    exit: 2,
    stdout: [
      "make[1]: Entering directory '/srv/x'",
      ...Array.from({ length: 20 }, (_, i) => `cc -O2 -c -o file${i}.o file${i}.c`),
      "make[1]: *** No rule to make target '/srv/x/b.c', needed by '/srv/x/b.o'.  Stop.",
      "make[1]: Leaving directory '/srv/x'",
      'make: *** [Makefile:3: all] Error 2',
    ],
    keep: ["No rule to make target '/srv/x/b.c'", 'Error 2', '20 echoed commands left out'],
    never: ['Entering'],
    smaller: true,
  },
  'pytest in parallel': {
    command: 'pytest -n 4 -v',
    exit: 1,
    stdout: [
      '============ test session starts ============',
      'platform linux -- Python 3.12',
      'created: 4/4 workers',
      '',
      'tests/a.py::test_a ',
      'tests/a.py::test_b ',
      '[gw0] [ 33%] PASSED tests/a.py::test_a ',
      '[gw1] [ 66%] FAILED tests/a.py::test_b ',
      '',
      '=========== FAILURES ==========',
      '____ test_b ____',
      '[gw1] linux -- Python 3.12.1 /usr/bin/python',
      '',
      '    def test_b():',
      '>       assert total() == 2',
      'E       assert 1 == 2',
      '',
      'tests/a.py:4: AssertionError',
      '====== short test summary info =====',
      'FAILED tests/a.py::test_b - assert 1 == 2',
      '====== 1 failed, 1 passed in 1.20s ======',
    ],
    keep: ['1 failed, 1 passed', 'FAILED tests/a.py::test_b', 'tests/a.py:4', 'assert 1 == 2'],
    never: ['test_a'],
    smaller: true,
  },
  'pytest crashing in the middle': {
    command: 'pytest',
    exit: 139,
    stdout: [
      '============ test session starts ============',
      'collected 3 items',
      '',
      'tests/a.py .Fatal Python error: Segmentation fault',
      '',
      '  File "/srv/a.py", line 3 in crash',
    ],
    keep: ['Fatal Python error: Segmentation fault', '/srv/a.py', 'collected 3 items'],
    never: ['passed'],
  },
  'a test that prints ERROR is heard': {
    command: 'pytest -s',
    exit: 1,
    stdout: [
      '============ test session starts ============',
      'platform linux -- Python 3.12',
      'collected 1 item',
      '',
      'ERROR disk is full',
      'tests/a.py .',
      '====== 1 passed in 0.20s ======',
    ],
    keep: ['ERROR disk is full', '1 passed'],
  },
  'vitest with an unhandled error and no failed test': {
    command: 'npx vitest run',
    exit: 1,
    stdout: [
      ' ✓ test/a.test.ts (2 tests) 3ms',
      '',
      '⎯⎯⎯ Unhandled Errors ⎯⎯⎯',
      '',
      'Error: socket closed',
      ' ❯ src/db.ts:4:9',
      '',
      ' Test Files  1 passed (1)',
      '      Tests  2 passed (2)',
      '     Errors  1 error',
      '   Duration  1.71s (transform 405ms)',
    ],
    keep: ['Unhandled Errors', 'socket closed', 'src/db.ts:4:9', '1 error', '2 passed'],
    smaller: true,
  },
  'cargo test that does not compile': {
    command: 'cargo test',
    exit: 101,
    stdout: [
      '   Compiling x v0.1.0 (/srv/x)',
      'error[E0425]: cannot find value `y` in this scope',
      ' --> src/lib.rs:3:5',
      '  |',
      '3 |     y',
      '  |     ^ not found in this scope',
      '',
      'error: could not compile `x` (lib) due to 1 previous error',
    ],
    keep: ['E0425', 'src/lib.rs:3:5', 'not found in this scope', 'could not compile'],
    never: ['passed'],
  },
  'go test that does not build': {
    command: 'go test ./...',
    exit: 1,
    stdout: [
      '# example.org/q/a [example.org/q/a.test]',
      'a/a_test.go:5:2: undefined: foo',
      'FAIL\texample.org/q/a [build failed]',
      'ok  \texample.org/q/b\t0.003s',
      'ok  \texample.org/q/c\t(cached)',
      'FAIL',
    ],
    keep: ['a/a_test.go:5:2: undefined: foo', '[build failed]', 'ok example.org/q/b'],
    smaller: true,
  },
  'psql describing a table': {
    command: 'psql -c "\\d orders"',
    exit: 0,
    stdout: [
      '                Table "public.orders"',
      '   Column   |  Type   | Collation | Nullable | Default ',
      '------------+---------+-----------+----------+---------',
      ' id         | integer |           | not null | ',
      ' total      | integer |           |          | 0',
      'Indexes:',
      '    "orders_pkey" PRIMARY KEY, btree (id)',
    ],
    keep: ['id|integer||not null|', 'total|integer|||0', '"orders_pkey" PRIMARY KEY'],
    smaller: true,
  },
  'psql unaligned keeps its blanks': {
    command: 'psql -A -c "select * from notes"',
    exit: 0,
    stdout: ['id|note', '1|  two blanks before', '2|plain', '(2 rows)'],
    keep: ['1|  two blanks before'],
  },
  'an unreachable host': {
    command: 'ansible-playbook site.yml',
    exit: 4,
    stdout: [
      'PLAY [all] *********************',
      '',
      'TASK [Gathering Facts] *********',
      'fatal: [db-1]: UNREACHABLE! => {"changed": false, "msg": "Permission denied (publickey)", "unreachable": true}',
      'ok: [web-1]',
      '',
      'PLAY RECAP *********************',
      'db-1   : ok=0    changed=0    unreachable=1    failed=0    skipped=0    rescued=0    ignored=0',
      'web-1  : ok=1    changed=0    unreachable=0    failed=0    skipped=0    rescued=0    ignored=0',
    ],
    keep: ['UNREACHABLE!', 'Permission denied (publickey)', 'db-1: ok=0 unreachable=1', 'web-1: ok=1'],
    smaller: true,
  },
  'terraform with a text over several lines': {
    command: 'tofu plan',
    exit: 0,
    stdout: [
      '  # null_resource.vm will be updated in-place',
      '  ~ resource "null_resource" "vm" {',
      '        id   = "1"',
      '      ~ boot = <<-EOT',
      '            #!/bin/sh',
      '          - echo old',
      '          + echo new',
      '            exit 0',
      '        EOT',
      '        tags = {',
      '            owner = "platform"',
      '        }',
      '    }',
      '',
      'Plan: 0 to add, 1 to change, 0 to destroy.',
    ],
    keep: ['null_resource.vm will be updated', '- echo old', '+ echo new', 'exit 0', '1 to change'],
    never: ['No changes'],
  },
  'curl without -v is the body alone': {
    command: 'curl -s http://localhost/tree.txt',
    exit: 0,
    stdout: ['<', '* TLSv1.3 is not a handshake here', '{ [31 bytes data]', '>'],
    keep: ['<\n', 'TLSv1.3', '31 bytes data', '\n>'],
  },
};

describe('variants', () => {
  it.each(Object.entries(VARIANTS))('%s', (_, { command, exit, stdout, keep, never = [], smaller }) => {
    const raw = stdout.join('\n');
    const { text } = compact({ command, exitCode: exit, stdout: raw, recovery: 'id', now: () => 0 });
    for (const fact of keep) expect(text).toContain(fact);
    for (const fact of never) expect(text).not.toContain(fact);
    if (smaller) expect(text.length).toBeLessThan(raw.length);
    else expect(text.length).toBeLessThanOrEqual(raw.length);
  });
});
