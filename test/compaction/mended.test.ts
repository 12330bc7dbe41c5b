/** What compaction's safety net puts back is counted: for the person, and for whoever looks after the service. */
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeAtEnd } from '../left-behind.ts';
import { type Service, startService } from '../service.ts';

const LOST = 'Setting up libzq9 (1.2): cannot write /etc/zq9.conf, permission denied';

let service: Service;
let token: string;
beforeAll(async () => {
  service = await startService();
  token = await service.newToken(await service.login(), { scopes: ['mcp:read', 'mcp:synapse', 'mcp:admin'] });
});
afterAll(() => service.stop());

/** A program called apt-get, which prints this. */
function printer(lines: readonly string[]): string {
  const program = join(removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-mended-'))), 'apt-get');
  writeFileSync(program, `#!/bin/sh\ncat <<'EOF'\n${lines.join('\n')}\nEOF\n`);
  chmodSync(program, 0o755);
  return program;
}

const setUp = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `Setting up package-${at} (1.0) ...`);
/** Of a shorter output nothing is left out. */
const MANY = 140;
const install = async (lines: readonly string[]) =>
  (await service.tool(token, 'synapse_exec', { machine: 'local', command: `${printer(lines)} install -y all` })).result;
const mended = async (): Promise<number> => (await service.tool(token, 'synapse_rtk_stats')).result.mended;
const metric = async (): Promise<number> => {
  const text = (await service.call<string>('GET', '/metrics')).body;
  return Number(/synapse_text_work_total\{outcome="mended"\} (\d+)/.exec(String(text))?.[1] ?? 0);
};

it('counts a command of which a filter had lost something, and no other', async () => {
  expect((await install([...setUp(MANY), 'done'])).stdout).toMatch(/^done\n… \d+ lines left out/);
  expect([await mended(), await metric()]).toEqual([0, 0]);
  const { stdout, execution_id } = await install([...setUp(MANY / 2), LOST, ...setUp(MANY / 2), 'done']);
  expect(stdout).toContain(LOST);
  expect([await mended(), await metric()]).toEqual([1, 1]);
  // Looked at again, it is the same command.
  await service.tool(token, 'synapse_get_execution', { execution_id });
  expect(await mended()).toBe(1);
});
