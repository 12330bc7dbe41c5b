/** Ctrl-C at every moment of a command: the code says that it was cancelled, and nothing goes on that was not meant to. */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';
import { type BrokenProxy, startProxy } from './broken-proxy.ts';
import { type Cli, createCli, listen } from './run-cli.ts';

// Each command is a process of its own, which takes time on a busy computer.
vi.setConfig({ testTimeout: 300_000 });

let service: Service;
let proxy: BrokenProxy;
let cli: Cli;
beforeAll(async () => {
  service = await startService();
  proxy = await startProxy(service.url);
  cli = createCli(proxy.url);
  await cli.run('login', ['-u', 'admin', '--password-stdin'], { input: ADMIN_PASSWORD });
});
afterAll(async () => {
  await service?.stop();
  cli?.remove();
});

const isOrder = ({ method, url }: IncomingMessage): boolean => method === 'POST' && url === '/synapse/exec';

/** The next order that comes along is told of; it goes on as it is. */
function nextOrder(): Promise<void> {
  return new Promise((seen) => {
    proxy.break({
      answers: (incoming) => {
        if (isOrder(incoming)) seen();
        return false;
      },
    });
  });
}

/** Resolves when such a call has come. It is never answered. */
function swallow(isSuch: (incoming: IncomingMessage) => boolean): Promise<void> {
  return new Promise((came) => {
    proxy.break({
      answers: (incoming) => {
        const such = isSuch(incoming);
        if (such) came();
        return such;
      },
    });
  });
}

const newest = async () => (await cli.run('logs', ['--json', '-n', '1'])).json;
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('while the program is being loaded: ends with 2, and nothing was ordered', async () => {
  const before = await newest();
  const hook = join(cli.home, 'interrupt.mjs');
  // As the first file of the program is read.
  writeFileSync(
    hook,
    `import { registerHooks } from 'node:module';
     let sent = false;
     registerHooks({
       load(url, context, next) {
         if (!sent && /cli\\/(?:src|dist)\\/main\\.[jt]s$/.test(url)) {
           sent = true;
           process.kill(process.pid, 'SIGINT');
         }
         return next(url, context);
       },
     });`,
  );
  const child = cli.start('exec', ['local', '--', 'echo never'], { env: { NODE_OPTIONS: `--import=${hook}` } });
  const seen = listen(child);
  expect(await seen.ended).toEqual([2, null]);
  expect(seen.text()).toBe('');
  expect(await newest()).toEqual(before);
});

it('before the command was ordered: ends with 2, and it never is', async () => {
  let orders = 0;
  // What comes first is the question where the home directory is. Its answer does not come.
  const asked = swallow((incoming) => {
    if (isOrder(incoming)) orders += 1;
    return isOrder(incoming);
  });
  const child = cli.start('exec', ['local', '-C', '~', '--', 'echo never']);
  const seen = listen(child);
  await asked;
  child.kill('SIGINT');
  expect(await seen.ended).toEqual([2, null]);
  proxy.break({});
  expect(orders).toBe(1);
  expect(seen.text()).not.toContain('never');
});

it('as soon as it was ordered: ends with 2, and the command dies', async () => {
  const pidFile = join(service.scratch, 'pid');
  const ordered = nextOrder();
  const child = cli.start('exec', ['local', '-t', '300', '--', `echo $$ > ${pidFile}; exec sleep 300`]);
  const seen = listen(child);
  await ordered;
  child.kill('SIGINT');
  expect(await seen.ended).toEqual([2, null]);
  proxy.break({});
  expect(await newest()).toMatchObject({ status: 'cancelled', command_template: expect.stringContaining('sleep 300') });
  // It may have been stopped before it wrote that.
  const pid = Number(readText(pidFile));
  expect(pid > 0 && isAlive(pid)).toBe(false);
});

it('on a terminal, while it runs: ends with 2, and the command dies', async () => {
  const child = cli.inTerminal("exec local -t 300 -- 'echo pid $$; exec sleep 300'");
  const seen = listen(child);
  await expect.poll(seen.text).toMatch(/pid \d+/);
  child.stdin!.write('\x03');
  expect(await seen.ended).toEqual([2, null]);
  expect(isAlive(Number(/pid (\d+)/.exec(seen.text())![1]))).toBe(false);
  expect(await newest()).toMatchObject({ status: 'cancelled' });
});

it('on many machines: says that it is cancelled on all of them', async () => {
  const pidFile = join(service.scratch, 'many-pid');
  const child = cli.start('exec', ['--on', 'local', '-t', '300', '--', `echo $$ > ${pidFile}; exec sleep 300`]);
  child.stdin!.end();
  const seen = listen(child);
  await expect.poll(() => readText(pidFile)).toMatch(/^\d+\n/);
  child.kill('SIGINT');
  expect(await seen.ended).toEqual([2, null]);
  expect(seen.text()).toContain('Cancelled on every machine');
  await expect.poll(() => isAlive(Number(readText(pidFile)))).toBe(false);
});

it('in `jobs tail`: says that the job goes on, and it does', async () => {
  const go = join(service.scratch, 'go');
  const command = `echo begun; until [ -e ${go} ]; do sleep 0.1; done; echo over`;
  const { stdout } = await cli.run('exec', ['-d', 'local', '--', command]);
  const id = stdout.trim();
  // It would go on for a day if something fails below.
  onTestFinished(async () => void (await cli.run('jobs cancel', [id])));
  const child = cli.start('jobs tail', [id]);
  const seen = listen(child);
  await expect.poll(seen.text).toContain('begun');
  child.kill('SIGINT');
  expect(await seen.ended).toEqual([2, null]);
  expect(seen.text()).toMatch(new RegExp(`The job keeps running\\. To see it again: .*synapse jobs tail ${id}`));
  expect((await cli.run('jobs list', ['--running', '--json'])).json.jobs).toMatchObject([{ execution_id: id }]);

  // Before anything of it was shown, too.
  const asked = swallow(({ url }) => url === `/synapse/executions/${id}`);
  const early = cli.start('jobs tail', [id]);
  const told = listen(early);
  await asked;
  early.kill('SIGINT');
  expect(await told.ended).toEqual([2, null]);
  proxy.break({});
  expect(told.text()).toContain('The job keeps running.');

  writeFileSync(go, '');
  const last = cli.start('jobs tail', [id]);
  const shown = listen(last);
  expect(await once(last, 'close')).toEqual([0, null]);
  expect(shown.text()).toBe('begun\nover\n');
});

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
