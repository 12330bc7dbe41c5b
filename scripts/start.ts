/** `npm start`: builds when a source is newer than the build, then serves. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { stopTogether } from '../packages/cli/src/foreground-service.ts';
import { SERVICE_ENVIRONMENT, SERVICE_NODE_OPTIONS } from '../packages/contract/src/service-process.ts';

const SERVER = 'packages/server/dist/main.js';
const SOURCES = ['packages/*/src/**/*', 'packages/*/index.html', 'packages/*/package.json', 'scripts/bu*.ts'];

if (!isFresh()) {
  process.stderr.write('Building…\n');
  const { status } = spawnSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const env = { ...SERVICE_ENVIRONMENT, ...process.env };
const server = spawn(process.execPath, [...SERVICE_NODE_OPTIONS, SERVER], { env, stdio: 'inherit' });
// `exec` in package.json: a shell in between would swallow signals from npm. The service decides how long stopping
// takes.
stopTogether(server, process.env);
server.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 0)));

function isFresh(): boolean {
  if (!existsSync(SERVER)) return false;
  const built = statSync(SERVER).mtimeMs;
  return globSync(SOURCES).every((file) => !statSync(file).isFile() || statSync(file).mtimeMs <= built);
}
