/** `synapse login --browser` of somebody without a password: single sign-on in a real browser, and the code typed there. */
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cli, createCli } from '../cli/run-cli.ts';
import { openChromium } from '../engines/chromium.ts';
import { type Service, startService } from '../service.ts';
import { buildPage } from '../web/built-page.ts';
import { visit } from '../web/visit.ts';
import { type RealIssuer, startRealIssuer } from './real-issuer.ts';

let issuer: RealIssuer;
let service: Service;
let browser: Browser;
let cli: Cli;
beforeAll(async () => {
  await buildPage();
  [issuer, browser] = await Promise.all([startRealIssuer(), openChromium()]);
  service = await startService({
    SYNAPSE_OIDC_ISSUER: issuer.url,
    SYNAPSE_OIDC_CLIENT_ID: issuer.client.id,
    SYNAPSE_OIDC_CLIENT_SECRET: issuer.client.secret,
    SYNAPSE_OIDC_CREATE: 'example.org',
  });
  cli = createCli(service.url);
});
afterAll(async () => {
  cli?.remove();
  await browser?.close();
  await service?.stop();
  await issuer?.stop();
});

/** What it printed by the time it shows the code, and how it ends. */
function watch(child: ChildProcess) {
  let [stdout, stderr] = ['', ''];
  child.stdout!.on('data', (piece: Buffer) => (stdout += piece));
  const code = new Promise<string>((done, fail) => {
    child.stderr!.on('data', (piece: Buffer) => {
      stderr += piece;
      const shown = /[A-Z]{4}-[A-Z]{4}/.exec(stderr)?.[0];
      if (shown !== undefined) done(shown);
    });
    child.once('close', () => fail(new Error(stderr)));
  });
  const ended = new Promise<{ exit: number | null; stdout: string; stderr: string }>((done) =>
    child.once('close', (exit) => done({ exit, stdout, stderr })),
  );
  return { code, ended };
}

it('signs an account without a password in, from a browser that may be elsewhere [C2-BROWSER-SIGN-IN]', async () => {
  issuer.next({ sub: 'ada', email: 'ada@example.org', email_verified: true, preferred_username: 'ada' });
  // What opens a browser here is a program of the person's own.
  const opened = join(cli.home, 'opened');
  const program = join(cli.home, 'browser');
  writeFileSync(program, `#!/bin/sh\nprintf %s "$1" >'${opened}.new' && mv '${opened}.new' '${opened}'\n`, {
    mode: 0o755,
  });
  const { code, ended } = watch(cli.start('login', ['--browser', '--json'], { env: { BROWSER: program } }));
  const typed = await code;
  await expect.poll(() => existsSync(opened)).toBe(true);
  const address = readFileSync(opened, 'utf8');
  expect(address).toBe(`${service.url}/device`);

  const person = await visit(browser, service);
  person.expectRequestsTo(issuer.url);
  const { page } = person;
  try {
    await page.goto(address);
    await page.getByRole('link', { name: /127\.0\.0\.1/ }).click();
    await page.getByRole('heading', { name: 'Connecter un programme' }).waitFor();
    await person.checkAccessibility();
    person.expectRefusal(404);
    await page.getByLabel('Code').fill('BCDF-GHJK');
    await page.getByRole('button', { name: 'Continuer' }).click();
    await page.getByText('Code inconnu, expiré ou déjà utilisé').waitFor();
    await page.getByLabel('Code').fill(typed.toLowerCase());
    await page.getByRole('button', { name: 'Continuer' }).click();
    expect(await page.getByTestId('asking-program').textContent()).toBe(
      'Synapse CLI, à l’adresse 127.0.0.1, demande à se connecter.',
    );
    await person.checkAccessibility();
    await page.getByRole('button', { name: 'Connecter' }).click();
    await page.getByText('C’est fait').waitFor();
  } finally {
    await person.leave();
  }
  const { exit, stdout, stderr } = await ended;
  expect([exit, JSON.parse(stdout).username], stderr).toEqual([0, 'ada']);
  expect((await cli.run('whoami', ['--json'])).json.username).toBe('ada');
  expect((await cli.run('logout')).code).toBe(0);
});

it('says what went wrong: refused, or mixed with a password', async () => {
  const { code, ended } = watch(cli.start('login', ['--browser'], { env: { LANG: 'en_GB.UTF-8' } }));
  const user_code = await code;
  const token = await service.login();
  await service.call('POST', '/auth/requests/answer', { token, body: { user_code, decision: 'deny' } });
  const { exit, stderr } = await ended;
  expect([exit, stderr]).toEqual([1, expect.stringContaining('The sign-in was refused in the browser')]);
  const mixed = await cli.run('login', ['--browser', '-u', 'ada']);
  expect([mixed.code, mixed.stderr]).toEqual([2, expect.stringContaining('--browser')]);
});
