/** By keyboard, and on a phone: lists, the palette, the console, and what every page says in one line. */
import { beforeAll, expect, it } from 'vitest';
import { type Asking, furnishAsking } from './asking.ts';
import { furnish } from './furnish.ts';
import { furnishProjects } from './furnish-projects.ts';
import { stage } from './stage.ts';

const { url, visit } = stage({ SYNAPSE_ALLOW_LOCAL: 'admin' });
const WIDE = { viewport: { width: 1440, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 } };
let asking: Asking;
beforeAll(async () => {
  await furnishProjects(await furnish(url()));
  asking = await furnishAsking(url(), 'version: 1\ndefault: open\n');
});

it('goes through a list by letters and arrows, opens a row, and marks one', async () => {
  const { page, signIn } = await visit(WIDE);
  await signIn();
  await page.goto('/secrets');
  await page.locator('[data-secret=DB_PASSWORD]').waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const names = await page.locator('[data-secret] .row-link').allTextContents();
  await page.keyboard.press('j');
  await expect.poll(focused).toBe(names[0]);
  await page.keyboard.press('j');
  await expect.poll(focused).toBe(names[1]);
  await page.keyboard.press('ArrowUp');
  await expect.poll(focused).toBe(names[0]);
  await page.keyboard.press('x');
  await page.getByText('1 secret choisi').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: names[0]! }).waitFor();
});

it('goes through aliases, projects and the journal by the same keys', async () => {
  const { page, signIn, checkAccessibility } = await visit(WIDE);
  await signIn();
  const focused = (of: string) =>
    page.evaluate(
      (attribute) => document.activeElement?.getAttribute(attribute) ?? document.activeElement?.textContent,
      of,
    );
  const inSight = () =>
    page.evaluate(() => {
      const { top, bottom } = document.activeElement!.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  await page.goto('/aliases');
  await page.locator('[data-alias]').first().waitFor();
  const codes = await page
    .locator('[data-alias]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-alias')));
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect.poll(() => focused('data-alias')).toBe(codes[1]);
  await checkAccessibility();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('k');
  await expect.poll(() => focused('data-alias')).toBe(codes[1]);
  await page.keyboard.press('Enter');
  await expect.poll(() => focused('aria-label')).toBe(`Commande de ${codes[1]}`);
  // In a field a letter is a letter.
  await page.keyboard.press('j');
  await expect.poll(() => focused('aria-label')).toBe(`Commande de ${codes[1]}`);
  await page.keyboard.press('Escape');

  // Some are chosen, to be deleted together.
  await page.locator(`[data-alias=${codes[1]}]`).focus();
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByText('2 alias choisis').waitFor();
  await checkAccessibility();
  await page.locator('.marked-bar').getByRole('button', { name: 'Supprimer' }).click();
  const asked = page.getByRole('dialog', { name: 'Supprimer 2 alias ?' });
  await asked.getByText(`${codes[1]}, ${codes[3]}.`).waitFor();
  await asked.getByRole('button', { name: 'Supprimer' }).click();
  await page.getByText('2 alias supprimés.').waitFor();
  await expect
    .poll(() =>
      page.locator('[data-alias]').evaluateAll((rows) => rows.slice(0, 2).map((row) => row.getAttribute('data-alias'))),
    )
    .toEqual([codes[0], codes[2]]);
  expect(await page.locator('.marked-bar').count()).toBe(0);

  await page.goto('/projects');
  await page.getByRole('article').first().waitFor();
  const names = await page
    .getByRole('article')
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')));
  await page.keyboard.press('j');
  await expect.poll(() => focused('none')).toBe(names[0]);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: names[0]! }).waitFor();

  await page.goto('/journal');
  const entries = page.locator('.journal-entry');
  await entries.first().waitFor();
  for (let at = await entries.count(); at > 0; at -= 1) await page.keyboard.press('j');
  await expect.poll(() => focused('none')).toBe(await entries.last().textContent());
  expect(await inSight()).toBe(true);
  // What X is for is said with where: here it is for nothing.
  await page.keyboard.press('x');
  expect(await page.locator('.marked-bar').count()).toBe(0);
  await page.keyboard.press('?');
  await page.getByRole('row', { name: 'X Secrets, alias : en choisir plusieurs' }).waitFor();
});

