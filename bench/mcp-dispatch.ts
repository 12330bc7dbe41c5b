/**
 * `tools/call` of a cheap read tool: the whole service, with authentication, quota and rate limits on SQLite, compared
 * with a bare stateless SDK server that has one tool and none of these. Each runs in its own process, in turns, so that
 * both see the same machine. Usage: node bench/mcp-dispatch.ts [seconds per round] [rounds]
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { report } from './figure.ts';
import { type LoadResult, runLoad } from './mcp/http-load.ts';
import { median } from './times.ts';

const seconds = Number(process.argv[2] ?? 2);
const rounds = Number(process.argv[3] ?? 3);
const MODERN = '2026-07-28';

interface Running {
  readonly port: number;
  readonly tokens: readonly string[];
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
}

async function start(script: string): Promise<Running> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'mcp', script)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { ...(JSON.parse(line) as { port: number; tokens: string[] }), child };
}

async function stop({ child }: Running): Promise<void> {
  const ended = once(child, 'exit');
  child.stdin.end();
  await ended;
}

const CALLS = {
  synapse: { name: 'synapse_list_machines', arguments: {} },
  sdk: { name: 'greet', arguments: { who: 'Ada' } },
} as const;
type Name = keyof typeof CALLS;
const NAMES: readonly Name[] = ['synapse', 'sdk'];
const MANY = 32;

/** A call in either kind of revision. Tokens and addresses alternate, because each has its own limit. */
function requests(name: Name, tokens: readonly string[], modern: boolean): (n: number) => string {
  const meta = { 'io.modelcontextprotocol/protocolVersion': MODERN, 'io.modelcontextprotocol/clientCapabilities': {} };
  const call = CALLS[name];
  const params = { ...call, ...(modern && { _meta: meta }) };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const head = [
    'POST /tda/mcp HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Content-Length: ${body.length}`,
    ...(modern ? [`MCP-Protocol-Version: ${MODERN}`, 'Mcp-Method: tools/call', `Mcp-Name: ${call.name}`] : []),
  ].join('\r\n');
  return (n) => {
    const token = tokens.length > 0 ? `\r\nX-AI-Token: ${tokens[n % tokens.length]}` : '';
    return `${head}${token}\r\nX-Forwarded-For: 10.0.${(n >> 8) % 4}.${n % 256}\r\n\r\n${body}`;
  };
}

const rate = (results: readonly LoadResult[]): number => median(results.map((each) => each.perSecond));

const servers: Record<Name, Running> = { synapse: await start('serve-ours.ts'), sdk: await start('serve-sdk.ts') };
try {
  for (const modern of [false, true]) {
    for (const connections of [1, MANY]) {
      const results: Record<Name, LoadResult[]> = { synapse: [], sdk: [] };
      for (let round = 0; round <= rounds; round++) {
        for (const name of NAMES) {
          const { port, tokens } = servers[name];
          // The first round only warms up, with as many calls as possible, because code is compiled as it is used.
          const load = { port, seconds, connections: round === 0 ? MANY : connections };
          const result = await runLoad({ ...load, request: requests(name, tokens, modern) });
          if (round > 0) results[name].push(result);
        }
      }
      const which = `${modern ? MODERN : 'before it'}, ${connections} connection${connections === 1 ? '' : 's'}`;
      const p99 = median(results.synapse.map((each) => each.p99));
      report({ name: `${which}: synapse, p99 ${p99.toFixed(1)} ms`, value: rate(results.synapse), unit: '/s' });
      const times = rate(results.synapse) / rate(results.sdk);
      report({ name: `${which}: synapse / bare SDK`, value: times, unit: '×', atLeast: 3 });
    }
  }
} finally {
  await Promise.all(Object.values(servers).map(stop));
}
