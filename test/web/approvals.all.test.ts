/** Being asked, on a phone and by keyboard: what waits is told on every page, read, answered, and its result arrives. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { removeAtEnd } from '../left-behind.ts';
import { type Asking, furnishAsking } from './asking.ts';
import { drawLine } from './cut-line.ts';
import { stage } from './stage.ts';
import { visit as visitAt } from './visit.ts';

const { url, visit } = stage();
const PHONE = { viewport: { width: 390, height: 844 } } as const;
const file = join(removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-asked-'))), 'file');
/** Each leaves a trace, and prints it. */
const change = (word: string): string => `echo ${word} > ${file}; cat ${file}`;

let asking: Asking;
beforeAll(async () => {
  asking = await furnishAsking(url());
});
// Whatever a test has left open does not get into the next one's way.
afterEach(async () => {
  const { approvals } = await asking.call('GET', '/synapse/approvals?status=pending');
  for (const { id } of approvals) await asking.decide(id, 'deny');
});
const cardOf = (id: string): string => `[data-approval="${id}"]`;

it('is told of on any page, read and approved on a phone, and its result arrives', async () => {
  const { page, signIn, checkBothThemes } = await visit(PHONE);
  await signIn();
  await page.goto('/machines');
  await page.getByRole('heading', { name: 'Machines' }).waitFor();
  expect(await page.title()).toBe('Machines · Synapse');
  const execution = await asking.order(`echo "{{DB_PASSWORD}}" | wc -c > ${file}; echo went through`);
  const { id } = await asking.question(execution);
  await page.getByText('Une commande attend votre réponse', { exact: true }).waitFor();
  await expect.poll(() => page.title()).toBe('(1) Machines · Synapse');
  await page.getByRole('link', { name: 'Répondre' }).first().click();

  const card = page.locator(cardOf(id));
  await card.getByText('Attend votre réponse').waitFor();
  expect(await card.getByRole('region', { name: 'Commande' }).textContent()).toBe(
    `echo "{{DB_PASSWORD}}" | wc -c > ${file}; echo went through`,
  );
  const shown = (await card.textContent()) ?? '';
  for (const fact of ['local', 'DB_PASSWORD', 'modifie', 'jeton « shop assistant »']) {
    expect(shown).toContain(fact);
  }
  expect(shown).toMatch(/expire dans (?:10:00|9:\d\d)/);
  expect(shown).not.toContain('not-a-real-password');
  await checkBothThemes();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  // Looking at it has decided nothing.
  expect((await asking.question(execution)).status).toBe('pending');

  await card.getByRole('button', { name: 'Approuver une fois' }).click();
  await card.getByText('Approuvée par admin').waitFor();
  await card.locator('[data-status=done]').waitFor();
  await card.getByText('went through', { exact: true }).waitFor();
  await expect.poll(() => page.title()).toBe('Approbations · Synapse');
  expect(await asking.status(execution)).toMatchObject({ status: 'done', exit_code: 0, stdout: 'went through\n' });
});