it('loses no letter that is typed before the palette is there', async () => {
  const { page, signIn } = await visit(WIDE);
  await signIn();
  const arrived = Promise.withResolvers<void>();
  await page.route(/palette-[\w-]+\.js/, async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.goto('/');
  await page.getByRole('heading', { name: 'Accueil' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('laqp');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('pt');
  arrived.resolve();
  const palette = page.getByRole('combobox', { name: 'Rechercher ou exécuter…' });
  await palette.waitFor();
  await page.keyboard.type('op');
  await expect.poll(() => palette.inputValue()).toBe('laptop');
  expect(new URL(page.url()).pathname).toBe('/');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

it('reaches the console ready to type, and begins every other page at its title', async () => {
  const { page, signIn } = await visit(WIDE);
  await signIn();
  await page.goto('/machines');
  await page.getByRole('heading', { name: 'Machines', level: 1 }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  const editor = page.getByRole('combobox', { name: 'Commande' });
  await expect.poll(() => editor.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByRole('navigation').getByRole('link', { name: 'Secrets' }).click();
  await expect
    .poll(() => page.evaluate(() => [document.activeElement?.tagName, document.activeElement?.textContent]))
    .toEqual(['H1', 'Secrets']);
  await page.keyboard.press('?');
  await page.getByRole('row', { name: '↵ Liste : ouvrir' }).waitFor();
});

it('acts on a machine from the palette, in sections', async () => {
  const { page, signIn, checkBothThemes } = await visit(WIDE);
  await signIn();
  await page.goto('/');
  await page.getByRole('heading', { name: 'Accueil' }).waitFor();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('combobox', { name: 'Rechercher ou exécuter…' });
  await palette.fill('laptop');
  await page.getByRole('option', { name: 'Tester laptop' }).waitFor();
  await page.locator('.palette-sort').getByText('Machine').waitFor();
  await checkBothThemes();
  await page.getByRole('option', { name: 'Geler laptop' }).click();
  const banner = page.locator('[data-freeze]');
  await banner.getByText('La machine laptop est gelée').waitFor();
  const { freezes } = await asking.call('GET', '/synapse/freeze');
  expect(freezes).toMatchObject([{ machine: 'laptop' }]);
  await asking.call('DELETE', `/synapse/freeze/${freezes[0].id}`);
});

it('tests a machine and copies its name from the palette', async () => {
  const { page, signIn } = await visit({ ...WIDE, permissions: ['clipboard-read', 'clipboard-write'] });
  await signIn();
  await page.goto('/');
  await page.getByRole('heading', { name: 'Accueil' }).waitFor();
  const palette = page.getByRole('combobox', { name: 'Rechercher ou exécuter…' });
  await page.keyboard.press('Control+k');
  await palette.fill('tester local');
  await page.getByRole('option', { name: 'Tester local' }).click();
  await page.getByText('local · Joignable').waitFor();
  await page.keyboard.press('Control+k');
  await palette.fill('copier le nom web');
  await page.getByRole('option', { name: 'Copier le nom web-1' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('web-1');
  // What is typed after > goes where the console aims.
  await page.goto('/run?machine=web-1');
  await page.getByTestId('target').getByText('web-1').waitFor();
  await page.keyboard.press('Control+k');
  await palette.fill('> uptime');
  await page.getByRole('option', { name: 'Exécuter « uptime » sur web-1 (Serveur web)' }).waitFor();
});

it('says on a phone in one line what is frozen, and calls the button by its name', async () => {
  const { page, signIn, checkAccessibility } = await visit(PHONE);
  await signIn();
  const reason = 'a long reason that would never fit on the narrow screen of a telephone';
  const { id } = await asking.call('POST', '/synapse/freeze', { machine: 'web-1', reason });
  await page.goto('/machines');
  const banner = page.locator('[data-freeze]');
  await banner.waitFor();
  expect((await banner.boundingBox())!.height).toBeLessThanOrEqual(56);
  expect(await page.getByRole('banner').getByText('Geler', { exact: true }).isVisible()).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await checkAccessibility();
  // The line says it, and what is not frozen does not.
  await page.locator('[data-machine=web-1]').getByText('gelée', { exact: true }).waitFor();
  expect(await page.locator('[data-machine=laptop]').getByText('gelée').count()).toBe(0);
  await page.locator('[data-machine=web-1] .row-link').click();
  await page.getByRole('complementary', { name: 'web-1' }).getByText('gelée', { exact: true }).waitFor();
  await page.goto('/');
  await page.getByRole('region', { name: 'Machines' }).getByText('gelée', { exact: true }).waitFor();
  await asking.call('DELETE', `/synapse/freeze/${id}`);
  await page.getByRole('region', { name: 'Machines' }).getByText('gelée').waitFor({ state: 'detached' });
  // The log names what was frozen, not the id of the freeze.
  await page.goto('/executions');
  const log = page.getByRole('list').locator('.history-row');
  await log.getByText('unfreeze web-1', { exact: true }).waitFor();
  await log.getByText('freeze web-1', { exact: true }).waitFor();
  expect(await log.getByText(id).count()).toBe(0);
});

it('keeps the open tab in sight on a phone', async () => {
  const { page, signIn } = await visit(PHONE);
  await signIn();
  await page.goto('/settings/security');
  const tab = page.getByRole('tab', { selected: true });
  await tab.waitFor();
  const { x, width } = (await tab.boundingBox())!;
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(PHONE.viewport.width);
});

it('shows one question open at home, the others as rows, and who and where below them', async () => {
  const { page, signIn, checkBothThemes } = await visit(WIDE);
  await signIn();
  await asking.call('PUT', '/synapse/policy', { text: 'version: 1\ndefault: careful\n' });
  const ids = await Promise.all(['one', 'two', 'three'].map((name) => asking.order(`touch /tmp/never-${name}`)));
  await page.goto('/');
  await page.getByRole('region', { name: 'Attendent aussi' }).waitFor();
  expect(await page.locator('.board-main [data-approval]').count()).toBe(1);
  expect(await page.locator('[data-waiting]').count()).toBe(2);
  await page.getByRole('region', { name: 'Clients' }).waitFor();
  await page.locator('.latest-list .row-columns').getByText('Commande').waitFor();
  await page.getByRole('button', { name: 'Pour une heure' }).waitFor();
  // The keys that answer stand on their buttons.
  const card = page.locator('.board-main [data-approval]');
  const keys = (name: string) => card.getByRole('button', { name }).locator('.keycap');
  await keys('Approuver une fois').getByText('A', { exact: true }).waitFor();
  await keys('Refuser').getByText('D', { exact: true }).waitFor();
  await checkBothThemes();
  for (const id of ids) await asking.decide((await asking.question(id)).id, 'deny');
  await page.getByRole('region', { name: 'Attendent aussi' }).waitFor({ state: 'detached' });
});
