/** Console and executions: real commands on this computer, followed as they run, hostile output inert. */
import { describe, expect, it } from 'vitest';
import { expectAllShown, expectInert, MARKUP, printHostile } from '../hostile-text.ts';
import { stage } from './stage.ts';
import type { Visit } from './visit.ts';

const { visit } = stage({ SYNAPSE_ALLOW_LOCAL: 'admin' });

const PATIENT = { timeout: 45_000 };

async function run({ page }: Visit, command: string): Promise<void> {
  await page.goto('/run?machine=local');
  await page.getByRole('combobox', { name: 'Commande' }).fill(command);
  await page.getByRole('button', { name: 'Exécuter', exact: true }).click();
}

describe('the console', () => {
  it('runs a command, shows it raw and as the assistant gets it, and keeps it', async () => {
    const person = await visit();
    const { page, signIn, checkAccessibility } = person;
    await signIn();
    await page.context().request.put('/synapse/secrets/DB_PASSWORD', {
      headers: { 'x-synapse-page': '1' },
      data: { value: 'canary-value-7c1f' },
    });
    await run(person, 'echo "value: {{DB_PASSWORD}}"; echo problem >&2; exit 3');
    await page.locator('[data-status=done]').getByText('échec (3)').waitFor();
    const raw = page.getByRole('region', { name: 'Sortie brute' });
    await raw.getByText('value:').waitFor();
    await raw.locator('[data-stream=stderr]').getByText('problem').waitFor();
    await page.getByText('Ce que reçoit l’assistant', { exact: true }).click();
    await page.getByRole('region', { name: 'Ce que reçoit l’assistant' }).getByText('value:').waitFor();
    expect(await page.content()).not.toContain('canary-value');
    await checkAccessibility();
    await page.getByRole('link', { name: 'Détails' }).click();
    await page.locator('.command-text').getByText('echo "value: {{DB_PASSWORD}}"').waitFor();
    await page.getByRole('region', { name: 'Sortie brute' }).getByText('value:').waitFor();
    await checkAccessibility();
    await page.getByRole('tab', { name: 'Détails' }).click();
    await page.getByRole('definition').getByText('console', { exact: true }).waitFor();
    await checkAccessibility();
  });

  it('runs a pasted script as the lines that it has', async () => {
    const { page, signIn } = await visit();
    await signIn();
    await page.goto('/run?machine=local');
    const input = page.getByRole('combobox', { name: 'Commande' });
    await input.focus();
    await page.keyboard.insertText('cd /usr # a remark\npwd\nif true; then\n  echo "in two\nlines"\nfi');
    // In a script, Enter begins a new line; nothing runs by accident.
    await page.keyboard.press('Enter');
    await page.keyboard.insertText('echo last');
    expect(await page.getByRole('region', { name: 'Sortie brute' }).count()).toBe(0);
    await page.keyboard.press('Control+Enter');
    await page.locator('[data-status=done]').waitFor();
    const lines = page.getByRole('region', { name: 'Sortie brute' }).locator('.output-line');
    await expect.poll(() => lines.allTextContents(), PATIENT).toEqual(['/usr', 'in two', 'lines', 'last']);
  });

  it('runs the example that it shows, by Enter', async () => {
    const { page, signIn } = await visit();
    await signIn();
    await page.goto('/run?machine=local');
    const input = page.getByRole('combobox', { name: 'Commande' });
    await input.fill((await input.getAttribute('placeholder')) ?? '');
    await page.keyboard.press('Enter');
    await page.locator('[data-status=done]').getByText('réussie').waitFor();
  });

  it('copies the whole of a long output', async () => {
    const person = await visit({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { page, signIn } = person;
    await signIn();
    await run(person, 'seq 1000000 1350000');
    await page.locator('[data-status=done]').waitFor();
    await page.getByText(/^350\s001 lignes$/).waitFor();
    await page.getByRole('button', { name: 'Copier', exact: true }).first().click();
    await page.getByRole('button', { name: 'Copié', exact: true }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect([copied.length, copied.slice(-7)]).toEqual([350_001 * 8 - 1, '1350000']);
  });

  it('completes a placeholder that was begun', async () => {
    const { page, signIn } = await visit();
    await signIn();
    await page.goto('/run');
    const input = page.getByRole('combobox', { name: 'Commande' });
    await input.fill('psql "{{DB');
    await page.getByRole('option', { name: '{{DB_PASSWORD}}' }).click();
    expect(await input.inputValue()).toBe('psql "{{DB_PASSWORD}}');
  });

  it('follows a command as it runs, and stops it', async () => {
    const person = await visit();
    const { page, signIn } = person;
    await signIn();
    await run(person, 'echo first; echo second; sleep 60; echo never');
    await page.getByRole('region', { name: 'Sortie brute' }).getByText('first').waitFor();
    await page.locator('[data-status=running]').waitFor();
    await page.getByRole('button', { name: 'Arrêter' }).click();
    await page.locator('[data-status=cancelled]').waitFor();
    expect(await page.getByText('never', { exact: true }).count()).toBe(0);
  });

  it('leaves the reader where they are, and says how much is new', async () => {
    const person = await visit();
    const { page, signIn } = person;
    await signIn();
    await run(person, 'i=0; while true; do i=$((i+1)); echo "line $i"; sleep 0.05; done');
    const follow = page.getByRole('switch', { name: 'Suivre' });
    await page.getByRole('region', { name: 'Sortie brute' }).getByText('line 30', { exact: true }).waitFor();
    const raw = page.getByRole('region', { name: 'Sortie brute' });
    const top = () => raw.evaluate((box) => box.scrollTop);
    const fromEnd = () => raw.evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop);
    const fresh = page.getByRole('button', { name: /nouvelles? lignes?/ });
    // Scrolling up is enough to stop following.
    await raw.hover();
    await page.mouse.wheel(0, -150);
    await fresh.waitFor();
    expect(await follow.isChecked()).toBe(false);
    const before = [await top(), await fresh.textContent()] as const;
    await expect.poll(() => fresh.textContent(), PATIENT).not.toBe(before[1]);
    expect(await top()).toBe(before[0]);
    // At the end it follows again, reached by the keyboard or by the button.
    await raw.focus();
    await page.keyboard.press('End');
    await expect.poll(() => follow.isChecked(), PATIENT).toBe(true);
    expect(await fresh.count()).toBe(0);
    const later = await top();
    await expect.poll(top, PATIENT).toBeGreaterThan(later);
    // The switch's own input lies under its picture.
    await follow.click({ force: true });
    await fresh.click();
    expect(await follow.isChecked()).toBe(true);
    await expect.poll(fromEnd, PATIENT).toBeLessThan(30);
    await page.getByRole('button', { name: 'Arrêter' }).click();
    await page.locator('[data-status=cancelled]').waitFor();
  });

  it('shows a refusal in the service’s own words', async () => {
    const person = await visit();
    person.expectRefusal(422);
    await person.signIn();
    await run(person, 'echo {{NO_SUCH_SECRET}}');
    expect(await person.page.getByRole('alert').textContent()).toContain('Secret manquant pour le placeholder');
  });
});

describe('a command that turns out not to run', () => {
  it.each([
    ['fr-FR', 'Commande', 'Exécuter', 'Répertoire de travail introuvable sur la machine : /no/such/folder'],
    ['en-GB', 'Command', 'Run', 'Working directory not found on the machine: /no/such/folder'],
  ])('is explained in the language of the page: %s', async (locale, field, button, words) => {
    const { page, signIn, expectRefusal } = await visit({ locale });
    // A command that did not run has no output to read.
    expectRefusal(422);
    await signIn();
    await page.goto('/run?machine=local');
    await page.getByRole('combobox', { name: field }).fill('ls');
    await page.locator('input[name=cwd]').fill('/no/such/folder');
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('alert').getByText(words).waitFor();
    await page.locator('[data-status=refused]').waitFor();
    await page.locator('a[href^="/executions/"]').last().click();
    await page.waitForURL('**/executions/*');
    await page.getByRole('alert').getByText(words).waitFor();
  });
});

describe('a reader of English', () => {
  it('is refused in English, and sets the language of messages elsewhere', async () => {
    const person = await visit({ locale: 'en-GB' });
    const { page } = person;
    person.expectRefusal(422);
    await person.signIn();
    await page.goto('/run?machine=local');
    await page.getByRole('combobox', { name: 'Command' }).fill('echo {{NO_SUCH_SECRET}}');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('No secret for the placeholder {{NO_SUCH_SECRET}}').waitFor();
    expect(await alert.textContent()).not.toContain('manquant');

    await page.goto('/settings/appearance');
    const messages = page.getByRole('radiogroup', { name: 'Language of messages elsewhere' });
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await messages.getByText('English').click();
    expect(await (await saved).json()).toMatchObject({ language: 'en' });
    await page.reload();
    await expect.poll(() => messages.getByRole('radio', { name: 'English' }).isChecked(), PATIENT).toBe(true);
    await person.checkAccessibility();
    const me = await page.context().request.patch('/auth/me', {
      headers: { 'x-synapse-page': '1' },
      data: { language: null },
    });
    expect(me.status()).toBe(200);
  });
});

describe('hostile text', () => {
  it('is shown inert where a command prints it: markup, escapes, direction marks, an endless line', async () => {
    const person = await visit();
    const { page, signIn } = person;
    await signIn();
    await run(person, `${printHostile()}; head -c 1000000 /dev/zero | tr '\\0' x; echo; echo end`);
    await page.locator('[data-status=done]').waitFor();
    const raw = page.getByRole('region', { name: 'Sortie brute' });
    await raw.getByText('<script>').waitFor();
    // The raw output comes a page at a time.
    await raw.getByText(/998\s000 caractères de plus/).waitFor();
    await raw.getByText('end', { exact: true }).waitFor();
    expectAllShown((await raw.locator('.output-line').allTextContents()).join('\n'));
    await expectInert(page, 'Console · Synapse');
  });

  it('is shown inert as the name of a machine and as an entry of the journal', async () => {
    const { page, signIn } = await visit();
    await signIn();
    const headers = { 'x-synapse-page': '1' };
    const post = async (path: string, data: object) => {
      const answer = await page.context().request.post(path, { headers, data });
      expect(answer.status(), await answer.text()).toBe(201);
      return answer.json();
    };
    const { id } = await post('/tda/projects', { name: 'Hostile', description: MARKUP.join('\n') });
    await post('/tda/journal', { project_id: id, content: MARKUP.join('\n') });
    for (const [at, label] of MARKUP.entries())
      await post('/synapse/machines', { slug: `h${at}`, kind: 'local', label });
    await page.goto('/machines');
    await page.locator('[data-machine=h0]').getByText('<script>').waitFor();
    expect(await page.locator('main').textContent()).toContain(MARKUP.at(-1));
    await expectInert(page, 'Machines · Synapse');
    await page.goto('/journal');
    await page.getByText('<script>').first().waitFor();
    await expectInert(page, 'Journal · Synapse');
    for (const [at] of MARKUP.entries()) {
      expect((await page.context().request.delete(`/synapse/machines/h${at}`, { headers })).ok()).toBe(true);
    }
  });

  it('holds a hundred thousand lines with only those in sight in the page', async () => {
    const person = await visit();
    const { page, signIn } = person;
    await signIn();
    await run(person, 'seq 1 100000');
    await page.locator('[data-status=done]').waitFor();
    const raw = page.getByRole('region', { name: 'Sortie brute' });
    await expect.poll(() => page.getByText(/^100\s000 lignes$/).count()).toBe(1);
    expect(await raw.locator('.output-line').count()).toBeLessThan(120);
    await raw.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await raw.getByText('100000', { exact: true }).waitFor();
    expect(await raw.locator('.output-line').count()).toBeLessThan(120);
  });
});

describe('a line of an output', () => {
  it('has an address, which leads back to it', async () => {
    const person = await visit({ viewport: { width: 1440, height: 800 } });
    const { page, signIn } = person;
    await signIn();
    await run(person, 'seq 5000 9000');
    await page.locator('[data-status=done]').waitFor();
    await page.getByRole('link', { name: 'Détails' }).click();
    await page.getByRole('link', { name: 'Lien vers la ligne 3', exact: true }).click();
    await page.waitForURL(/\?line=3$/);
    const marked = page.locator('.output-line[data-at]');
    expect(await marked.textContent()).toBe('5002');
    await page.goto(`${page.url().replace('line=3', 'line=3001')}`);
    await marked.getByText('8000').waitFor();
    await person.checkAccessibility();
  });
});

describe('the history', () => {
  it('lists what ran, live, filtered by the address, intact and to be exported', async () => {
    const watcher = await visit();
    const runner = await visit();
    await watcher.signIn();
    await runner.signIn();
    const { page } = watcher;
    await page.goto('/executions?outcome=success');
    await page.getByRole('heading', { name: 'Exécutions' }).waitFor();
    await page.getByText('Piste d’audit intacte').waitFor();
    await run(runner, 'echo seen-live');
    await page.getByRole('link', { name: 'echo seen-live' }).waitFor();
    await watcher.checkAccessibility();
    expect(await page.getByRole('link', { name: /exit 3/ }).count()).toBe(0);
    await page.getByLabel('Issue').selectOption('failure');
    await page.waitForURL('**/executions?outcome=failure');
    await expect.poll(() => page.getByRole('link', { name: 'echo seen-live' }).count()).toBe(0);
    await page.getByRole('link', { name: /exit 3/ }).waitFor();
    await page.getByRole('button', { name: 'Exporter' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    expect((await download).url()).toMatch(/audit\/export\?success=false&format=csv$/);
  });
});
