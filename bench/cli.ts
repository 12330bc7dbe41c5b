/**
 * The command line: how long `--help` takes, compared with a bare Node; and how long it takes from an empty directory,
 * with `synapse quickstart`, to the first command that an MCP client runs. `node bench/cli.ts [starts]`
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { createCli, PROGRAM } from '../test/cli/run-cli.ts';
import { report } from './figure.ts';
import { median } from './times.ts';

const starts = Number(process.argv[2] ?? 15);
const cli = createCli();
const time = (args: readonly string[]): number => {
  const began = performance.now();
  execFileSync(process.execPath, [...args], { env: cli.env, cwd: cli.home, stdio: 'ignore' });
  return performance.now() - began;
};
const timeFailing = (args: readonly string[]): number => {
  const began = performance.now();
  spawnSync(process.execPath, [...args], { env: cli.env, cwd: cli.home, stdio: 'ignore' });
  return performance.now() - began;
};
/** It fails where it would begin to wait for the service: nobody listens there. */
const UP_TO_THE_SERVICE = [PROGRAM, 'machine', 'list', '--url', 'http://127.0.0.1:9'];
// The first run fills the cache of compiled code, as the first run of an installation does.
time([PROGRAM, '--help']);
timeFailing(UP_TO_THE_SERVICE);
const times = { bare: [] as number[], help: [] as number[], version: [] as number[], list: [] as number[] };
for (let start = 0; start < starts; start++) {
  times.bare.push(time(['-e', '0']));
  times.help.push(time([PROGRAM, '--help']));
  times.version.push(time([PROGRAM, '--version']));
  times.list.push(timeFailing(UP_TO_THE_SERVICE));
}
report({ name: 'synapse --help, fastest', value: Math.min(...times.help), unit: 'ms' });
report({ name: 'synapse --help, median', value: median(times.help), unit: 'ms', atMost: 150 });
report({ name: 'a bare Node, median', value: median(times.bare), unit: 'ms' });
report({ name: 'synapse --help beside a bare Node', value: median(times.help) / median(times.bare), unit: '×' });

for (const [name, taken, atMost] of [
  ['synapse --version', times.version, 300],
  ['synapse machine list, until it waits for the service', times.list, 500],
] as const) {
  report({ name: `${name}, median`, value: median(taken), unit: 'ms', atMost });
  report({ name: `${name}, beside a bare Node`, value: median(taken) / median(times.bare), unit: '×' });
}

const began = performance.now();
const server = cli.start('quickstart', ['--json'], { env: { SYNAPSE_PORT: '0' } });
const [answer] = (await once(server.stdout!, 'data')) as [Buffer];
const { url } = JSON.parse(answer.toString()) as { url: string };
const ready = performance.now() - began;
const client = new Client({ name: 'bench', version: '1' });
const bridge = { command: process.execPath, args: [PROGRAM, 'mcp', 'stdio'], stderr: 'ignore' as const };
await client.connect(new StdioClientTransport({ ...bridge, env: { ...cli.env, SYNAPSE_URL: url } }));
await client.callTool({ name: 'synapse_exec', arguments: { machine: 'local', command: 'echo first' } });
report({ name: 'quickstart on an empty directory, to its answer', value: ready, unit: 'ms' });
report({ name: 'quickstart, to the first command of an MCP client', value: performance.now() - began, unit: 'ms' });
await client.close();
server.kill('SIGTERM');
await once(server, 'close');
cli.remove();
