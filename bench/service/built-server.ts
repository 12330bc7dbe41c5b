/** The service as people run it: built, in its own process, on SQLite in a folder of its own. */
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { SERVICE_ENVIRONMENT, SERVICE_NODE_OPTIONS } from '../../packages/contract/src/service-process.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PASSWORD = 'a password for the benchmark';

export interface BuiltServer {
  readonly port: number;
  readonly pid: number;
  /** Milliseconds from the start of the process to its first answer. */
  readonly firstAnswerMs: number;
  readonly dataDir: string;
  /** Memory in MiB: now, and at its peak. */
  memory(): { now: number; peak: number };
  /** Processor time of all its threads, independently of the computer's load. */
  cpuMs(): number;
  /** A new user on the given plan, with a session and an AI token. */
  newUser(plan: string): Promise<BenchUser>;
  call<T>(method: string, path: string, options?: CallOptions): Promise<T>;
  /** A tool's result; throws if it was refused. `address`: of the caller, in 127.0.0.0/8. */
  tool<T>(token: string, name: string, args: Record<string, unknown>, address?: string): Promise<T>;
  stop(): Promise<void>;
}

export interface BenchUser {
  readonly session: string;
  readonly token: string;
}

interface CallOptions {
  readonly headers?: Record<string, string>;
  readonly json?: unknown;
  readonly form?: Record<string, string>;
  readonly address?: string;
}

export function buildServer(): void {
  const { status } = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) throw new Error('the build failed');
}

export interface ServerSettings {
  readonly dataDir?: string;
  readonly env?: Record<string, string>;
  /** For instance `--cpu-prof`. */
  readonly nodeOptions?: readonly string[];
  /** Another bundle than that of `npm run build`. */
  readonly program?: string;
  /** Options of Node and names of variables that the service usually has, and this one has not. */
  readonly leaveOut?: readonly string[];
}

export async function startBuiltServer(settings: ServerSettings = {}): Promise<BuiltServer> {
  const { program = join(ROOT, 'packages/server/dist/main.js'), leaveOut = [] } = settings;
  const dataDir = settings.dataDir ?? mkdtempSync(join(tmpdir(), 'synapse-bench-'));
  // As `npm start` does it.
  const options = SERVICE_NODE_OPTIONS.filter((option) => !leaveOut.includes(option));
  const args = [...options, ...(settings.nodeOptions ?? []), program];
  const env = {
    ...Object.fromEntries(Object.entries(SERVICE_ENVIRONMENT).filter(([name]) => !leaveOut.includes(name))),
    PATH: process.env.PATH,
    SYNAPSE_PORT: '0',
    SYNAPSE_DATA_DIR: dataDir,
    SYNAPSE_ADMIN_PASSWORD: PASSWORD,
    SYNAPSE_LOG_LEVEL: 'warn',
    ...settings.env,
  };
  const started = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await listeningPort(child);
  const agent = new Agent({ keepAlive: true });
  const call: BuiltServer['call'] = (method, path, options) => send(agent, port, method, path, options);
  await call('GET', '/healthz');
  const firstAnswerMs = performance.now() - started;

  let admin: string | undefined;
  const login = async (username: string): Promise<string> => {
    const form = { username, password: PASSWORD };
    return (await call<{ access_token: string }>('POST', '/auth/login', { form })).access_token;
  };
  let users = 0;
  let rpcId = 0;
  return {
    port,
    pid: child.pid!,
    firstAnswerMs,
    dataDir,
    call,
    memory: () => memoryOf(child.pid!),
    cpuMs: () => cpuOf(child.pid!),
    newUser: async (plan) => {
      admin ??= await login('admin');
      const username = `bench-${++users}`;
      const json = { username, password: PASSWORD, plan };
      await call('POST', '/admin/users', { headers: bearer(admin), json });
      const session = await login(username);
      const { token } = await call<{ token: string }>('POST', '/tda/ai/tokens', { headers: bearer(session), json: {} });
      return { session, token };
    },
    tool: async <T>(token: string, name: string, args: Record<string, unknown>, address = '127.0.0.1') => {
      const json = { jsonrpc: '2.0', id: ++rpcId, method: 'tools/call', params: { name, arguments: args } };
      const headers = { 'x-ai-token': token };
      const { result } = await call<{ result: ToolResult<T> }>('POST', '/tda/mcp', { headers, json, address });
      if (result.isError === true) throw new Error(result.content[0]?.text);
      return result.structuredContent;
    },
    stop: async () => {
      agent.destroy();
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      if (settings.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

interface ToolResult<T> {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent: T;
}

export const bearer = (session: string) => ({ authorization: `Bearer ${session}` });

function send<T>(agent: Agent, port: number, method: string, path: string, options: CallOptions = {}): Promise<T> {
  const { headers, json, form, address } = options;
  const body = form === undefined ? JSON.stringify(json) : new URLSearchParams(form).toString();
  const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  const typed = body === undefined ? headers : { ...headers, 'content-type': type };
  return new Promise((resolve, reject) => {
    const to = { agent, port, host: '127.0.0.1', method, path, headers: typed ?? {} };
    const asked = request({ ...to, ...(address === undefined ? {} : { localAddress: address }) }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', reject).once('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (answer.statusCode! < 300) resolve((text === '' ? null : JSON.parse(text)) as T);
        else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 500)}`));
      });
    });
    asked.once('error', reject).end(body);
  });
}

function listeningPort(child: ChildProcessByStdio<null, Readable, null>): Promise<number> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const port = /listening on \S+:(\d+)/.exec(printed)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mib = (field: string) => Number(new RegExp(`^${field}:\\s*(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { now: mib('VmRSS'), peak: mib('VmHWM') };
}

/** The kernel counts in hundredths of a second. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
