/** A start, a few calls, and then nothing: the time to the first answer, and the memory that is held. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Load } from './load.ts';

const CALLS = 20;
/** Longer than an idle process takes to tidy up. */
const IDLE_MS = 1_500;

export const starts: Load = async (start) => ({
  warmUp: 0,
  round: async () => {
    const server = await start();
    const CPU = server.cpuMs();
    const { token } = await server.newUser('pro');
    for (let call = 0; call < CALLS; call++) await server.tool(token, 'synapse_list_machines', {});
    await sleep(IDLE_MS);
    const { now, peak } = server.memory();
    await server.stop();
    return { time: server.firstAnswerMs, CPU, 'memory, idle': now, 'memory, at most': peak };
  },
  stop: async () => {},
});
