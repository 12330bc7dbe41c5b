import { describe, expect, it } from 'vitest';
import { CASE_SETS, readCases, runCase } from '../../../../../test/compaction/corpus-case.ts';
import { compact } from '../compact.ts';
import { FILTERS, SHAPES } from '../registry.ts';

interface Sample {
  readonly command: string;
  readonly stdout: readonly string[];
  readonly keep: readonly string[];
  readonly never: readonly string[];
}

const many = (count: number, line: (i: number) => string): string[] => Array.from({ length: count }, (_, i) => line(i));

/** A few lines for each filter that no case on disk reaches. */
const SAMPLES: Record<string, Sample> = {
  'git-commit': {
    command: 'git commit -m parts',
    stdout: ['[main 1a2b3c4] parts', ...many(20, (i) => ` create mode 100644 src/part${i}.ts`)],
    keep: ['[main 1a2b3c4] parts', 'src/part0.ts', '12 of 20 created or deleted files left out'],
    never: ['src/part19.ts'],
  },
  'git-lists': {
    command: 'git branch -vv',
    stdout: ['  main             1a2b3c4 [origin/main] first', '* feature/returns  5d6e7f8 second'],
    keep: ['main 1a2b3c4 [origin/main] first', '* feature/returns 5d6e7f8 second'],
    never: ['main  '],
  },
  pip: {
    command: 'pip install shop',
    stdout: ['Collecting shop', '  Downloading shop-1.0-py3-none-any.whl (12 kB)', 'Successfully installed shop-1.0'],
    keep: ['Successfully installed shop-1.0'],
    never: ['Downloading'],
  },
  'go-sum': {
    command: 'cat go.sum',
    stdout: ['example.org/a v1.0.0 h1:abcdefgh=', 'example.org/a v1.0.0/go.mod h1:ijklmnop='],
    keep: ['example.org/a v1.0.0'],
    never: ['h1:'],
  },
  'node-install': {
    command: 'npm install',
    stdout: ['', 'added 5 packages in 2s', '', '3 packages are looking for funding', '  run `npm fund` for details'],
    keep: ['added 5 packages in 2s'],
    never: ['funding'],
  },
  bundle: {
    command: 'bundle install',
    stdout: ['Using rake 13.0.6', 'Using minitest 5.1', 'Installing puma 6.4', 'Bundle complete!'],
    keep: ['Installing puma 6.4', 'Bundle complete!'],
    never: ['Using'],
  },
  artisan: {
    command: 'php artisan migrate',
    stdout: ['2026_01_01_create_orders ................................................ 12ms DONE'],
    keep: ['create_orders', '12ms DONE'],
    never: ['....'],
  },
  'cloud-tables': {
    command: 'gcloud compute instances list',
    stdout: ['NAME      ZONE            STATUS', ...many(6, (i) => `web-${i}     europe-west4-a  RUNNING`)],
    keep: ['web-0', 'web-5', 'RUNNING'],
    never: ['     '],
  },
  'docker-transfer': {
    command: 'docker pull shop/api',
    stdout: [
      'latest: Pulling from shop/api',
      '85d0f60f61df: Pulling fs layer',
      '85d0f60f61df: Pull complete',
      'Status: Downloaded newer image',
    ],
    keep: ['Status: Downloaded newer image'],
    never: ['fs layer'],
  },
  'curl-meter': {
    command: 'curl -o x http://localhost/x 2>&1',
    stdout: [
      '  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current',
      '                                 Dload  Upload   Total   Spent    Left  Speed',
      '100  1024  100  1024    0     0  10240      0 --:--:-- --:--:-- --:--:-- 10240',
      'curl: (23) Failed writing body',
    ],
    keep: ['curl: (23) Failed writing body'],
    never: ['Dload'],
  },
  wget: {
    command: 'wget http://localhost/x 2>&1',
    stdout: [
      '     0K .......... .......... .......... 40%  100M 0s',
      '    50K .......... .......... ... 100%  90M=0s',
      'saved [75000/75000]',
    ],
    keep: ['saved [75000/75000]'],
    never: ['..........'],
  },
  'aws-table': {
    command: 'aws s3api list-buckets --output table',
    stdout: [
      '+--------------------+',
      '|    ListBuckets     |',
      '+---------+----------+',
      '|  shop   |  2026    |',
      '+---------+----------+',
    ],
    keep: ['ListBuckets', 'shop|2026'],
    never: ['+--'],
  },
};

describe('every filter and shape is at work somewhere', () => {
  it.each(Object.entries(SAMPLES))('%s', (name, { command, stdout, keep, never }) => {
    const { text, filter } = compact({ command, exitCode: 0, stdout: stdout.join('\n'), recovery: null });
    expect(filter).toBe(name);
    for (const fact of keep) expect(text).toContain(fact);
    for (const fact of never) expect(text).not.toContain(fact);
  });

  it('and none is left out', () => {
    const used = new Set<string | null>(Object.keys(SAMPLES));
    for (const one of CASE_SETS.flatMap((set) => readCases(set))) used.add(runCase(one).filter);
    const unused = [...FILTERS, ...SHAPES].map(({ name }) => name).filter((name) => !used.has(name));
    expect(unused).toEqual([]);
  });
});
