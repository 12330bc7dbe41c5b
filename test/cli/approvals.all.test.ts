/** `synapse approvals`, on a terminal and off it: what waits is shown as it comes, and a key answers it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ASKING_POLICY } from '../approvals/rig.ts';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';
import { type Cli, createCli, listen } from './run-cli.ts';

let service: Service;
let cli: Cli;
beforeAll(async () => {
  service = await startService();
  cli = createCli(service.url);
  await cli.run('login', ['-u', 'admin', '--password-stdin'], { input: ADMIN_PASSWORD });
  const session = await service.login();
  await service.created('/synapse/machines', session, { slug: 'asked', kind: 'local' });
  await service.call('PUT', '/synapse/policy', { token: session, body: { text: ASKING_POLICY } });
});
afterAll(async () => {
  await service.stop();
  cli.remove();
});

const inTerminal = (words: string) => cli.inTerminal(words);

it('shows questions as they come, and answers them by a key; exec waits meanwhile, and says for what', async () => {
  const watching = inTerminal('approvals --watch');
  const seen = listen(watching);
  await expect.poll(seen.text).toContain('a: approve');
  const first = listen(cli.start('exec', ['asked', '--', 'echo', 'let', 'through']));
  await expect.poll(seen.text).toContain('echo let through');
  expect(seen.text()).toContain('\x07');
  watching.stdin!.write('a');
  expect(await first.ended).toEqual([0, null]);
  expect(first.text()).toMatch(/Waiting for approval \(expires .*\n.* approve [0-9a-z]+, or .*\nlet through\n$/);
  const second = listen(cli.start('exec', ['asked', '--', 'echo', 'held', 'back']));
  await expect.poll(seen.text).toContain('echo held back');
  watching.stdin!.write('d');
  expect(await second.ended).toEqual([125, null]);
  expect(second.text()).toContain('admin');
  expect(second.text()).not.toMatch(/^held back/m);
  watching.stdin!.write('q');
  expect(await seen.ended).toEqual([0, null]);
  expect(seen.text()).toContain('Approved');
});

it('prints each question as a line of JSON for a program, and ends when it is told to', async () => {
  const watching = cli.start('approvals', ['--watch', '--json']);
  const seen = listen(watching);
  const waiting = cli.start('exec', ['asked', '--', 'echo for a program']);
  const asked = listen(waiting);
  await expect.poll(seen.text).toMatch(/\n$/);
  const shown = JSON.parse(seen.text().split('\n')[0]!);
  expect(shown).toMatchObject({ machine: 'asked', status: 'pending', command_template: 'echo for a program' });
  const denied = await cli.run('deny', [shown.id, '--comment', 'no programs']);
  expect(denied.code).toBe(0);
  expect(await asked.ended).toEqual([125, null]);
  expect(asked.text()).toContain('no programs');
  const again = await cli.run('approve', [shown.id]);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('denied') });
  watching.kill('SIGINT');
  expect((await seen.ended) as unknown[]).toEqual([0, null]);
});

it('exec asks on the spot, where it was typed on a terminal; Ctrl-C there takes the command back', async () => {
  const asking = inTerminal("exec asked -- 'echo said yes'");
  const seen = listen(asking);
  await expect.poll(seen.text).toContain('What is to be done?');
  expect(seen.text()).toContain('echo said yes');
  asking.stdin!.write('\r');
  expect(await seen.ended).toEqual([0, null]);
  expect(seen.text().slice(seen.text().lastIndexOf('run it'))).toMatch(/(?<!echo )said yes\r?\n/);

  const denying = inTerminal("exec asked -- 'echo said no'");
  const denied = listen(denying);
  await expect.poll(denied.text).toContain('What is to be done?');
  // Two further down: the answers come in the order run, run for an hour, refuse, wait.
  denying.stdin!.write('\x1b[B');
  denying.stdin!.write('\x1b[B');
  denying.stdin!.write('\r');
  expect(await denied.ended).toEqual([125, null]);
  expect(denied.text()).not.toMatch(/(?<!echo )said no\r?\n/);

  const leaving = inTerminal("exec asked -- 'echo never'");
  const left = listen(leaving);
  await expect.poll(left.text).toContain('What is to be done?');
  leaving.stdin!.write('\x03');
  expect(await left.ended).toEqual([2, null]);
  expect(left.text()).not.toMatch(/(?<!echo )never\r?\n/);
  expect((await cli.run('approvals', ['--json'])).json).toEqual({ approvals: [] });
});

it('approve without an id takes the only one, shows it first, and asks which where there are several', async () => {
  const nothing = await cli.run('approve');
  expect([nothing.code, nothing.stderr]).toEqual([1, expect.stringContaining('Nothing waits for your approval')]);
  const first = listen(cli.start('exec', ['asked', '--', 'echo', 'only', 'one']));
  const waiting = async () => ((await cli.run('approvals', ['--json'])).json.approvals as unknown[]).length;
  await expect.poll(waiting).toBe(1);
  const second = listen(cli.start('exec', ['asked', '--', 'echo', 'and', 'another']));
  await expect.poll(waiting).toBe(2);
  const several = await cli.run('deny');
  expect(several.code).toBe(2);
  expect(several.stderr).toMatch(
    /echo only one[\s\S]*which one\? Name it by its id|echo and another[\s\S]*which one\?/,
  );
  const { approvals } = (await cli.run('approvals', ['--json'])).json;
  const other = approvals.find((one: { command_template: string }) => one.command_template === 'echo and another');
  await cli.run('deny', [other.id]);
  expect(await second.ended).toEqual([125, null]);
  const taken = await cli.run('approve');
  expect([taken.code, taken.stdout]).toEqual([0, 'Approved: asked: echo only one\n']);
  expect(taken.stderr).toContain('echo only one');
  expect(await first.ended).toEqual([0, null]);
});

it('grant gives an hour before there is a question, lists it, and takes it back', async () => {
  const unknown = await cli.run('grant', ['askd', '--hour']);
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('asked')]);
  const made = await cli.run('grant', ['asked', '--hour', '--json']);
  expect(made.json).toMatchObject({ kind: 'hour', machine: 'asked', token_hint: null, created_by: 'admin' });
  expect((await cli.run('exec', ['asked', '--', 'echo', 'at', 'once'])).stdout).toBe('at once\n');
  expect((await cli.run('grant')).stdout).toContain(made.json.id);
  expect((await cli.run('grant', ['--end', made.json.id])).code).toBe(0);
  expect((await cli.run('grant')).stdout).toBe('Nothing is granted in advance.\n');
});
