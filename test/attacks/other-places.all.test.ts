/** The same attempts on PostgreSQL; and those that a machine has to withstand, through an agent and through docker. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { startAgent } from '../agents/agent-process.ts';
import { createPostgresDatabase } from '../databases.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { findDockerd, startDockerd } from '../engines/dockerd.ts';
import { locate } from '../engines/engines.ts';
import { removeAtEnd } from '../left-behind.ts';
import { ON_ANY_MACHINE } from './attempts.ts';
import { attackSuite } from './suite.ts';
import { openWorld, type World } from './world.ts';

describe('on PostgreSQL', () => {
  attackSuite({ open: async () => openWorld({ SYNAPSE_DATABASE_URL: await createPostgresDatabase() }) });
});

/** Ends what the machine is made of after the service. */
const through = (world: World, machine: string, end: () => Promise<void>, more: World['onMachine'] = {}): World => ({
  ...world,
  machine,
  onMachine: more,
  stop: async () => {
    await world.stop();
    await end();
  },
});

describe('through an agent', () => {
  attackSuite({
    attempts: ON_ANY_MACHINE,
    limits: [],
    open: async () => {
      const world = await openWorld();
      const { body } = await world.free.person('POST', '/synapse/machines', { slug: 'laptop', kind: 'agent' });
      const home = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-attacked-agent-')));
      const agent = startAgent({ url: world.server.url, code: body.enrollment.code, home });
      await agent.says('connected to');
      return through(world, 'laptop', () => agent.stop());
    },
  });
});

describeEngine(await locate('docker', findDockerd), 'through docker', (root) => {
  attackSuite({
    attempts: ON_ANY_MACHINE,
    limits: [],
    open: async () => {
      const world = await openWorld();
      const engine = await startDockerd(root());
      await engine.startContainer('app');
      const machine = { slug: 'docked', kind: 'docker', connection: { socket: engine.socket }, containers: ['app'] };
      const { status, body } = await world.free.person('POST', '/synapse/machines', machine);
      if (status !== 201) throw new Error(JSON.stringify(body));
      return through(world, 'docked', () => engine.stop(), { container: 'app' });
    },
  });
});
