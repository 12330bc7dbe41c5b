/** What belongs to the machine's command stays its own, options included. */
import { expect, it } from 'vitest';
import { COMMANDS } from './catalogue.ts';
import { separateCommand } from './command-words.ts';

it.each<[string, string]>([
  ['exec local ls -la', 'exec local -- ls -la'],
  ['exec local -C /srv git log -5 --json', 'exec local -C /srv -- git log -5 --json'],
  ['exec --json -t 5 local uname', 'exec --json -t 5 local -- uname'],
  ['--url http://x exec local ls --version', '--url http://x exec local -- ls --version'],
  ['exec --url http://x local --cwd /a ls -- b', 'exec --url http://x local --cwd /a -- ls -- b'],
  ['exec local --cwd=/a ls -l', 'exec local --cwd=/a -- ls -l'],
  ['exec local -- ls -la', 'exec local -- ls -la'],
  ['exec local --json -- true', 'exec local --json -- true'],
  ['exec --on tag:web ls -la', 'exec --on tag:web -- ls -la'],
  ['exec --on=web-* -t 5 ls -l', 'exec --on=web-* -t 5 -- ls -l'],
  ['exec --on web-1 -- ls', 'exec --on web-1 -- ls'],
  ['exec local ls --on', 'exec local -- ls --on'],
  ['alias set gl5 git log -5', 'alias set gl5 -- git log -5'],
  ['exec', 'exec'],
  ['exec local', 'exec local'],
  ['exec --help', 'exec --help'],
  ['logs -n 5', 'logs -n 5'],
  ['machine add x --host exec', 'machine add x --host exec'],
])('%s', (given, meant) => {
  expect(separateCommand(given.split(' '), COMMANDS).join(' ')).toBe(meant);
});
