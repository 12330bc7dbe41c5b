/**
 * `npm run pack`: builds, and writes the npm package into release/. With `--here` it fits computers like this one alone,
 * and nothing is fetched.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { PLATFORMS, platformsHere } from './packaging/native-parts.ts';
import { makeNpmPackage } from './packaging/npm-package.ts';
import { stageFiles } from './packaging/stage-files.ts';

const clone = join(import.meta.dirname, '..');
execFileSync(process.execPath, ['scripts/build.ts'], { cwd: clone, stdio: 'inherit' });
const staged = join(clone, 'release/files');
stageFiles(clone, staged, process.argv.includes('--here') ? platformsHere(clone) : PLATFORMS);
process.stdout.write(`${makeNpmPackage(staged, join(clone, 'release'), new Date())}\n`);
