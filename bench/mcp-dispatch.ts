/**
 * `tools/call` of a cheap tool: our endpoint, authenticated, metered and rate-checked on SQLite, beside a bare stateless
 * SDK server with one tool and neither. Each in its own process, in turns, so that both see the same machine.
 * Usage: node bench/mcp-dispatch.ts [seconds per round] [rounds]
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { type LoadResult, runLoad } from './mcp/http-load.ts';

const seconds = Number(process.argv[2] ?? 2);
const rounds = Number(process.argv[3] ?? 3);
const MODERN = '2026-07-28';

interface Running {
  readonly port: number;
  readonly tokens: readonly string[];
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
}

async function start(script: string, ...args: string[]): Promise<Running> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'mcp', script), ...args], {
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

/** The same call for both, in both kinds of revision. Tokens and addresses take turns: each has its own ceiling. */
function requests(tokens: readonly string[], modern: boolean): (n: number) => string {
  const meta = { 'io.modelcontextprotocol/protocolVersion': MODERN, 'io.modelcontextprotocol/clientCapabilities': {} };
  const params = { name: 'greet', arguments: { who: 'Ada' }, ...(modern && { _meta: meta }) };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const head = [
    'POST /tda/mcp HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Content-Length: ${body.length}`,
    ...(modern ? [`MCP-Protocol-Version: ${MODERN}`, 'Mcp-Method: tools/call', 'Mcp-Name: greet'] : []),
  ].join('\r\n');
  return (n) => {
    const token = tokens.length > 0 ? `\r\nX-AI-Token: ${tokens[n % tokens.length]}` : '';
    return `${head}${token}\r\nX-Forwarded-For: 10.0.${(n >> 8) % 4}.${n % 256}\r\n\r\n${body}`;
  };
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const show = (results: LoadResult[]): string => {
  const rate = Math.round(median(results.map((each) => each.perSecond)));
  const [p50, p99] = [median(results.map((each) => each.p50)), median(results.map((each) => each.p99))];
  return `${String(rate).padStart(6)}/s  p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms`;
};

const NAMES = ['synapse', 'open', 'sdk'] as const;
const LABELS = { synapse: 'synapse            ', open: 'the same, unmetered', sdk: 'bare SDK           ' };
const servers = {
  synapse: await start('serve-ours.ts'),
  open: await start('serve-ours.ts', 'open'),
  sdk: await start('serve-sdk.ts'),
};
try {
  for (const modern of [false, true]) {
    for (const connections of [1, 32]) {
      const results: Record<keyof typeof servers, LoadResult[]> = { synapse: [], open: [], sdk: [] };
      for (let round = 0; round <= rounds; round++) {
        for (const name of NAMES) {
          const { port, tokens } = servers[name];
          const load = { port, connections, seconds: round === 0 ? 0.5 : seconds };
          const result = await runLoad({ ...load, request: requests(tokens, modern) });
          // The first round only warms up.
          if (round > 0) results[name].push(result);
        }
      }
      const rate = (name: keyof typeof servers): number => median(results[name].map((each) => each.perSecond));
      process.stdout.write(`${modern ? MODERN : 'before it'}, connections: ${connections}\n`);
      for (const name of NAMES) {
        const ratio = (rate(name) / rate('sdk')).toFixed(1);
        process.stdout.write(`  ${LABELS[name]} ${show(results[name])}  × ${ratio}\n`);
      }
    }
  }
} finally {
  await Promise.all(Object.values(servers).map(stop));
}
