/** `synapse approvals`, on a terminal and off it: what waits is shown as it comes, and a key answers it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ASKING_POLICY } from '../approvals/rig.ts';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';
import { type Cli, createCli, PROGRAM } from './run-cli.ts';

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

function listen(child: ChildProcess): { text(): string; ended: Promise<unknown> } {
  let text = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  return { text: () => text, ended: once(child, 'exit') };
}

/** In a terminal of its own, which `script` of util-linux makes. */
function inTerminal(path: string): ChildProcess {
  const command = `'${process.execPath}' '${PROGRAM}' ${path}`;
  return spawn('script', ['-qefc', command, '/dev/null'], { env: { ...cli.env, TERM: 'xterm' }, cwd: cli.home });
}

it('shows questions as they come, and answers them by a key; exec waits meanwhile, and says for what', async () => {
  const watching = inTerminal('approvals --watch');
  const seen = listen(watching);
  await expect.poll(seen.text).toContain('a: approve');
  const first = listen(cli.start('exec', ['asked', '--', 'echo', 'let', 'through']));
  await expect.poll(seen.text).toContain('echo let through');
  expect(seen.text()).toContain('\x07');
  watching.stdin!.write('a');
  expect(await first.ended).toEqual([0, null]);
  expect(first.text()).toMatch(/Waiting for approval until .*\n.* approve [0-9a-z]+, or .*\nlet through\n$/);
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
