/** Where people stray: addresses that lead nowhere, pages for others, and the way back. */
import { beforeAll, expect, it } from 'vitest';
import { type Call, furnish } from './furnish.ts';
import { stage } from './stage.ts';

const { url, visit } = stage({ SYNAPSE_ALLOW_LOCAL: 'admin' });
const MEMBER = { username: 'camille', password: 'long enough too' };
let call: Call;
beforeAll(async () => {
  call = await furnish(url());
});

it.each(['/nowhere', '/executions/x/y', '/settings/anything'])(
  '%s says that there is no such page, beside the menu',
  async (address) => {
    const { page, signIn, checkAccessibility } = await visit();
    await signIn();
    await page.goto(address);
    await page.getByText('Cette page n’existe pas').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Machines' }).first().waitFor();
    await checkAccessibility();
  },
);

it('administration is for administrators, and a member is told so', async () => {
  const { page, signIn } = await visit();
  await signIn(MEMBER);
  await page.goto('/administration');
  await page.getByText('Réservé aux administrateurs').waitFor();
  expect(await page.getByRole('button', { name: 'Nouveau compte' }).count()).toBe(0);
});

it.each([1440, 390])('Back leads from one execution to the list with its filters, at %i pixels', async (width) => {
  const { page, signIn } = await visit({ viewport: { width, height: 800 } });
  await signIn();
  await page.goto('/machines');
  await page.goto('/executions');
  await page.getByRole('textbox', { name: /Chercher une commande/ }).fill('seq');
  await page.waitForURL('**/executions?q=seq');
  const row = page.getByRole('link', { name: 'seq 1 400' });
  await row.click();
  // Beside the list, or on a page of its own.
  const opened = width > 390 ? page.getByRole('complementary', { name: 'Exécution choisie' }) : page.locator('.result');
  await opened.waitFor();
  await page.goBack();
  await opened.waitFor({ state: 'detached' });
  await row.waitFor();
  expect(new URL(page.url()).search).toBe('?q=seq');
  await page.goBack();
  await page.waitForURL('**/machines');
});

it('a refused command has no output, and none is asked for', async () => {
  const { page, signIn, expectRefusal } = await visit();
  await signIn();
  await call('PUT', '/synapse/policy', {
    text: 'version: 1\ndefault: open\nrules:\n  - { name: no echo, when: { program: echo }, then: deny }\n',
  });
  await page.goto('/run');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  expectRefusal(403);
  await page.getByRole('combobox', { name: 'Commande' }).fill('echo refused');
  await page.keyboard.press('Control+Enter');
  await page.goto('/executions');
  await page.getByRole('link', { name: 'echo refused' }).click();
  // In the words that were answered when it was refused, and with the way to what can be changed.
  const notice = page.getByRole('alert');
  await notice.getByText(/règle « no echo », pour « echo refused »/).waitFor();
  await notice.getByRole('link', { name: 'Voir la politique' }).click();
  await page.waitForURL('**/settings/policy');
  expect(asked.filter((path) => path.endsWith('/output'))).toEqual([]);
});

it('a refused command has its page: the secrets that it names, and why, in words and once', async () => {
  const { page, signIn } = await visit();
  await signIn();
  await call('PUT', '/synapse/policy', {
    text: 'version: 1\ndefault: open\nrules:\n  - { name: no echo, when: { program: echo }, then: deny }\n',
  });
  const order = { machine: 'local', command: 'echo "{{DB_PASSWORD}}"' };
  await expect(call('POST', '/synapse/exec', order)).rejects.toThrow('403');
  const { entries } = (await call('GET', '/synapse/executions?status=refused&limit=1')) as unknown as {
    entries: { execution_id: string }[];
  };
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`/executions/${entries[0]!.execution_id}`);
  await page.locator('.command-text mark').getByText('{{DB_PASSWORD}}').waitFor();
  const notice = page.getByRole('alert');
  await notice.getByText(/règle « no echo »/).waitFor();
  expect((await notice.textContent())!.match(/no echo/g)).toHaveLength(1);
  await page.getByRole('tab', { name: 'Détails' }).click();
  await page.getByText('Refusée par la règle « no echo ».').last().waitFor();
  expect(await page.getByRole('main').textContent()).not.toContain('policy_denied');
  expect(await page.getByRole('tab', { name: 'Sortie' }).count()).toBe(0);
  expect(asked.filter((path) => path.endsWith('/output'))).toEqual([]);
});
