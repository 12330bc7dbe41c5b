/** Freezing from the page: two presses from anywhere, what runs dies, every page says so until it is lifted. */
import { beforeAll, expect, it } from 'vitest';
import { locateChromium } from '../engines/chromium.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { pidsWithArgument } from '../engines/process-tree.ts';
import { type Asking, furnishAsking } from './asking.ts';
import { stage } from './stage.ts';

describeEngine(await locateChromium(), 'a freeze', () => {
  const { url, visit } = stage();
  const mark = String(6_200_000 + (process.pid % 10_000) * 10);
  const PHONE = { viewport: { width: 390, height: 844 } } as const;

  let asking: Asking;
  beforeAll(async () => {
    asking = await furnishAsking(url(), 'version: 1\ndefault: open\n');
  });

  it('kills what runs by two presses, says so on every page, and lifts it', async () => {
    const { page, signIn, checkAccessibility } = await visit(PHONE);
    await signIn();
    const running = await asking.order(`sleep ${mark} & wait`);
    await expect.poll(() => pidsWithArgument(mark)).toHaveLength(1);
    await page.goto('/journal');
    await page.getByRole('button', { name: 'Geler', exact: true }).focus();
    await page.keyboard.press('Enter');
    const confirm = page.getByRole('button', { name: 'Geler maintenant' });
    await confirm.waitFor();
    await expect.poll(() => confirm.evaluate((button) => button === document.activeElement)).toBe(true);
    await checkAccessibility();
    await page.keyboard.press('Enter');
    const banner = page.locator('[data-freeze]');
    await banner.getByText('Tout votre compte est gelé').waitFor();
    await expect.poll(() => pidsWithArgument(mark)).toEqual([]);
    expect(await asking.status(running)).toMatchObject({ status: 'cancelled', refusal: { code: 'frozen' } });
    await page.goto('/executions');
    await banner.getByText('par admin').waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await checkAccessibility();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Dégeler : Tout votre compte est gelé' }).click();
    // It asks first: nothing is lifted yet.
    const asked = page.getByRole('dialog', { name: 'Dégeler : Tout votre compte est gelé' });
    await asked.getByRole('button', { name: 'Annuler' }).click();
    await asked.waitFor({ state: 'detached' });
    expect(await banner.count()).toBe(1);
    await page.getByRole('button', { name: 'Dégeler : Tout votre compte est gelé' }).click();
    await asked.getByRole('button', { name: 'Dégeler', exact: true }).click();
    await banner.waitFor({ state: 'detached' });
    expect(await asking.status(await asking.order('echo thawed'))).toMatchObject({ stdout: 'thawed\n' });
  });

  it('is said of a command before it is run, and no longer once it is lifted', async () => {
    const { page, signIn } = await visit();
    await signIn();
    await page.goto('/run?machine=local');
    await page.getByRole('combobox', { name: 'Commande' }).fill('uname -a');
    await page.locator('[data-verdict=allow]').waitFor();
    const { id } = await asking.call('POST', '/synapse/freeze', { machine: 'local', reason: 'release night' });
    const said = page.locator('[data-verdict=deny]');
    await said.getByText('release night').waitFor();
    expect(await page.locator('[data-verdict=allow]').count()).toBe(0);
    await asking.call('DELETE', `/synapse/freeze/${id}`);
    await page.locator('[data-verdict=allow]').waitFor();
    expect(await said.count()).toBe(0);
  });

  it('freezes a machine, a token or the instance with a reason, live in another window', async () => {
    const [mine, other] = [await visit(), await visit({ locale: 'en-GB' })];
    for (const { signIn, page } of [mine, other]) {
      await signIn();
      await page.goto('/machines');
    }
    const cases = [
      ['machine', 'The machine local is frozen'],
      ['token', 'The token shop assistant is frozen'],
      ['instance', 'The whole instance is frozen'],
    ] as const;
    for (const [scope, said] of cases) {
      await mine.page.getByRole('button', { name: 'Geler', exact: true }).click();
      await mine.page.getByLabel('Quoi').selectOption(scope);
      await mine.page.getByLabel('Raison (facultative)').fill(`about the ${scope}`);
      await mine.page.getByRole('button', { name: 'Geler maintenant' }).click();
      await other.page.getByText(said).waitFor();
      await other.page.getByText(`about the ${scope}`).waitFor();
    }
    for (const [, said] of cases) {
      await other.page.getByRole('button', { name: `Unfreeze: ${said}` }).click();
      await other.page.getByRole('dialog').getByRole('button', { name: 'Unfreeze', exact: true }).click();
      await other.page.locator('[data-freeze]').getByText(said).waitFor({ state: 'detached' });
    }
    await expect.poll(() => mine.page.locator('[data-freeze]').count()).toBe(0);
  });
});
