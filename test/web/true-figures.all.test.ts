/** Figures and names that say what is true: tokens of the same days, clients by name, secrets that health checks use. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../client.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { locateSshd, type Sshd, startSshd } from '../engines/sshd.ts';
import { ADMIN } from './instance.ts';
import { stage } from './stage.ts';

const { url, visit } = stage({ SYNAPSE_ALLOW_LOCAL: 'admin' });
let client: ReturnType<typeof createClient>;
let session: string;
beforeAll(async () => {
  client = createClient(url());
  session = await client.login(ADMIN.username, ADMIN.password);
});

it('asks for no step again once it was done, and tells tokens of the same name apart', async () => {
  await client.call('PUT', '/synapse/secrets/DB_PASSWORD', { token: session, body: { value: 'not a real one' } });
  for (let round = 0; round < 2; round++) {
    const token = await client.newToken(session, { label: 'Cursor' });
    const log = 'for i in $(seq 1 400); do echo "2026-11-17 10:00:00 INFO request id=$i done"; done';
    const ran = await client.tool(token, 'synapse_exec', { machine: 'local', command: log });
    expect(ran.isError, ran.text).toBe(false);
  }
  // The one that is valid now was never used.
  await client.newToken(session, { label: 'Cursor' });
  const { page, signIn } = await visit({ viewport: { width: 1440, height: 900 } });
  await signIn();
  await page.goto('/');
  await page.getByRole('region', { name: 'Clients' }).getByText('jamais').waitFor();
  expect(await page.getByRole('region', { name: 'Prise en main' }).count()).toBe(0);
  expect(await page.locator('[data-client]').count()).toBe(1);
  await page.goto('/executions');
  const choices = page.getByRole('combobox', { name: 'Client', exact: true }).locator('option', { hasText: 'Cursor' });
  await expect.poll(() => choices.count()).toBe(3);
  for (const name of await choices.allTextContents()) expect(name).toMatch(/^Cursor · .*\d/);
  // What was saved is one client's, and the home page speaks of the same days.
  await page.goto('/savings');
  const table = page.getByRole('region', { name: 'Par client' });
  await table.getByText('Cursor').waitFor();
  expect(await table.getByRole('row', { name: /Cursor/ }).count()).toBe(1);
  expect(
    await table
      .getByRole('row', { name: /Cursor/ })
      .locator('.run-count')
      .textContent(),
  ).toBe('2');
  const { totals } = (await client.call('GET', '/synapse/stats?days=14', { token: session })).body as {
    totals: { saved_tokens: number };
  };
  expect(totals.saved_tokens).toBeGreaterThan(0);
  await page.goto('/');
  const figure = page.locator('.figure', { hasText: 'Tokens économisés (14 jours)' });
  await expect
    .poll(async () => (await figure.locator('.figure-value').textContent())?.replace(/\D/g, ''))
    .toBe(String(totals.saved_tokens));
  expect(await figure.textContent()).not.toContain('%');
});

describeEngine(await locateSshd(), 'a secret that only health checks use', (program) => {
  let sshd: Sshd;
  beforeAll(async () => {
    sshd = await startSshd(program());
  });
  afterAll(() => sshd?.stop());

  it('was used when a machine was last looked at', async () => {
    const body = { value: sshd.privateKey };
    await client.call('PUT', '/synapse/secrets/DEPLOY_KEY', { token: session, body });
    const connection = { host: '127.0.0.1', port: sshd.port, user: 'tester', key_secret: 'DEPLOY_KEY' };
    await client.created('/synapse/machines', session, { slug: 'web-1', kind: 'ssh', connection });
    const { page, signIn } = await visit({ viewport: { width: 1440, height: 900 } });
    await signIn();
    await page.goto('/secrets');
    const used = page.locator('[data-secret=DEPLOY_KEY] .secret-used');
    await page.locator('[data-secret=DEPLOY_KEY]').waitFor();
    const tested = await client.call('POST', '/synapse/machines/web-1/test', { token: session });
    expect(tested.body).toMatchObject({ ok: true });
    await page.reload();
    await used.waitFor();
    await expect.poll(() => used.textContent()).toMatch(/^\d+ (?:s|min)$/);
    expect(await used.textContent()).not.toContain('jamais');
  });
});
