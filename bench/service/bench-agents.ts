/** Real agents in this process, each with its own key and link, ten machines to a user. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { enrol } from '../../packages/agent/src/enrol.ts';
import { openHome } from '../../packages/agent/src/home.ts';
import { createLimits } from '../../packages/agent/src/limits.ts';
import { runAgent } from '../../packages/agent/src/run-agent.ts';
import { type BuiltServer, bearer } from './built-server.ts';

export interface BenchAgents {
  /** Adds agents until so many are connected. Returns a machine and its user, who has given few commands yet. */
  connectUpTo(count: number): Promise<{ readonly session: string; readonly machine: string }>;
  stop(): Promise<void>;
}

const EACH = 10;
const LIMITS = { allowDirs: [], allowContainers: [], containerOnly: false, readOnlyCommands: false, home: '' };

export async function connectAgents(server: BuiltServer): Promise<BenchAgents> {
  const folder = mkdtempSync(join(tmpdir(), 'synapse-bench-agents-'));
  const stop = new AbortController();
  const running: Promise<void>[] = [];
  const url = `http://127.0.0.1:${server.port}`;
  let connected = 0;

  const addUser = async (most: number): Promise<string> => {
    const { session } = await server.newUser('pro');
    for (let index = 0; index < Math.min(EACH, most); index++) {
      const json = { slug: `m-${index}`, kind: 'agent' };
      const order = { headers: bearer(session), json };
      const made = await server.call<{ enrollment: { code: string } }>('POST', '/synapse/machines', order);
      const home = openHome(join(folder, `${running.length}`));
      const identity = await enrol(home, { server: url, ca: null }, made.enrollment.code);
      const say = (line: string) => {
        connected += line.startsWith('connected to') ? 1 : -1;
      };
      running.push(runAgent({ home, identity, limits: createLimits(LIMITS), umask: 0o022, signal: stop.signal, say }));
    }
    return session;
  };

  return {
    connectUpTo: async (count) => {
      let session = await addUser(Math.max(1, count - running.length));
      while (running.length < count) session = await addUser(count - running.length);
      while (connected < running.length) await sleep(5);
      return { session, machine: 'm-0' };
    },
    stop: async () => {
      stop.abort();
      await Promise.allSettled(running);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