it('shows all of a command: every line of it, and what draws nothing', async () => {
  const command = `echo "a\u202eb\u200bc" > ${file}${'\n'.repeat(60)}rm -f ${file}`;
  const { id } = await asking.question(await asking.order(command));
  const { page, signIn, checkAccessibility } = await visit(PHONE);
  await signIn();
  await page.goto('/approvals');
  const card = page.locator(cardOf(id));
  const shown = card.getByRole('region', { name: 'Commande' });
  await shown.waitFor();
  expect(await shown.textContent()).toContain('"a⟨U+202E⟩b⟨U+200B⟩c"');
  await card.getByRole('button', { name: 'Afficher la suite : 31 lignes' }).click();
  expect(await shown.textContent()).toContain(`rm -f ${file}`);
  expect(await shown.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(0);
  expect(await card.textContent()).not.toMatch(/[\u202e\u200b]/);
  await checkAccessibility();
  await asking.decide(id, 'deny');
  await page.goto('/executions');
  await page.getByText('⟨U+202E⟩').first().waitFor();
  expect(await page.locator('body').textContent()).not.toMatch(/[\u202e\u200b]/);
});

it.each([390, 1440])('shows what a file would become, at %i pixels', async (width) => {
  const path = join(removeAtEnd(mkdtempSync(join(tmpdir(), 'synapse-written-'))), 'app.conf');
  const lines = (port: number) => Array.from({ length: 12 }, (_, line) => `line ${line}`).concat(`port=${port}`, '');
  writeFileSync(path, lines(80).join('\n'));
  const writing = asking.write(path, lines(8080).join('\n'));
  const pending = async () => (await asking.call('GET', '/synapse/approvals?status=pending')).approvals;
  await expect.poll(pending).toHaveLength(1);
  const [{ id, file: change }] = await pending();
  const { page, signIn, checkBothThemes } = await visit({ viewport: { width, height: 900 } });
  await signIn();
  await page.goto('/approvals');
  const card = page.locator(cardOf(id));
  const diff = card.getByRole('region', { name: 'Modifications du fichier' });
  await diff.waitFor();
  const text = (await card.textContent()) ?? '';
  for (const part of ['-port=80', '+port=8080', change.sha256, 'Remplace', 'octets']) expect(text).toContain(part);
  await checkBothThemes();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await card.getByRole('button', { name: 'Approuver une fois' }).click();
  expect((await writing).result).toMatchObject({ sha256: change.sha256 });
});

it('says of what was approved only that it was, and of its failure that it failed', async () => {
  const execution = await asking.order(`echo broken > ${file}; exit 7`);
  const { id } = await asking.question(execution);
  const { page, signIn } = await visit(PHONE);
  await signIn();
  await page.goto('/approvals');
  const card = page.locator(cardOf(id));
  await card.getByRole('button', { name: 'Approuver une fois' }).click();
  const notice = page.locator('.mantine-Notification-root');
  await notice.waitFor();
  expect(await notice.locator('.mantine-Notification-description').textContent()).toBe('Approuvée.');
  await card.getByText('échec (7)').waitFor();
});

it('is denied with a comment, from the address in a notification', async () => {
  const execution = await asking.order(change('denied'));
  const { id } = await asking.question(execution);
  const { page, signIn, checkAccessibility } = await visit(PHONE);
  await signIn();
  await page.goto(`/approvals/${id}`);
  await page.getByRole('button', { name: /^Ajouter un commentaire/ }).click();
  await page.getByRole('textbox', { name: 'Commentaire (facultatif)' }).fill('not on a Friday');
  await page.getByRole('button', { name: 'Refuser' }).click();
  await page.getByText('Refusée par admin').waitFor();
  await page.getByText('“not on a Friday”').waitFor();
  await checkAccessibility();
  const { status, refusal } = await asking.status(execution);
  expect({ status, code: refusal.code }).toEqual({ status: 'refused', code: 'approval_denied' });
});

it('shows who was faster instead of an error, and what was answered while the connection was open', async () => {
  const [first, second] = [await asking.order(change('one')), await asking.order(change('two'))];
  const ids = [(await asking.question(first)).id, (await asking.question(second)).id];
  const { page, signIn, expectRefusal } = await visit(PHONE);
  await signIn();
  // No event reaches this window, so that it still shows a question that is closed.
  await page.addInitScript(() => Object.assign(globalThis, { EventSource: EventTarget }));
  await page.goto('/approvals');
  await page.locator(cardOf(ids[0])).getByRole('button', { name: 'Refuser' }).waitFor();
  await asking.decide(ids[0], 'approve');
  expectRefusal(409);
  await page.locator(cardOf(ids[0])).getByRole('button', { name: 'Refuser' }).click();
  await page.locator(cardOf(ids[0])).getByText('Approuvée par admin').waitFor();
  await page.getByText('Une autre personne a répondu avant vous').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);

  const other = await visit();
  await other.signIn();
  const third = await asking.order(change('three'));
  const { id } = await asking.question(third);
  await other.page.goto('/approvals');
  await other.page.locator(cardOf(id)).getByRole('button', { name: 'Refuser' }).waitFor();
  await asking.decide(id, 'deny', 'from elsewhere');
  await other.page.locator(cardOf(id)).getByText('“from elsewhere”').waitFor();
  expect(await other.page.locator(cardOf(id)).getByRole('button').count()).toBe(0);
});

it('is answered by keyboard alone: letters move, Enter decides; a grant is made and taken back', async () => {
  const [first, second] = [await asking.order(change('k1')), await asking.order(change('k2'))];
  const ids = [(await asking.question(first)).id, (await asking.question(second)).id];
  const { page, signIn } = await visit();
  await signIn();
  await page.goto('/approvals');
  await page.locator(cardOf(ids[1])).waitFor();
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-approval]')?.dataset.approval);
  const pressed = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.decide ?? null);
  await page.keyboard.press('j');
  expect(await focused()).toBe(ids[0]);
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe(ids[1]);
  await page.keyboard.press('a');
  expect([await focused(), await pressed()]).toEqual([ids[1], 'approve']);
  // A letter alone decides nothing.
  expect((await asking.question(second)).status).toBe('pending');
  await page.keyboard.press('k');
  await page.keyboard.press('d');
  expect([await focused(), await pressed()]).toEqual([ids[0], 'deny']);
  await page.keyboard.press('Enter');
  await page.locator(cardOf(ids[0])).getByText('Refusée par admin').waitFor();

  await page.keyboard.press('j');
  await page.keyboard.press('a');
  expect(await focused()).toBe(ids[1]);
  await page
    .locator(cardOf(ids[1]))
    .getByRole('button', { name: /^Ajouter un commentaire/ })
    .click();
  await page.locator(cardOf(ids[1])).getByText('Toujours cette commande').click();
  await page.keyboard.press('Escape');
  await page.locator(cardOf(ids[1])).focus();
  await page.keyboard.press('a');
  await page.keyboard.press('Enter');
  await page.locator(cardOf(ids[1])).getByText('Approuvée par admin').waitFor();
  // The same text is not asked about any more, until the grant is taken back.
  expect((await asking.status(await asking.order(change('k2')))).status).toBe('done');
  await page.getByRole('button', { name: /^Retirer l’autorisation/ }).click();
  await page.getByText('Aucune autorisation permanente.').waitFor();
  const again = await asking.order(change('k2'));
  expect((await asking.question(again)).status).toBe('pending');
});

