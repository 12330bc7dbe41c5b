/** Follows the README from its first command to its last, in a clone of its own. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, expect, it, vi } from 'vitest';
import { freePort } from '../engines/engines.ts';
import { linkedOrCopied } from '../linked-or-copied.ts';
import { fencesOf } from './code-blocks.ts';

vi.setConfig({ testTimeout: 600_000 });
const folder = mkdtempSync(join(tmpdir(), 'synapse-readme-'));
const [clone, home, bin] = ['clone', 'home', 'bin'].map((name) => join(folder, name)) as [string, string, string];
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const port = await freePort();
/** The README uses the default port, which may be taken here. */
const here = (text: string): string => text.replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`);
const blocks = (info: string): string[] =>
  fencesOf(readFileSync('README.md', 'utf8'))
    .filter((fence) => fence.info === info)
    .map(({ text }) => here(text));
const env = (): NodeJS.ProcessEnv => ({
  PATH: `${bin}:${process.env.PATH}`,
  HOME: home,
  SYNAPSE_PORT: String(port),
});

it('is true from its first command to its last', async () => {
  makeClone();
  const [[install, quickstart], [askForToken, first], [configuration]] = [
    blocks('sh serve'),
    blocks('sh run'),
    blocks('json client'),
  ];

  const started = await serve(install!);
  const password = /password +(\S+)/.exec(started.printed())![1]!;
  const answer = JSON.parse(shell(askForToken!, { PASSWORD: password })) as { token: string };
  expect(answer.token).toMatch(/^dk_ai_/);
  expect(await firstCommand(configuration!, answer.token)).toContain('Filesystem');
  await started.stop();

  rmSync(join(clone, 'data'), { recursive: true });
  const again = await serve(quickstart!);
  const written = readFileSync(join(home, 'my-project/.cursor/mcp.json'), 'utf8');
  expect(await firstCommandByBridge(written)).toContain('Filesystem');
  expect(shell(first!)).toMatch(/^Linux\n(ok|skipped) /);
  await again.stop();
});

/** What Git has, with the result of `npm ci`: CI has just run that, so it is taken from there instead of fetched again. */
function makeClone(): void {
  for (const made of [clone, home, bin]) mkdirSync(made);
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  execFileSync('sh', ['-c', `tar -cf - --null --ignore-failed-read -T - | tar -xf - -C '${clone}'`], { input: files });
  const copying = linkedOrCopied('node_modules', clone);
  const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
  writeFileSync(
    join(bin, 'npm'),
    `#!/bin/sh
if [ "$*" != ci ]; then exec '${npm}' "$@"; fi
cp ${copying} '${resolve('node_modules')}' .
cd '${resolve('.')}' && for own in packages/*/node_modules; do [ ! -d "$own" ] || cp ${copying} "$own" '${clone}'/"$own"; done
`,
    { mode: 0o755 },
  );
}

async function serve(script: string): Promise<{ printed: () => string; stop: () => Promise<void> }> {
  const child: ChildProcess = spawn('sh', ['-e', '-c', script], { cwd: clone, env: env(), detached: true });
  let printed = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  const ended = once(child, 'close');
  await vi.waitFor(
    async () => {
      expect(child.exitCode, printed).toBeNull();
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).ok).toBe(true);
      expect(printed).toContain(`http://127.0.0.1:${port}`);
    },
    { timeout: 400_000, interval: 200 },
  );
  return {
    printed: () => printed,
    // As Ctrl-C does: to all of them.
    stop: async () => {
      process.kill(-child.pid!, 'SIGINT');
      await ended;
    },
  };
}

function shell(script: string, more: Record<string, string> = {}): string {
  return execFileSync('sh', ['-e', '-c', script], { cwd: clone, env: { ...env(), ...more }, encoding: 'utf8' });
}

/** Like a person, and then the client: the token is put where the page says, and the file is used as it is. */
async function firstCommand(configuration: string, token: string): Promise<string> {
  const { url, headers } = JSON.parse(configuration).mcpServers.synapse;
  const requestInit = { headers: { 'X-AI-Token': headers['X-AI-Token'].replace('YOUR_TOKEN', token) } };
  return runIn(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
}

/** Like the client: starts the program that the file names, and sets nothing. */
async function firstCommandByBridge(configuration: string): Promise<string> {
  const { command, args, env: own } = JSON.parse(configuration).mcpServers.synapse;
  return runIn(new StdioClientTransport({ command, args, env: { PATH: process.env.PATH!, HOME: home, ...own } }));
}

async function runIn(transport: StreamableHTTPClientTransport | StdioClientTransport): Promise<string> {
  const client = new Client({ name: 'readme', version: '1' });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  const ran = await client.callTool({ name: 'synapse_exec', arguments: { machine: 'local', command: 'df -h' } });
  await client.close();
  return (ran as { content: { text: string }[] }).content[0]!.text;
}
