/** Confirming on the page where a machine leads that an assistant made. */
import { beforeAll, expect, it } from 'vitest';
import { createClient } from '../client.ts';
import { locateChromium } from '../engines/chromium.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { ADMIN } from './instance.ts';
import { stage } from './stage.ts';

describeEngine(await locateChromium(), 'a machine that an assistant made', () => {
  const { url, visit } = stage();
  let session: string;
  const see = async (path: string) => (await createClient(url()).call('GET', path, { token: session })).body;

  beforeAll(async () => {
    const client = createClient(url());
    session = await client.login(ADMIN.username, ADMIN.password);
    await client.call('PUT', '/synapse/secrets/STRIPE', { token: session, body: { value: 'sk_live_0123456789' } });
    const token = await client.newToken(session, { label: 'assistant' });
    const connection = { host: '192.0.2.7', port: 2222, user: 'deploy', password_secret: 'STRIPE' };
    const made = await client.tool(token, 'synapse_create_machine', { slug: 'evil', kind: 'ssh', connection });
    expect(made.isError, made.text).toBe(false);
  });

  it('is shown with its address and secrets, and confirmed by one press, live in another window', async () => {
    const [mine, other] = [await visit(), await visit()];
    for (const { signIn, page } of [mine, other]) {
      await signIn();
      await page.goto('/approvals');
      const card = page.locator('[data-unconfirmed=evil]');
      await card.getByText('192.0.2.7').first().waitFor();
      await card.getByText('STRIPE', { exact: true }).waitFor();
    }
    await mine.checkAccessibility();
    expect(await see('/synapse/machines/evil')).toMatchObject({ confirmed: false });
    await mine.page.getByRole('button', { name: 'Confirmer cette machine' }).click();
    for (const { page } of [mine, other]) await page.locator('[data-unconfirmed]').waitFor({ state: 'detached' });
    expect(await see('/synapse/machines/evil')).toMatchObject({ confirmed: true });
    // The page says from where it was done.
    const { entries } = (await see('/synapse/executions?limit=20')) as { entries: { command_template: string }[] };
    expect(entries.filter(({ command_template }) => command_template.includes('confirmed'))).toMatchObject([
      { source: 'app', command_template: 'machine evil confirmed as ssh deploy@192.0.2.7:2222, version 1' },
    ]);
  });
});
