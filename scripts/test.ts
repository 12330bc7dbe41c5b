/** `npm test`: format, types, then every test. Arguments go to the test runner (`npm test -- vault`). */
import { spawnSync } from 'node:child_process';

function run(program: string, args: string[]): void {
  const { status } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const wanted = process.argv.slice(2);
if (wanted.length === 0) {
  run('biome', ['check', '--error-on-warnings', '.']);
  run('tsc', ['-p', 'tsconfig.json']);
}
run('vitest', ['run', ...wanted]);
