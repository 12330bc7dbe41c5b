/** Calls through MCP: many at once, one at a time, ones that must be on the disk, and all on PostgreSQL. */
import pg from 'pg';
import { type PostgresServer, startPostgres } from '../../test/engines/postgres.ts';
import { runLoad } from '../mcp/http-load.ts';
import { type BenchUser, type BuiltServer, bearer } from '../service/built-server.ts';
import { type Load, measured, type Rounds } from './load.ts';

/** Each may call 1,000 times a day. */
const USERS = 8;
const MANY = 32;
const LONGEST_SECONDS = 30;

interface Call {
  readonly token: string;
  readonly name: string;
  readonly args: Record<string, unknown>;
}

/** From which of many addresses the call of this number comes: each has its own ceiling. */
type AddressOf = (n: number) => number;

const inTurns: AddressOf = (n) => n % 1_024;
/** One after the other makes most of the 400 calls that it may make in a minute. */
const busy: AddressOf = (n) => Math.floor(n / 330);

/** Users take turns. */
function requests(each: readonly Call[], addressOf: AddressOf): () => string {
  let sent = 0;
  const texts = each.map(({ token, name, args }) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
    const lines = ['POST /tda/mcp HTTP/1.1', 'Host: 127.0.0.1', 'Content-Type: application/json'];
    const head = [...lines, `Content-Length: ${body.length}`, `X-AI-Token: ${token}`].join('\r\n');
    return { head, body };
  });
  return () => {
    const { head, body } = texts[sent % texts.length]!;
    const address = addressOf(sent++);
    return `${head}\r\nX-Forwarded-For: 10.0.${address >> 8}.${address % 256}\r\n\r\n${body}`;
  };
}

function callsOf(
  server: BuiltServer,
  each: readonly Call[],
  count: number,
  connections: number,
  addressOf = inTurns,
): Rounds {
  const request = requests(each, addressOf);
  const load = { port: server.port, seconds: LONGEST_SECONDS, calls: count, connections, request };
  return { warmUp: 3, round: () => measured(server, count, () => runLoad(load)), stop: () => server.stop() };
}

async function usersOf(server: BuiltServer): Promise<BenchUser[]> {
  const users: BenchUser[] = [];
  while (users.length < USERS) users.push(await server.newUser('pro'));
  return users;
}

const listing = ({ token }: BenchUser): Call => ({ token, name: 'synapse_list_machines', args: {} });

export const calls: Load = async (start) => {
  const server = await start();
  return callsOf(server, (await usersOf(server)).map(listing), 1_000, MANY);
};

export const callsOfBusyAddresses: Load = async (start) => {
  const server = await start();
  return callsOf(server, (await usersOf(server)).map(listing), 1_000, MANY, busy);
};

export const oneCallAtATime: Load = async (start) => {
  const server = await start();
  return callsOf(server, (await usersOf(server)).map(listing), 800, 1);
};

/** Told only when they are on the disk. */
export const notes: Load = async (start) => {
  const server = await start();
  const each: Call[] = [];
  for (const { session, token } of await usersOf(server)) {
    const request = { headers: bearer(session), json: { name: 'bench' } };
    const { id } = await server.call<{ id: number }>('POST', '/tda/projects', request);
    each.push({ token, name: 'add_journal_entry', args: { project_id: id, content: 'One line of what was done.' } });
  }
  return callsOf(server, each, 600, MANY);
};

let postgres: PostgresServer | undefined;
let databases = 0;

export const callsOnPostgres: Load = async (start) => {
  postgres ??= await startPostgres();
  const name = `bench_${++databases}`;
  const client = new pg.Client(`${postgres.url}/postgres`);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const server = await start({ env: { SYNAPSE_DATABASE_URL: `${postgres.url}/${name}` } });
  return callsOf(server, (await usersOf(server)).map(listing), 600, MANY);
};

export function stopPostgres(): void {
  postgres?.stop();
  postgres = undefined;
}
