/** What opens Synapse itself is shown in no output, whoever's it is; and what is said where nothing is isolated. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { welcomeText } from '../../packages/server/src/service/first-run.ts';
import { whatIsOpen } from '../../packages/server/src/service/local-isolation.ts';
import { removeAtEnd } from '../left-behind.ts';
import { type Service, startService } from '../service.ts';

const HIDDEN = '{{hidden: synapse credential}}';
let service: Service;
let token: string;
let others: string[];
const folder = removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-credentials-')));

beforeAll(async () => {
  service = await startService({ SYNAPSE_LOCAL_ISOLATION: 'off' });
  const other = await service.newUser('pro');
  const session = await service.login();
  others = [other.session, await service.newToken(other.session), session];
  token = await service.newToken(session);
  others.push(token);
  writeFileSync(join(folder, 'credentials'), others.map((one) => `value: ${one}\n`).join(''), { mode: 0o600 });
});
afterAll(() => service?.stop());

const expectHidden = (text: string) => {
  for (const one of others) expect(text).not.toContain(one.slice(-40));
  expect(text).toContain(HIDDEN);
};

it('is not shown by a command, a job, a file, the log or a live view', async () => {
  const path = join(folder, 'credentials');
  const tool = (name: string, args: object) => service.tool(token, name, { machine: 'local', ...args });
  const ran = await tool('synapse_exec', { command: `cat ${path}; cat ${path} >&2`, raw: true });
  expectHidden(ran.text);
  expect(ran.result.stdout).toBe(others.map(() => `value: ${HIDDEN}\n`).join(''));
  expect(ran.result.stderr).toBe(ran.result.stdout);
  expectHidden((await service.tool(token, 'synapse_get_output', { execution_id: ran.result.execution_id })).text);
  expectHidden((await tool('synapse_read_file', { path })).text);
  let job = await tool('synapse_exec', { command: `cat ${path}`, detach: true });
  const { execution_id } = job.result;
  while (job.result.status === 'running') {
    job = await service.tool(token, 'synapse_get_execution', { execution_id, wait_seconds: 20 });
  }
  expectHidden(job.text);
  const typed = await tool('synapse_exec', { command: `true ${others[1]}` });
  expectHidden(typed.text);
  const log = await service.call('GET', '/synapse/executions', { token: await service.login() });
  expectHidden(JSON.stringify(log.body));
});

it('keeps what an edit does not touch, and fills nothing in for it', async () => {
  const path = join(folder, 'edited');
  writeFileSync(path, `a=1\ntoken=${others[1]}\n`);
  const tool = (name: string, args: object) => service.tool(token, name, { machine: 'local', ...args });
  const { sha256 } = (await tool('synapse_read_file', { path })).result;
  const edits = [{ old: `a=1\ntoken=${HIDDEN}`, new: `a=2\ntoken=${HIDDEN}` }];
  expect((await tool('synapse_edit_file', { path, expect: sha256, edits })).isError).toBe(false);
  // The raw bytes, which a person may have.
  const raw = await fetch(`${service.url}/synapse/machines/local/file?path=${path}`, {
    headers: { authorization: `Bearer ${await service.login()}` },
  });
  expect(await raw.text()).toBe(`a=2\ntoken=${others[1]}\n`);
  const refused = [
    await tool('synapse_write_file', { path, text: `token=${HIDDEN}\n` }),
    await tool('synapse_exec', { command: `echo '${HIDDEN}'` }),
    await tool('synapse_edit_file', { path, expect: sha256, edits: [{ old: 'a=2', new: HIDDEN }] }),
  ];
  expect(refused.map(({ code }) => code)).toEqual(Array(3).fill('placeholder_unsupported'));
});

it('says what a command could read, where it may', async () => {
  const { body } = await service.call('GET', '/synapse/connection', { token: await service.login() });
  expect(body).toMatchObject({ local_isolation: 'off', local_isolation_reason: null });
  const open = whatIsOpen({ state: 'none', reason: 'no perl' });
  expect(open).toMatch(/master key, the vault .* \(no perl\)\.$/);
  const first = { userId: 'u', username: 'admin', password: null, allowLocal: 'admin' } as const;
  expect(welcomeText(first, 'http://x', open)).toContain(open);
  expect(welcomeText(first, 'http://x', whatIsOpen({ state: 'mounts', reason: null }))).not.toContain('master key');
});
