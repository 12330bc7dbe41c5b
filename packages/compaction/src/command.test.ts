import { describe, expect, it } from 'vitest';
import { isStretch, MIXED, understandCommand } from './command.ts';

function read(line: string): string | null {
  const command = understandCommand(line);
  if (command === null || command === MIXED) return command;
  return [command.program, ...command.args].join(' ') + command.through.map((name) => ` | ${name}`).join('');
}

describe('the command that writes the output', () => {
  it.each([
    ['git status', 'git status'],
    ['cd x && git status', 'git status'],
    ['cd /srv/app; export A=1; npm test', 'npm test'],
    ['A=1 B="two words" git log -3', 'git log -3'],
    ['sudo -u app env X=y time nice -n 5 git diff', 'git diff'],
    ['timeout -k 5 30 pytest -q', 'pytest -q'],
    ['npx eslint src/', 'eslint src/'],
    ['npx -y -p typescript tsc --noEmit', 'tsc --noEmit'],
    ['npm exec -- vitest run', 'vitest run'],
    ['pnpm exec vitest run', 'vitest run'],
    ['yarn eslint .', 'eslint .'],
    ['yarn test', 'yarn test'],
    ['bunx prettier --check .', 'prettier --check .'],
    ['python3 -m pytest -v', 'pytest -v'],
    ['python3.13 -m mypy src', 'mypy src'],
    ['bundle exec rspec spec/a_spec.rb', 'rspec spec/a_spec.rb'],
    ['uv run pytest', 'pytest'],
    ['docker compose exec -T -u app web npm test', 'npm test'],
    ['docker exec -it shop-api-1 ls -la', 'ls -la'],
    ['kubectl -n shop exec api-1 -- ps aux', 'ps aux'],
    ['bash -lc "cd /srv && git status"', 'git status'],
    ['./node_modules/.bin/vitest run', 'vitest run'],
    ['node node_modules/vitest/vitest.mjs run', 'vitest run'],
    ['php artisan test', 'artisan test'],
    ['./gradlew build', 'gradle build'],
    ['make -k 2>&1', 'make -k'],
    ['make > build.log 2>&1; tail -5 build.log', 'tail -5 build.log'],
    ['pytest 2>&1 | tail -20', 'pytest | tail'],
    ['docker ps | grep api | head -3', 'docker ps | grep | head'],
    ['cat a.json | jq .', 'jq .'],
    ['find . -name "*.ts" | xargs grep -n TODO', 'grep -n TODO'],
    ['git log --format="%h | %s; %an" -5', 'git log --format=%h | %s; %an -5'],
    ['rm -rf dist || true', null],
  ])('%s', (line, expected) => {
    expect(read(line)).toBe(expected);
  });

  it.each([
    'npm run build && npm test',
    'echo a; git status',
    'for f in *; do cat $f; done',
    'cat <<EOF\nx\nEOF',
    "echo 'open",
  ])('%s cannot be told apart', (line) => {
    expect(read(line)).toBe(MIXED);
  });

  it('finds the subcommand behind global options', () => {
    expect(understandCommand('git -C /srv -c core.pager=cat --no-pager log -3')).toMatchObject({
      sub: 'log',
      rest: ['-3'],
    });
    expect(understandCommand('kubectl -n shop get pods -o wide')).toMatchObject({
      sub: 'get',
      rest: ['pods', '-o', 'wide'],
    });
  });

  it('knows a whole stretch from a choice of lines', () => {
    const stretch = (line: string) => {
      const command = understandCommand(line);
      return command !== null && command !== MIXED && isStretch(command);
    };
    expect(stretch('pytest | tail -5')).toBe(true);
    expect(stretch('pytest | grep FAILED')).toBe(false);
  });

  it('gives up on a command that is absurdly long', () => {
    expect(read(`git ${'a '.repeat(50_000)}`)).toBe(MIXED);
  });
});
