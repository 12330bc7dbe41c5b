/** Dates are chosen from a calendar in the language of the page, not of the browser. */
import { beforeAll, expect, it } from 'vitest';
import { type Call, furnish } from './furnish.ts';
import { ADMIN } from './instance.ts';
import { chooseFrom } from './machine-panel.ts';
import { stage } from './stage.ts';

const { url, visit } = stage({ SYNAPSE_ALLOW_LOCAL: 'admin' });
const WIDE = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 } };
const NATIVE = 'input[type=date], input[type=datetime-local], input[type=time]';
let call: Call;
beforeAll(async () => {
  call = await furnish(url());
  await call('PUT', '/synapse/secrets/DATED', { value: 'a value that ends one day', expires_at: '2031-03-10' });
});

it('changes on which day a secret expires, and that it does', async () => {
  const { page, signIn, checkBothThemes } = await visit({ ...WIDE, locale: 'en-GB' });
  await signIn();
  const expiry = async () => {
    const { secrets } = (await call('GET', '/synapse/secrets')) as unknown as {
      secrets: { name: string; expires_at: string | null }[];
    };
    return secrets.find(({ name }) => name === 'DATED')!.expires_at;
  };
  await page.goto('/secrets?open=DATED');
  const panel = page.getByRole('complementary', { name: 'DATED' });
  const form = page.getByRole('dialog', { name: /DATED/ });
  const field = form.getByRole('button', { name: 'Expires on', exact: true });
  await panel.getByRole('button', { name: 'Edit' }).click();
  await field.getByText('10 Mar 2031').waitFor();
  expect(await page.locator(NATIVE).count()).toBe(0);
  await field.click();
  await page.getByText('March 2031').waitFor();
  await checkBothThemes();
  await page.getByRole('button', { name: '14 March 2031' }).click();
  await field.getByText('14 Mar 2031').waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  expect((await expiry())?.slice(0, 10)).toBe('2031-03-14');
  await panel.getByRole('button', { name: 'Edit' }).click();
  await form.getByRole('button', { name: 'Clear: Expires on' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  expect(await expiry()).toBeNull();
});

it('ends a role at a minute of a day, on a phone, in French', async () => {
  const { page, signIn, checkBothThemes } = await visit(PHONE);
  await signIn();
  const headers = { 'x-synapse-page': '1' };
  const send = async (method: 'post' | 'put', path: string, data: object) =>
    expect((await page.request[method](path, { headers, data })).ok(), path).toBe(true);
  await send('post', '/admin/users', { username: 'mona', password: 'a password of her own', plan: 'free' });
  await send('post', '/crews', { slug: 'dated', name: 'Astreinte' });
  const until = new Date(2031, 2, 10, 9, 30).toISOString();
  await send('put', '/crews/dated/members/mona', { role: 'operator', until });
  await page.goto('/crews/dated/crew/members');
  await chooseFrom(page.locator('[data-member=mona]'), 'Changer le rôle');
  const form = page.getByRole('dialog', { name: /mona/ });
  const field = form.getByRole('button', { name: 'Jusqu’au', exact: true });
  await field.getByText(/10 mars 2031.*09:30/).waitFor();
  expect(await page.locator(NATIVE).count()).toBe(0);
  await field.click();
  await page.getByRole('button', { name: 'mars 2031', exact: true }).waitFor();
  await page.getByRole('button', { name: '12 mars 2031' }).click();
  await page.getByLabel('heure').fill('18');
  await page.getByLabel('minute').fill('05');
  await checkBothThemes();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Fermer' }).last().click();
  await field.getByText(/12 mars 2031.*18:05/).waitFor();
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  await form.waitFor({ state: 'detached' });
  const crew = await (await page.request.get('/crews/dated/members', { headers })).json();
  expect(JSON.stringify(crew)).toContain(new Date(2031, 2, 12, 18, 5).toISOString());
  expect(JSON.stringify(crew)).toContain(ADMIN.username);
});
