#!/usr/bin/env node
// Starts the command line on a Node that can: TypeScript as it is in a clone, the bundle where only that was shipped.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import * as module from 'node:module';
import { fileURLToPath } from 'node:url';

const source = new URL('../src/main.ts', import.meta.url);
const main = existsSync(source) ? source : new URL('../dist/main.js', import.meta.url);
const pinned = fileURLToPath(new URL('../../../node_modules/node/bin/node', import.meta.url));

// Without a listener, Node would open its debugger at this signal, for every program of the same user.
process.on('SIGUSR1', () => undefined);

const [asked, ...more] = process.argv.slice(2);
const manifest = new URL('../package.json', import.meta.url);
if ((asked === '--version' || asked === '-V') && more.length === 0 && existsSync(manifest)) {
  // Nothing else has to be read for it.
  process.stdout.write(`${JSON.parse(readFileSync(manifest, 'utf8')).version}\n`);
} else if (canRun(process.versions.node)) {
  module.enableCompileCache?.();
  // Ctrl-C while it is being loaded: nothing was ordered yet. The program takes over from here.
  if (process.argv.includes('exec') || process.argv.includes('look')) process.on('SIGINT', () => process.exit(2));
  await import(main.href);
} else if (existsSync(pinned)) {
  const child = spawn(pinned, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal sends Ctrl-C to both; whoever else signals us means the one that works.
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  process.on('SIGINT', () => undefined);
  child.on('exit', (code) => process.exit(code ?? 1));
} else {
  process.stderr.write(`synapse needs Node 22.18 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}

/** @param {string} version */
function canRun(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major >= 23 || (major === 22 && minor >= 18);
}
