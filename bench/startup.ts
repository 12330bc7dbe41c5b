/** The built server: from the start of its process to its first answer, and the memory it holds after a few calls. */
import { setTimeout as delay } from 'node:timers/promises';
import { report } from './figure.ts';
import { buildServer, startBuiltServer } from './service/built-server.ts';
import { median } from './times.ts';

const STARTS = 7;
const CALLS = 20;
/** Longer than the first garbage collections of an idle process take. */
const IDLE_MS = 3_000;

buildServer();
const first = await startBuiltServer();
const user = await first.newUser('pro');
for (let call = 0; call < CALLS; call++) await first.tool(user.token, 'synapse_list_machines', {});
await delay(IDLE_MS);
report({ name: 'first start, to the first answer', value: first.firstAnswerMs, unit: 'ms', atMost: 1000 });
report({ name: 'memory, idle after a few calls', value: first.memory().now, unit: 'MiB', atMost: 120 });
report({ name: 'memory, most so far', value: first.memory().peak, unit: 'MiB' });
await first.stop();

const starts: number[] = [];
const cpu: number[] = [];
for (let start = 0; start < STARTS; start++) {
  const server = await startBuiltServer();
  starts.push(server.firstAnswerMs);
  cpu.push(server.cpuMs());
  await server.stop();
}
report({ name: 'CPU time of a start', value: median(cpu), unit: 'ms' });
report({ name: `to the first answer, median of ${STARTS} starts`, value: median(starts), unit: 'ms', atMost: 1000 });
