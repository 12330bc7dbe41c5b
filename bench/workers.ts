/** Commands on PostgreSQL with one and with two worker processes, 16 at once, in turns. */
import pg from 'pg';
import { startPostgres } from '../test/engines/postgres.ts';
import { type Instance, startInstance } from '../test/instance.ts';
import { report } from './figure.ts';
import { median } from './times.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 8);
const AT_ONCE = 16;
const COMMANDS = 160;
const WORKERS = [1, 2];

const postgres = await startPostgres();
const admin = new pg.Client({ connectionString: `${postgres.url}/postgres` });
await admin.connect();

/** Two users: one may run eight commands at once. */
async function start(workers: number): Promise<{ service: Instance; tokens: string[] }> {
  await admin.query(`create database workers_${workers}`);
  const service = await startInstance({
    SYNAPSE_WORKERS: String(workers),
    SYNAPSE_DATABASE_URL: `${postgres.url}/workers_${workers}`,
    SYNAPSE_EXEC_PER_MINUTE: '10000',
    SYNAPSE_QUOTA_EQUIPAGE: '1000000',
    SYNAPSE_LOG_LEVEL: 'warn',
  });
  return { service, tokens: [(await service.newUser()).token, (await service.newUser()).token] };
}

async function round({ service, tokens }: Awaited<ReturnType<typeof start>>): Promise<number> {
  let left = COMMANDS;
  const begun = performance.now();
  const lane = async (at: number): Promise<void> => {
    while (left-- > 0) {
      const { isError } = await service.tool(tokens[at % 2]!, 'synapse_exec', { machine: 'local', command: 'true' });
      if (isError) throw new Error('a command failed');
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => lane(at)));
  return COMMANDS / ((performance.now() - begun) / 1000);
}

const services = [];
try {
  for (const workers of WORKERS) services.push(await start(workers));
  const rates: number[][] = services.map(() => []);
  for (let turn = -1; turn < ROUNDS; turn++) {
    for (const [at, service] of services.entries()) {
      const rate = await round(service);
      if (turn >= 0) rates[at]!.push(rate);
    }
  }
  for (const [at, workers] of WORKERS.entries()) {
    report({ name: `local commands, 16 at once, ${workers} worker(s), median`, value: median(rates[at]!), unit: '/s' });
  }
} finally {
  for (const { service } of services) await service.remove();
  await admin.end();
  postgres.stop();
}