it('waits in the console, is answered in place, and its result follows', async () => {
  const { page, signIn, checkAccessibility } = await visit(PHONE);
  await signIn();
  await page.goto('/run?machine=local');
  await page.getByRole('combobox', { name: 'Commande' }).fill(change('typed'));
  await page.getByRole('button', { name: 'Exécuter', exact: true }).click();
  const result = page.getByRole('region', { name: 'Résultat' });
  await result.locator('[data-status=pending]').waitFor();
  await result.getByRole('button', { name: 'Répondre' }).click();
  const card = result.getByRole('article');
  await card.getByText('typed').first().waitFor();
  await checkAccessibility();
  await card.locator('[data-decide=approve]').click();
  await result.locator('[data-status=done]').waitFor();
  await result.getByRole('region', { name: 'Sortie brute' }).getByText('typed', { exact: true }).waitFor();
});

it('asks for notifications only when the button is pressed, and says when there is no such question', async () => {
  const { page, signIn, expectRefusal } = await visit();
  await page.addInitScript(() => {
    Object.assign(globalThis, { asked: 0 });
    Notification.requestPermission = async () => {
      (globalThis as unknown as { asked: number }).asked++;
      return 'granted';
    };
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
  });
  await signIn();
  await page.goto('/approvals');
  const button = page.getByRole('button', { name: 'Me prévenir sur cet appareil' });
  await button.waitFor();
  await page.getByText('Rien n’attend votre réponse').waitFor();
  const asked = () => page.evaluate(() => (globalThis as unknown as { asked: number }).asked);
  expect(await asked()).toBe(0);
  await button.click();
  await button.waitFor({ state: 'detached' });
  expect(await asked()).toBe(1);
  expectRefusal(404);
  await page.goto('/approvals/nothing');
  await page.getByText('Cette demande n’existe pas').waitFor();
});

it('chooses for each channel whether it hears of the end of jobs, without typing its address again', async () => {
  const { page, signIn, checkAccessibility } = await visit();
  await signIn();
  await page.goto('/settings/notifications');
  const slack = page.locator('[data-channel=slack]');
  const ends = slack.getByRole('switch', { name: 'aussi quand une tâche est terminée' });
  const stored = async () => (await asking.call('GET', '/synapse/notifications')).channels;
  expect(await ends.isChecked()).toBe(true);
  // Not set yet: it is stored with the address.
  await ends.click();
  expect(await stored()).toEqual([]);
  await slack.getByRole('textbox', { name: 'Adresse' }).fill('https://hooks.example/services/T0');
  await slack.getByRole('button', { name: 'Enregistrer Slack ou compatible' }).click();
  await slack.getByText('Réglé : hooks.example').waitFor();
  expect(await stored()).toMatchObject([{ kind: 'slack', ends: false }]);
  await ends.click();
  await expect.poll(stored).toMatchObject([{ kind: 'slack', host: 'hooks.example', ends: true }]);
  await page.reload();
  await ends.waitFor();
  expect(await ends.isChecked()).toBe(true);
  await checkAccessibility();
  await slack.getByRole('button', { name: 'Retirer Slack ou compatible' }).click();
  await expect.poll(stored).toEqual([]);
});

it('hears after a lost connection of what came meanwhile', async () => {
  const { page: any } = await visit();
  const line = await drawLine(url);
  const { page, signIn, expectLostConnection, leave } = await visitAt(any.context().browser()!, line);
  await signIn();
  const listed = page.waitForResponse((response) => response.url().includes('/synapse/approvals'));
  await page.goto('/machines');
  await page.getByRole('heading', { name: 'Machines' }).waitFor();
  // New is what was not in the list before.
  await (await listed).finished();
  expectLostConnection();
  line.cut();
  await asking.order(change('while away'));
  // It is announced, too, as one that came over an open connection is; for some seconds, so it is looked for from now on.
  const announced = page.getByRole('status').getByText('Une commande attend votre réponse (local)').waitFor();
  line.mend();
  await expect.poll(() => page.title()).toBe('(1) Machines · Synapse');
  await announced;
  await leave();
  await line.close();
});
