/** From the printed password to a running command, as a person does it on the first day. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { locateChromium, openChromium } from '../engines/chromium.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { type Instance, startInstance } from './instance.ts';
import { visit } from './visit.ts';

describeEngine(await locateChromium(), 'the first day', () => {
  let instance: Instance;
  let browser: Browser;
  beforeAll(async () => {
    [instance, browser] = await Promise.all([startInstance({ SYNAPSE_ADMIN_PASSWORD: '' }), openChromium()]);
  });
  afterAll(async () => {
    await browser?.close();
    await instance?.stop();
  });

  it('is guided, and each step ticks itself when it really happened', async () => {
    const password = /password\s+(\S+)/.exec(instance.printed())?.[1] ?? '';
    const { page, leave } = await visit(browser, instance);
    await page.goto('/');
    await page.getByLabel('Identifiant').fill('admin');
    await page.locator('input[name=password]').fill(password);
    await page.getByRole('button', { name: 'Se connecter' }).click();
    const step = (title: string) => page.getByRole('listitem').filter({ hasText: title });
    const done = (title: string) => expect.poll(() => step(title).getAttribute('data-done')).toBe('true');

    // This computer is a machine from the start.
    await done('Une machine');
    expect(await step('Un secret').getAttribute('data-done')).toBe('false');

    await page.getByRole('link', { name: 'Ajouter un secret' }).click();
    await page.getByRole('button', { name: 'Ajouter un secret' }).first().click();
    await page.getByRole('dialog').locator('input[name=name]').fill('GREETING');
    await page.getByRole('dialog').locator('textarea[name=value]').fill('hello from the vault');
    await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
    await page.locator('[data-secret=GREETING]').waitFor();
    await page.getByRole('link', { name: 'Accueil' }).click();
    await done('Un secret');

    const guide = page.getByRole('region', { name: 'Prise en main' });
    await guide.getByRole('link', { name: 'Générer un jeton' }).click();
    await page.getByRole('button', { name: 'Générer un jeton' }).click();
    const token = (await page.getByTestId('new-token').textContent()) ?? '';
    await page.getByRole('button', { name: 'Je l’ai enregistré' }).click();
    await page.getByRole('link', { name: 'Accueil' }).click();
    await done('Générer un jeton IA');
    expect(await step('Configurer votre client').getAttribute('data-done')).toBe('false');

    const answer = await fetch(`${instance.url}/tda/mcp`, {
      method: 'POST',
      headers: { 'x-ai-token': token, 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'synapse_exec', arguments: { machine: 'local', command: 'echo "{{GREETING}}" | wc -c' } },
      }),
    });
    expect(await answer.text()).toContain('21');
    // The last two steps happen together, and then the guide is done.
    await guide.waitFor({ state: 'detached' });
    await leave();
  });
});
