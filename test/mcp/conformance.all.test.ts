/** The conformance suite of the protocol: what applies passes, the rest is listed with its reason. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import exceptions from './conformance-exceptions.json' with { type: 'json' };
import { type ServerUnderTest, startServer } from './harness.ts';
import { runProgram } from './run-program.ts';
import { startTokenProxy, type TokenProxy } from './token-proxy.ts';

const REVISIONS = ['2025-06-18', '2025-11-25', '2026-07-28'];
/** These must have run and passed, so that an empty run does not look like a good one. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  '2025-06-18': ['server-initialize', 'ping', 'tools-list', 'tools-call-simple-text', 'prompts-get-with-args'],
  '2025-11-25': [
    'server-initialize',
    'tools-call-with-progress',
    'dns-rebinding-protection',
    'server-session-lifecycle',
  ],
  '2026-07-28': ['http-header-validation', 'dns-rebinding-protection', 'resources-read-text', 'completion-complete'],
};

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

let server: ServerUnderTest;
let proxy: TokenProxy;
let folder: string;
const needed = new Set<string>();

beforeAll(async () => {
  server = await startServer();
  proxy = await startTokenProxy(server.url, server.token);
  folder = await mkdtemp(join(tmpdir(), 'synapse-conformance-'));
});
afterAll(async () => {
  await proxy.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The checks of each scenario, as the suite wrote them down. */
async function runSuite(revision: string): Promise<Map<string, Check[]>> {
  const results = join(folder, revision);
  const args = ['server', '--url', proxy.url, '--suite', 'all', '--spec-version', revision, '-o', results];
  await runProgram('conformance', args, 220_000);
  const scenarios = new Map<string, Check[]>();
  for (const name of await readdir(results)) {
    const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T.*$/, '');
    scenarios.set(scenario, JSON.parse(await readFile(join(results, name, 'checks.json'), 'utf8')) as Check[]);
  }
  return scenarios;
}

describe('conformance', () => {
  it.each(REVISIONS)('%s', async (revision) => {
    const scenarios = await runSuite(revision);
    const failures: string[] = [];
    for (const [scenario, checks] of scenarios) {
      for (const { id, status, errorMessage } of checks) {
        if (status !== 'FAILURE' && status !== 'WARNING') continue;
        if (Object.hasOwn(exceptions.checks, id)) needed.add(id);
        else if (Object.hasOwn(exceptions.scenarios, scenario)) needed.add(scenario);
        else failures.push(`${scenario} / ${id}: ${errorMessage}`);
      }
    }
    expect(failures).toEqual([]);
    for (const scenario of EXPECTED[revision]!) {
      expect(scenarios.get(scenario)?.length, scenario).toBeGreaterThan(0);
      expect(Object.keys(exceptions.scenarios)).not.toContain(scenario);
    }
  });

  it('lists no exception that is not needed', () => {
    const listed = [...Object.keys(exceptions.scenarios), ...Object.keys(exceptions.checks)];
    expect(listed.filter((name) => !needed.has(name))).toEqual([]);
  });
});
