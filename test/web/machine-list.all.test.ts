/** The machines as a dense list: one line each, a panel beside it, and forms in which everything needed is made. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeEngine } from '../engines/describe-engine.ts';
import { locateSshd, type Sshd, startSshd } from '../engines/sshd.ts';
import { furnish } from './furnish.ts';
import { chooseAction, openMachine } from './machine-panel.ts';
import { stage } from './stage.ts';

const { url, visit } = stage();
beforeAll(async () => void (await furnish(url())));

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const boxes = (page: Page) =>
  page.locator('[data-machine]').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().toJSON()));

describe('the list', () => {
  it('has one line of 36 pixels for each, and shows health as figures and drawings', async () => {
    const { page, signIn } = await visit({ viewport: WIDE });
    await signIn();
    await page.goto('/machines');
    const row = page.locator('[data-machine=local]');
    await row.getByText(/^[\d\s]+ ms$/).waitFor();
    await row.getByText('100 %').waitFor();
    await row.locator('.uptime rect[data-state=ok]').first().waitFor();
    await page.locator('[data-machine=web-1]').getByText('hors ligne').waitFor();
    await page.locator('[data-machine=web-1]').getByText('SSH · deploy@127.0.0.1:1').waitFor();
    // Nobody gave a command to an agent that was never there.
    expect(await page.locator('[data-machine=laptop] .machine-place').textContent()).toBe('Agent');
    const all = await boxes(page);
    expect(all).toHaveLength(3);
    for (const { height } of all) expect(height).toBe(36);
    // Actions are behind "…": no line has a button of its own for each.
    expect(await row.getByRole('button').count()).toBe(1);
  });

  it('opens one beside the others, which do not move, and closes it again', async () => {
    const { page, signIn, checkAccessibility } = await visit({ viewport: WIDE });
    await signIn();
    await page.goto('/machines');
    await page.locator('[data-machine=web-1]').getByText('hors ligne').waitFor();
    const before = (await boxes(page)).map(({ y }) => y);
    const panel = await openMachine(page, 'web-1');
    await panel.getByText('deploy@127.0.0.1:1').waitFor();
    expect((await boxes(page)).map(({ y }) => y)).toEqual(before);
    expect(await page.locator('[data-machine=web-1]').getAttribute('data-chosen')).toBe('true');
    await checkAccessibility();
    // The whole line opens it, wherever one clicks.
    await page.locator('[data-machine=local]').click({ position: { x: 520, y: 6 } });
    await page.getByRole('complementary', { name: 'local' }).waitFor();
    expect(await panel.count()).toBe(0);
    // The address says which, so it can be handed on.
    await page.reload();
    await page.getByRole('complementary', { name: 'local' }).getByRole('button', { name: 'Fermer' }).click();
    await expect.poll(() => page.getByRole('complementary').count()).toBe(0);
    expect(new URL(page.url()).search).toBe('');
  });

  it('gives its place to the one that is opened on a phone, and back leads to the list', async () => {
    const { page, signIn, checkAccessibility } = await visit({ viewport: PHONE });
    await signIn();
    await page.goto('/machines');
    const row = page.locator('[data-machine=web-1]');
    await row.getByText('hors ligne').waitFor();
    for (const { height, right } of await boxes(page)) {
      expect(height).toBe(36);
      expect(right).toBeLessThanOrEqual(PHONE.width);
    }
    const panel = await openMachine(page, 'web-1');
    await panel.getByText('deploy@127.0.0.1:1').waitFor();
    expect(await row.isVisible()).toBe(false);
    // The focus was in the list, which is gone.
    expect(await panel.getByRole('button', { name: 'Fermer' }).evaluate((one) => one === document.activeElement)).toBe(
      true,
    );
    await checkAccessibility();
    await page.goBack();
    await row.waitFor();
    expect(await panel.count()).toBe(0);
  });
});

describe('a new machine', () => {
  it('needs three fields, which fit the window, and an ssh command fills them', async () => {
    const { page, signIn, checkBothThemes } = await visit({ viewport: WIDE });
    await signIn();
    await page.goto('/machines#new');
    const form = page.getByRole('dialog', { name: 'Ajouter une machine' });
    await form.locator('input[name=address]').fill('ssh -p 2222 -J ada@bastion deploy@web-7.example.org');
    expect(await form.locator('input[name=slug]').inputValue()).toBe('web-7');
    expect(await form.locator('input[name=jump_host]').inputValue()).toBe('bastion');
    await form.locator('input[name=address]').fill('deploy@web-7.example.org');
    // What most machines never need is out of the way.
    await expect.poll(() => form.getByLabel('Étiquettes').isVisible()).toBe(false);
    for (const name of ['Ajouter une machine', 'Tester la connexion']) {
      const { y, height } = (await form.getByRole('button', { name }).boundingBox())!;
      expect(y + height).toBeLessThanOrEqual(WIDE.height);
    }
    await checkBothThemes();
    await form.getByRole('button', { name: 'Plus de réglages' }).click();
    await form.getByLabel('Étiquettes').waitFor();
    const { y, height } = (await form.getByRole('button', { name: 'Ajouter une machine' }).boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(WIDE.height);
    // Without a user nothing is sent, and the form says what is missing.
    await form.locator('input[name=address]').fill('web-7.example.org');
    await form.getByRole('button', { name: 'Tester la connexion' }).click();
    await form.getByText('Ajoutez l’utilisateur devant l’hôte').waitFor();
    await checkBothThemes();
  });

  it('tells what was found there before it is added', async () => {
    const { page, signIn } = await visit({ viewport: WIDE, locale: 'en-GB' });
    await signIn();
    await page.goto('/machines#new');
    const form = page.getByRole('dialog', { name: 'Add a machine' });
    await form.getByText('Local', { exact: true }).click();
    await form.locator('input[name=slug]').fill('again');
    await form.getByRole('button', { name: 'Connect' }).click();
    await form
      .getByRole('definition')
      .getByText(/x86_64|aarch64|arm64/)
      .waitFor();
    await form
      .getByRole('definition')
      .getByText(/^(?:bash|sh)/)
      .waitFor();
    await form.locator('dt', { hasText: 'sudo' }).waitFor();
    await form.locator('dt', { hasText: 'Read-only' }).waitFor();
    expect((await page.context().request.get('/synapse/machines/again')).status()).toBe(404);
  });
});

describeEngine(await locateSshd(), 'a new machine behind ssh', (program) => {
  let sshd: Sshd;
  beforeAll(async () => {
    sshd = await startSshd(program());
  });
  afterAll(() => sshd?.stop());

  it('shows its host key and what it is before it is added', async () => {
    const { page, signIn, checkAccessibility } = await visit({ viewport: WIDE });
    await signIn();
    await page.goto('/machines#new');
    const form = page.getByRole('dialog', { name: 'Ajouter une machine' });
    await form.locator('input[name=address]').fill(`tester@127.0.0.1:${sshd.port}`);
    await form.locator('input[name=slug]').fill('seen');
    await form.getByLabel('Coller une clé privée').fill(sshd.privateKey);
    await expect.poll(() => form.locator('select[name=key_secret]').inputValue()).toBe('SSH_127_0_0_1');
    await form.getByRole('button', { name: 'Tester la connexion' }).click();
    await form.getByText('Joignable').waitFor();
    const said = (term: string) => form.locator('dt', { hasText: term }).locator('+ dd').textContent();
    expect(await said('Clé d’hôte')).toMatch(/^SHA256:/);
    expect(await said('Système')).toMatch(/x86_64|aarch64|arm64/);
    expect(await said('Shell')).toMatch(/^(?:bash|sh)/);
    expect(await said('sudo')).not.toBe('');
    expect(await said('Lecture seule')).not.toBe('');
    await checkAccessibility();
    await page.context().request.delete('/synapse/secrets/SSH_127_0_0_1', { headers: { 'x-synapse-page': '1' } });
  });
});

describe('a secret that a machine needs', () => {
  const FIELDS = [
    ['key_secret', 'SSH_10_0_0_9_KEY'],
    ['passphrase_secret', 'SSH_10_0_0_9_PASSPHRASE'],
    ['certificate_secret', 'SSH_10_0_0_9_CERTIFICATE'],
    ['sudo_secret', 'SUDO_PASSWORD'],
  ] as const;

  it('is made inside the form, of every kind, and shown to nobody', async () => {
    const { page, signIn, checkAccessibility, expectRefusal } = await visit();
    await signIn();
    await page.goto('/machines#new');
    const form = page.getByRole('dialog', { name: 'Ajouter une machine' });
    await form.locator('input[name=address]').fill('deploy@10.0.0.9');
    await form.locator('input[name=slug]').fill('made');
    await form.getByRole('button', { name: 'Plus de réglages' }).click();
    for (const [field, name] of FIELDS) {
      await form.locator(`select[name=${field}]`).selectOption('Nouveau secret…');
      const maker = form.getByRole('group', { name: 'Nouveau secret' });
      expect(await maker.getByLabel('Nom').inputValue()).toBe(name);
      await maker.getByLabel('Valeur', { exact: true }).fill(`canary-made-${field}`);
      if (field === 'sudo_secret') await checkAccessibility();
      await maker.getByRole('button', { name: 'Ranger dans le coffre' }).click();
      await expect.poll(() => form.locator(`select[name=${field}]`).inputValue()).toBe(name);
      await expect.poll(() => maker.count()).toBe(0);
    }
    expect(await page.content()).not.toContain('canary-made');
    await form.getByRole('button', { name: 'Ajouter une machine' }).click();
    await page.locator('[data-machine=made]').waitFor();
    const stored = await (await page.context().request.get('/synapse/machines/made')).json();
    for (const [field, name] of FIELDS) {
      expect(field === 'sudo_secret' ? stored.sudo_secret : stored.connection[field]).toBe(name);
    }
    // A password beside a key is refused, in the words of the form.
    await chooseAction(page, 'made', 'Modifier made');
    expectRefusal(422);
    const edited = page.getByRole('dialog', { name: 'Modifier made' });
    await edited.locator('select[name=password_secret]').selectOption('SUDO_PASSWORD');
    await edited.getByRole('button', { name: 'Enregistrer' }).click();
    const refusal = edited.getByRole('alert');
    await refusal.getByText('À corriger').waitFor();
    await refusal.getByText('Connexion : un seul de “Clé privée”, “Mot de passe” et agent').waitFor();
    const headers = { 'x-synapse-page': '1' };
    await page.context().request.delete('/synapse/machines/made', { headers });
    for (const [, name] of FIELDS) await page.context().request.delete(`/synapse/secrets/${name}`, { headers });
  });

  it('is not left out silently when it was typed and not stored; Enter stores it, and sends nothing else', async () => {
    const { page, signIn } = await visit();
    await signIn();
    await page.goto('/machines#new');
    const form = page.getByRole('dialog', { name: 'Ajouter une machine' });
    await form.locator('input[name=address]').fill('deploy@10.0.0.9');
    await form.locator('input[name=slug]').fill('half');
    await form.getByLabel('Se connecter avec').selectOption('un mot de passe');
    const select = form.locator('select[name=password_secret]');
    await select.selectOption('Nouveau secret…');
    const maker = form.getByRole('group', { name: 'Nouveau secret' });
    await maker.getByLabel('Valeur', { exact: true }).fill('canary-half-made');
    await form.getByRole('button', { name: 'Ajouter une machine' }).click();
    expect(await select.evaluate((one: HTMLSelectElement) => one.validationMessage)).toContain('Rangez d’abord');
    expect((await page.context().request.get('/synapse/machines/half')).status()).toBe(404);
    await maker.getByLabel('Valeur', { exact: true }).press('Enter');
    await expect.poll(() => select.inputValue()).toBe('SSH_10_0_0_9_PASSWORD');
    expect((await page.context().request.get('/synapse/machines/half')).status()).toBe(404);
    await page
      .context()
      .request.delete('/synapse/secrets/SSH_10_0_0_9_PASSWORD', { headers: { 'x-synapse-page': '1' } });
  });
});
