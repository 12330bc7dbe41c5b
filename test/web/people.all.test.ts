/** People at the page: one without a mouse, and two who look at the same thing. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ADMIN } from './instance.ts';
import { stage } from './stage.ts';

const { url, visit } = stage();
const headers = { 'x-synapse-page': '1' };

/** Tab after tab until the focus is on what has this name. */
async function tabTo(page: Page, name: RegExp, most = 80): Promise<void> {
  for (let presses = 0; presses < most; presses += 1) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      if (element === null || element === document.body) return '';
      const labels = (element as HTMLInputElement).labels;
      const label = labels === undefined || labels === null ? '' : [...labels].map((one) => one.textContent).join(' ');
      return `${element.getAttribute('aria-label') ?? ''} ${label} ${element.textContent ?? ''}`.trim();
    });
    if (name.test(focused)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no way to ${name} by Tab`);
}

const press = async (page: Page, name: RegExp): Promise<void> => {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
};

it('signs in, makes a token, approves, runs, stops and revokes by the keyboard alone', async () => {
  const { page } = await visit({ viewport: { width: 1280, height: 860 } });
  // Nobody moves a mouse here: any click of one is an error.
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => globalThis.console.error('a mouse was used'), true);
  });
  await page.goto('/');
  await page.waitForURL('**/sign-in**');
  await page.getByRole('button', { name: 'Se connecter', exact: true }).waitFor();
  await tabTo(page, /^Identifiant|Nom d’utilisateur/);
  await page.keyboard.type(ADMIN.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Accueil' }).waitFor();

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Rechercher' }).waitFor();
  await page.keyboard.type('Accès IA');
  await page
    .getByRole('option', { name: /Accès IA/ })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/settings/ai-access');
  await press(page, /^Générer un jeton/);
  const shown = page.getByText(/^dk_ai_[A-Za-z0-9]{40,}$/).first();
  await shown.waitFor();
  const token = (await shown.textContent()) ?? '';

  // A policy asks before anything runs; the assistant waits for the person.
  const asks = { text: 'version: 1\ndefault: careful\n' };
  expect((await page.request.put('/synapse/policy', { headers, data: asks })).ok()).toBe(true);
  const call = (args: object) =>
    fetch(`${url()}/tda/mcp`, {
      method: 'POST',
      headers: { 'x-ai-token': token, 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'synapse_exec', arguments: { machine: 'local', ...args } },
      }),
    }).then((answer) => answer.json());
  const waiting = call({ command: 'touch /tmp/synapse-keyboard-test' });
  await page.goto('/approvals');
  await page
    .getByRole('button', { name: /Approuver/ })
    .first()
    .waitFor();
  await press(page, /^Approuver/);
  expect(JSON.stringify(await waiting)).toContain('exit_code');
  await page.request.put('/synapse/policy', { headers, data: { text: '' } });

  await page.goto('/run?machine=local');
  await page.getByRole('combobox', { name: 'Commande' }).waitFor();
  await tabTo(page, /Commande/);
  await page.keyboard.type('echo begun; sleep 60');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('region', { name: 'Sortie brute' }).getByText('begun').waitFor();
  await press(page, /^Arrêter/);
  await page
    .getByText(/arrêtée|annulée/i)
    .first()
    .waitFor();

  await page.goto('/settings/ai-access');
  await page
    .getByRole('button', { name: /Révoquer/ })
    .first()
    .waitFor();
  await press(page, /^Révoquer/);
  await page.getByRole('dialog').waitFor();
  await press(page, /^Révoquer/);
  await expect.poll(async () => JSON.stringify(await call({ command: 'true' }))).toContain('token_revoked');
});

it('shows two people the same, whoever changed it', async () => {
  const [ada, bob] = [await visit(), await visit()];
  for (const { signIn } of [ada, bob]) await signIn();
  const { request } = ada.page.context();
  const both = async (path: string, shown: (page: Page) => Locator, change: () => Promise<unknown>) => {
    for (const { page } of [ada, bob]) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
    }
    await change();
    // Nobody looks away or moves: only the event can bring it. What is also asked for by the clock is, after 30 s.
    await Promise.all([ada, bob].map(({ page }) => shown(page).waitFor({ timeout: 25_000 })));
  };
  await both(
    '/secrets',
    (page) => page.locator('[data-secret=SHARED_ONE]'),
    () => request.put('/synapse/secrets/SHARED_ONE', { headers, data: { value: 'a value of ours' } }),
  );
  await both(
    '/machines',
    (page) => page.locator('[data-machine=shared]'),
    () =>
      request.post('/synapse/machines', {
        headers,
        data: {
          slug: 'shared',
          kind: 'ssh',
          connection: { host: '127.0.0.1', port: 1, user: 'u', password_secret: 'SHARED_ONE' },
        },
      }),
  );
  await both(
    '/aliases',
    (page) => page.locator('[data-alias=shx]'),
    () => request.put('/synapse/aliases/shx', { headers, data: { command: 'uptime --pretty' } }),
  );
  await both(
    '/executions',
    (page) => page.getByText('echo seen-by-both').first(),
    () => request.post('/synapse/exec', { headers, data: { machine: 'local', command: 'echo seen-by-both' } }),
  );
});

it('shows a change while others come faster than they can be asked for', async () => {
  const { page, signIn } = await visit();
  await signIn();
  await page.goto('/aliases');
  await page.getByRole('heading', { level: 1, name: 'Alias' }).waitFor();
  await page.waitForLoadState('networkidle');
  // A service far away: while it answers, eight more changes are made.
  let changes = 0;
  let watching = true;
  await page.route('**/synapse/aliases', async (route) => {
    const before = changes;
    while (watching && changes < before + 8) await sleep(20);
    await route.continue().catch(() => undefined);
  });
  const put = (command: string) => page.request.put('/synapse/aliases/fst', { headers, data: { command } });
  expect((await put('echo wanted')).ok()).toBe(true);
  const ended = page
    .locator('[data-alias=fst]')
    .waitFor({ timeout: 40_000 })
    .then(
      () => null,
      (error: unknown) => error,
    )
    .finally(() => {
      watching = false;
    });
  for (; watching; changes += 1) {
    await put(`echo change ${changes}`);
    await sleep(100);
  }
  expect(await ended).toBeNull();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
