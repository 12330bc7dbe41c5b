/** Second factors and sessions from the command line. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeAt, STEP_MS } from '../../packages/server/src/second-factor/totp.ts';
import { type Cli, createCli } from '../cli/run-cli.ts';
import { type Service, startService, type TestUser } from '../service.ts';
import { fromBase32 } from './base32.ts';

let service: Service;
let cli: Cli;
let user: TestUser;
let recovery: string[];
beforeAll(async () => {
  service = await startService();
  cli = createCli(service.url);
  user = await service.newUser('pro');
  const begun = await service.call<{ secret: string }>('POST', '/auth/totp', { token: user.session });
  const code = codeAt(fromBase32(begun.body.secret), Math.floor(Date.now() / STEP_MS));
  const confirmed = await service.call<{ recovery_codes: string[] }>('POST', '/auth/totp/confirm', {
    token: user.session,
    body: { code },
  });
  recovery = confirmed.body.recovery_codes;
});
afterAll(async () => {
  cli.remove();
  await service.stop();
});

const logIn = (...more: string[]) =>
  cli.run('login', ['-u', user.username, '--password-stdin', '--json', ...more], { input: user.password });

it('asks for the code only where one is wanted, takes it from an option, and says what is wrong with it', async () => {
  const asked = await logIn();
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('--code')]);
  const wrong = await logIn('--code', '000000');
  expect([wrong.code, wrong.stderr]).toEqual([4, expect.stringMatching(/Code incorrect|Wrong, expired or used code/)]);
  const right = await logIn('--code', recovery[0]!);
  expect([right.code, right.json.username]).toEqual([0, user.username]);
  // What was typed is kept nowhere.
  expect(right.stdout + right.stderr).not.toContain(recovery[0]);
});

it('lists one’s sessions, ends the others, and is reset offline, which the log tells', async () => {
  const { json } = await cli.run('session list', ['--json']);
  expect(json.sessions.find(({ current }: { current: boolean }) => current)).toMatchObject({
    browser: 'Synapse CLI',
    method: 'code',
    address: '127.0.0.1',
  });
  const both = await cli.run('session end', [json.sessions[0].id, '--all']);
  expect(both.code).toBe(2);
  expect((await cli.run('session end', ['--json'])).json).toEqual({ ended: 'others' });
  expect((await service.call('GET', '/auth/me', { token: user.session })).status).toBe(401);
  const env = { SYNAPSE_DATA_DIR: service.dataDir };
  const reset = await cli.run('user reset', [user.username, '--offline', '--yes', '--json'], { env });
  expect(reset.json).toEqual({ username: user.username, totp: true, passkeys: 0, identities: 0, sessions: 1 });
  const nobody = await cli.run('user reset', ['nobody', '--offline', '--yes'], { env });
  expect(nobody.code).toBe(1);
  const session = await service.login(user.username, user.password);
  const log = await service.call<{ entries: { command_template: string }[] }>('GET', '/synapse/executions', {
    token: session,
  });
  expect(log.body.entries[0]!.command_template).toContain('sign-in reset by synapse user reset --offline');
  const { body } = await service.call('GET', '/synapse/audit/verify', { token: session });
  expect(body).toMatchObject({ intact: true });
});
