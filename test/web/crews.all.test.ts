/** A crew on the page: the newcomer's way from creating one to approving each other's commands, in two browsers. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { ADMIN } from './instance.ts';
import { chooseAction } from './machine-panel.ts';
import { stage } from './stage.ts';
import type { Visit } from './visit.ts';

const { url, visit } = stage({ SYNAPSE_ALLOW_LOCAL: 'all' });
const WIDE = { viewport: { width: 1440, height: 900 } } as const;
const PHONE = { viewport: { width: 390, height: 844 } } as const;
const PATIENT = { timeout: 60_000 };
const HEADERS = { 'x-synapse-page': '1' };
/** Without a plan that runs commands: in a crew the role counts. */
const SECOND = { username: 'lea', password: 'a password of her own' } as const;

/** Where to put pictures of what the people of this test see, for whoever wants to look at them. */
const PICTURES = process.env.SYNAPSE_TEST_PICTURES;
async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    await page.screenshot({ path: join(PICTURES, `${name}-${page.viewportSize()?.width}-${colorScheme}.png`) });
  }
}

/** As a person sees it: fit for everybody, within its width. */
async function look({ page, checkBothThemes }: Visit, name: string): Promise<void> {
  await picture(page, name);
  await checkBothThemes();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, name).toBeLessThanOrEqual(0);
}

async function run(page: Page, command: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Commande' }).fill(command);
  await page.getByRole('button', { name: 'Exécuter', exact: true }).click();
  await page.getByRole('group', { name: 'Commandes de cette console' }).getByText(command).waitFor();
}

beforeAll(async () => {
  const answer = await fetch(`${url()}/auth/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const made = await fetch(`${url()}/admin/users`, {
    method: 'POST',
    headers: { ...HEADERS, cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ ...SECOND, plan: 'free' }),
  });
  expect(made.status).toBe(201);
});

it('whoever has no crew and cannot make one notices nothing', async () => {
  const { page, signIn } = await visit(WIDE);
  await signIn(SECOND);
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Accueil' }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Réglages' }).waitFor();
  expect(await page.locator('.switcher').count()).toBe(0);
});

it('creates a crew, invites, joins elsewhere, adds a machine, and two people approve each other’s command', async () => {
  const owner = await visit(WIDE);
  const { page } = owner;
  await owner.signIn();
  await page.goto('/');
  await page.getByRole('button', { name: 'Espace de travail : admin' }).click();
  await picture(page, 'switcher');
  await page.getByRole('menuitem', { name: 'Nouvel équipage' }).click();
  await page.locator('input[name=name]').fill('Équipe de nuit');
  expect(await page.getByLabel('Nom court').inputValue()).toBe('equipe-de-nuit');
  await page.getByLabel('Nom court').fill('nuit');
  await look(owner, 'new-crew');
  await page.getByRole('button', { name: 'Créer l’équipage' }).click();

  // An empty crew says what to do first.
  await page.waitForURL('**/crews/nuit');
  await page.getByRole('heading', { level: 1, name: 'Équipe de nuit' }).waitFor();
  await look(owner, 'empty-board');
  await page.getByRole('link', { name: 'Inviter', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Exécute des commandes').waitFor();
  await dialog.getByText('approuve quand la politique demande une autre personne').waitFor();
  await look(owner, 'invite');
  await dialog.getByRole('radio', { name: 'Opérateur' }).check();
  await dialog.getByRole('button', { name: 'Créer le lien' }).click();
  const link = (await dialog.getByTestId('invitation').textContent()) ?? '';
  expect(link).toMatch(/\/crews\/join\?code=[\w-]{20,}$/);
  await look(owner, 'invitation');
  await dialog.getByRole('button', { name: 'Terminé' }).click();
  await page.locator('[data-invitation]').waitFor();

  // The other person opens the link on a phone, signs in, and joins.
  const member = await visit(PHONE);
  const phone = member.page;
  await phone.goto(new URL(link).pathname + new URL(link).search);
  await phone.waitForURL('**/sign-in**');
  await phone.locator('input[name=username]').fill(SECOND.username);
  await phone.locator('input[name=password]').fill(SECOND.password);
  await phone.locator('button[type=submit]').click();
  await phone.getByText(`en tant que ${SECOND.username}`).waitFor();
  await look(member, 'join');
  await phone.getByRole('button', { name: 'Rejoindre' }).click();
  await phone.waitForURL('**/crews/nuit');
  await phone.getByRole('heading', { level: 1, name: 'Équipe de nuit' }).waitFor();

  // The owner's page has heard of it by itself.
  await page.locator(`[data-member=${SECOND.username}]`).waitFor(PATIENT);
  await expect.poll(() => page.locator('[data-invitation]').count()).toBe(0);
  await look(owner, 'members');

  await page.getByRole('navigation').getByRole('link', { name: 'Machines', exact: true }).click();
  await page.waitForURL('**/crews/nuit/machines');
  await page.getByRole('button', { name: 'Ajouter une machine' }).first().click();
  await page.getByRole('dialog').getByText('Local', { exact: true }).click();
  await page.getByRole('dialog').locator('input[name=slug]').fill('web1');
  await page.getByRole('dialog').getByRole('button', { name: 'Ajouter une machine' }).click();
  await page.locator('[data-machine=web1]').waitFor();
  // It is the crew's, and not the owner's own.
  const own = await page.request.get('/synapse/machines');
  expect(JSON.stringify(await own.json())).not.toContain('web1');

  const policy =
    'version: 1\nrules:\n  - name: deux paires d’yeux\n    when: { program: [whoami, id] }\n    then: ask\n    ask: other\n';
  const put = await page.request.put('/crews/nuit/synapse/policy', { headers: HEADERS, data: { text: policy } });
  expect(put.status()).toBe(200);

  // The owner's command waits for the member, who sees it first on the board, on a phone, and approves it.
  await page.goto('/crews/nuit/run?machine=web1');
  await run(page, 'whoami');
  const card = phone.locator('[data-approval][data-status=pending]');
  await card.getByText('Attend votre réponse').waitFor(PATIENT);
  expect((await card.boundingBox())!.y).toBeLessThan(300);
  // It waits for this member, and not for whoever asked; and on a phone the words for that are whole.
  const asker = phone.locator(`[data-aboard=${ADMIN.username}]`);
  await asker.getByText('en attente · web1 · whoami').waitFor(PATIENT);
  expect(await asker.textContent()).not.toContain('vous attend');
  const word = phone.locator('.latest-list .history-word', { hasText: 'attend une réponse' }).first();
  expect(await word.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(false);
  await phone.goto('/crews/nuit/approvals');
  await card.getByText('Attend votre réponse').waitFor();
  const asked = (await card.textContent()) ?? '';
  for (const fact of ['whoami', 'web1', 'nuit', ADMIN.username, 'un autre opérateur']) expect(asked).toContain(fact);
  await look(member, 'approve-for-another');
  await card.getByRole('button', { name: 'Approuver une fois' }).click();
  await phone.getByText(`Approuvée par ${SECOND.username}`).first().waitFor(PATIENT);

  // The other way round: whoever asks cannot decide, and sees whom it waits for.
  await phone.goto('/crews/nuit/run?machine=web1');
  await run(phone, 'id');
  await phone.goto('/crews/nuit/approvals');
  const waiting = phone.locator('[data-approval][data-status=pending]');
  await waiting.getByText('Attend un autre opérateur').waitFor();
  expect(await waiting.getByRole('button', { name: /^Approuver/ }).count()).toBe(0);
  expect(await waiting.getByRole('button', { name: 'Passer outre…' }).count()).toBe(1);
  await look(member, 'waits-for-another');

  // The inbox of one's own workspace has it too, and the board of the crew.
  await page.goto('/approvals');
  await page.locator('[data-approval][data-status=pending]').getByText('nuit').first().waitFor();
  await look(owner, 'inbox');
  await page.goto('/crews/nuit');
  const mine = page.locator('[data-approval][data-status=pending]');
  await mine.getByText(SECOND.username).waitFor();
  await look(owner, 'board-waiting');
  await mine.getByRole('button', { name: 'Approuver une fois' }).click();
  await phone.getByText(`Approuvée par ${ADMIN.username}`).first().waitFor(PATIENT);

  // Who does what right now.
  await phone.goto('/crews/nuit/run?machine=web1');
  await run(phone, 'sleep 600');
  const aboard = page.locator(`[data-aboard=${SECOND.username}][data-runs]`);
  await aboard.getByText('sleep 600').waitFor(PATIENT);
  await look(owner, 'board');
  await phone.goto('/crews/nuit');
  await phone.locator('[data-runs]').getByText('sleep 600').waitFor();
  await look(member, 'board');

  // Removed: the page of whoever is out says so by itself, and what they ran has ended.
  await page.goto('/crews/nuit/crew/members');
  await page
    .locator(`[data-member=${SECOND.username}]`)
    .getByRole('button', { name: /^Actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Retirer de l’équipage' }).click();
  member.expectRefusal(404);
  await page.getByRole('dialog').getByRole('button', { name: 'Retirer', exact: true }).click();
  await phone.getByText('Cet équipage n’existe pas').waitFor(PATIENT);
  await look(member, 'gone');
  await phone.getByRole('link', { name: 'Mon espace personnel' }).click();
  await phone.getByRole('heading', { level: 1, name: 'Accueil' }).waitFor();
});

it('what a role does not allow is not offered: aliases, policy, channels', async () => {
  const owner = await visit(WIDE);
  const { page } = owner;
  await owner.signIn();
  const call = async (method: 'post' | 'put', path: string, data: object) =>
    expect((await page.request[method](path, { headers: HEADERS, data })).ok(), path).toBe(true);
  await call('post', '/crews', { slug: 'roles', name: 'Rôles' });
  await call('put', `/crews/roles/members/${SECOND.username}`, { role: 'operator' });
  await call('put', '/crews/roles/synapse/aliases/upt', { command: 'uptime' });
  await call('put', '/crews/roles/synapse/policy', { text: 'version: 1\ndefault: open\n' });
  const member = await visit(WIDE);
  await member.signIn(SECOND);
  for (const { by, may } of [
    { by: page, may: true },
    { by: member.page, may: false },
  ]) {
    const count = may ? 1 : 0;
    await by.goto('/crews/roles/aliases');
    const row = by.locator('[data-alias=upt]');
    await row.waitFor();
    expect(await row.getByRole('textbox').first().isEditable()).toBe(may);
    expect(await by.getByRole('button', { name: 'Installer les alias de départ' }).count()).toBe(count);
    expect(await by.getByRole('button', { name: 'Chercher des suggestions' }).count()).toBe(count);
    await row.getByRole('button', { name: /^Actions/ }).click();
    await by.getByRole('menuitem').first().waitFor();
    expect(await by.getByRole('menuitem', { name: /^Supprimer/ }).count()).toBe(count);
    await by.goto('/crews/roles/settings/policy');
    await by.getByText('default: open').first().waitFor();
    expect(await by.getByRole('button', { name: 'Enregistrer' }).count()).toBe(count);
    expect(await by.locator('.cm-content[aria-readonly=true]').count()).toBe(1 - count);
  }
});

it('grants a role on request, is passed over by break-glass, signs it, and reviews who has access', async () => {
  const owner = await visit(WIDE);
  const { page } = owner;
  await owner.signIn();
  const call = async (method: 'post' | 'put', path: string, data: object) =>
    expect((await page.request[method](path, { headers: HEADERS, data })).ok(), path).toBe(true);
  await call('post', '/crews', { slug: 'temp', name: 'Astreinte' });
  await call('put', `/crews/temp/members/${SECOND.username}`, { role: 'watcher' });
  await call('post', '/crews/temp/synapse/machines', { slug: 'web1', kind: 'local' });
  await call('put', '/crews/temp/synapse/policy', {
    text: 'version: 1\nrules:\n  - when: { program: whoami }\n    then: ask\n    ask: keeper\n',
  });

  const member = await visit(PHONE);
  const phone = member.page;
  await member.signIn(SECOND);
  // A watcher is offered nothing that the role does not allow.
  await phone.goto('/crews/temp/machines');
  await phone.locator('[data-machine=web1]').waitFor();
  expect(await phone.getByRole('button', { name: 'Ajouter une machine' }).count()).toBe(0);
  await phone.goto('/crews/temp/crew/requests');
  await phone.getByRole('button', { name: 'Demander un rôle' }).click();
  await phone.getByLabel('Pourquoi').fill('la base ne répond plus');
  await look(member, 'ask-for-role');
  await phone.getByRole('button', { name: 'Envoyer la demande' }).click();
  await phone.locator('[data-request]').getByText('en attente').waitFor();

  await page.goto('/approvals');
  const request = page.locator('[data-request]');
  await request.getByText('la base ne répond plus').waitFor();
  await look(owner, 'request-in-inbox');
  await request.getByRole('button', { name: 'Accorder' }).click();
  await expect.poll(() => request.count()).toBe(0);
  await phone.locator('[data-request]').getByText('accordée').waitFor(PATIENT);

  await phone.goto('/crews/temp/run?machine=web1');
  await run(phone, 'whoami');
  await phone.goto('/crews/temp/approvals');
  await phone.getByRole('button', { name: 'Passer outre…' }).click();
  await phone.getByLabel('Pourquoi cela ne peut pas attendre').fill('personne d’autre n’est là');
  await look(member, 'break-glass');
  await phone.getByRole('button', { name: 'Passer outre et exécuter' }).click();
  await phone.getByText('L’auteur a approuvé seul').waitFor(PATIENT);

  await page.goto('/crews/temp');
  const review = page.locator('[data-review]');
  await review.getByText('personne d’autre n’est là').waitFor();
  await look(owner, 'review');
  await review.getByRole('button', { name: `Viser la décision de ${SECOND.username}` }).click();
  await page.getByRole('dialog').getByLabel('Commentaire').fill('vu, c’était justifié');
  await page.getByRole('dialog').getByRole('button', { name: 'Viser', exact: true }).click();
  await expect.poll(() => review.count()).toBe(0);

  await page.goto('/crews/temp/crew/access');
  const access = page.locator(`[data-access=${SECOND.username}]`);
  await access.getByText('sur demande').waitFor();
  await access.getByRole('button', { name: `Garder ${SECOND.username}` }).click();
  await page.getByText('1 sur 2 revus pendant cette visite').waitFor();
  await look(owner, 'access');
});

it('shows the work of a crew in figures: today, by days, and by member', async () => {
  const owner = await visit({ ...WIDE, locale: 'en-GB' });
  const { page } = owner;
  await owner.signIn();
  const send = async (method: 'post' | 'put', path: string, data: object) =>
    expect((await page.request[method](path, { headers: HEADERS, data })).ok(), path).toBe(true);
  await send('post', '/crews', { slug: 'work', name: 'At work' });
  await send('put', `/crews/work/members/${SECOND.username}`, { role: 'operator' });
  await send('post', '/crews/work/synapse/machines', { slug: 'web1', kind: 'local' });
  for (const command of ['true', 'exit 3', 'seq 1 2000'])
    await send('post', '/crews/work/synapse/exec', { machine: 'web1', command });
  // What is done elsewhere is not the crew's.
  await send('post', '/synapse/exec', { machine: 'local', command: 'exit 4' });

  await page.goto('/crews/work');
  const figure = (label: string) => page.locator('.figure', { hasText: label });
  const value = (label: string) => figure(label).locator('.figure-value').textContent();
  await expect.poll(() => value('Commands today'), PATIENT).toBe('3');
  expect(await value('Failures')).toBe('1');
  expect(await value('Active members')).toBe('1 of 2');
  const line = figure('Failures').locator('.sparkline polyline');
  const heights = (await line.getAttribute('points'))!.split(' ').map((point) => Number(point.split(',')[1]));
  expect(heights).toHaveLength(14);
  expect(heights.at(-1)).toBeLessThan(heights[0]!);
  const strokeOf = (label: string) =>
    figure(label)
      .locator('polyline')
      .evaluate((drawn) => getComputedStyle(drawn).stroke);
  expect(await strokeOf('Failures')).not.toBe(await strokeOf('Commands'));
  await look(owner, 'figures');

  await page.goto('/crews/work/savings');
  const table = page.getByRole('region', { name: 'By member', exact: true });
  await table.getByRole('row', { name: /^admin 3 ≈/ }).waitFor();
  expect(await table.getByText(SECOND.username).count()).toBe(0);
  await look(owner, 'savings');
  await page.goto('/savings');
  await page.getByRole('region', { name: 'By client', exact: true }).waitFor();
  expect(await table.count()).toBe(0);
});

it('moves a machine of one’s own to a crew, with the secrets that it needs', async () => {
  const { page, signIn, expectRefusal, checkAccessibility } = await visit(WIDE);
  await signIn();
  await page.request.post('/crews', { headers: HEADERS, data: { slug: 'home', name: 'Accueil commun' } });
  await page.request.put('/synapse/secrets/OLD_PASSWORD', { headers: HEADERS, data: { value: 'no such password' } });
  const connection = { host: '127.0.0.1', port: 1, user: 'nobody', password_secret: 'OLD_PASSWORD' };
  await page.request.post('/synapse/machines', { headers: HEADERS, data: { slug: 'old', kind: 'ssh', connection } });
  await page.goto('/machines');
  await chooseAction(page, 'old', 'Déplacer old vers un équipage…');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Équipage').selectOption('Accueil commun');
  expectRefusal(409);
  await dialog.getByRole('button', { name: 'Déplacer', exact: true }).click();
  await dialog.getByText('OLD_PASSWORD').waitFor();
  await checkAccessibility();
  await dialog.getByRole('button', { name: 'Déplacer avec ces secrets' }).click();
  await page.waitForURL('**/crews/home/machines');
  await page.locator('[data-machine=old]').waitFor();
  for (const list of ['machines', 'secrets']) {
    const own = await page.request.get(`/synapse/${list}`);
    expect(JSON.stringify(await own.json())).not.toMatch(/"old"|OLD_PASSWORD/);
  }
});

it.each([WIDE, PHONE])('shows every page in the workspace of a crew, at $viewport.width', async (size) => {
  const reader = await visit({ ...size, locale: 'en-GB' });
  const { page } = reader;
  await reader.signIn();
  const slug = `all-${size.viewport.width}`;
  const made = await page.request.post('/crews', { headers: HEADERS, data: { slug, name: 'Night shift' } });
  expect(made.status()).toBe(201);
  await page.request.post(`/crews/${slug}/synapse/machines`, {
    headers: HEADERS,
    data: { slug: 'web1', kind: 'local' },
  });
  await page.goto(`/crews/${slug}`);
  await page.getByRole('heading', { level: 1, name: 'Night shift' }).waitFor();
  const links = page.locator('nav.side-menu a');
  const places = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(places.length).toBeGreaterThan(10);
  for (const place of [...places, `/crews/${slug}/crew/general`]) {
    // Every link of the menu stays in the crew.
    expect(place).toMatch(new RegExp(`^/crews/${slug}(?:/|$)`));
    await page.goto(place);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.locator('[role=status][aria-label=Loading]').count()).toBe(0);
    await look(reader, place.split('/').slice(3).join('-') || 'crew');
    const shown = await page.getByRole('main').textContent();
    expect(shown, place).not.toMatch(/[àâçèêëîïôùû]|\b(?:les|des|une|votre|aucun|aucune)\b/i);
  }
});

it('a crew that one does not belong to looks like one that is not there', async () => {
  const { page, signIn, expectRefusal } = await visit(WIDE);
  await signIn(SECOND);
  expectRefusal(404);
  const shown = async (path: string) => {
    await page.goto(path);
    await page.getByText('Cet équipage n’existe pas').waitFor();
    return page.getByRole('main').textContent();
  };
  expect(await shown('/crews/all-1440/machines')).toBe(await shown('/crews/no-such-crew/machines'));
});

it('puts what one may decide first, and says who asks', async () => {
  const owner = await visit({ ...WIDE, locale: 'en-GB' });
  const { page } = owner;
  await owner.signIn();
  const member = await visit(PHONE);
  await member.signIn(SECOND);
  const send = async (by: Page, method: 'post' | 'put', path: string, data: object) =>
    expect((await by.request[method](path, { headers: HEADERS, data })).ok(), path).toBe(true);
  await send(page, 'post', '/crews', { slug: 'order', name: 'In order' });
  await send(page, 'put', `/crews/order/members/${SECOND.username}`, { role: 'operator' });
  await send(page, 'post', '/crews/order/synapse/machines', { slug: 'web1', kind: 'local' });
  const text = 'version: 1\nrules:\n  - when: { program: [whoami, id] }\n    then: ask\n    ask: other\n';
  await send(page, 'put', '/crews/order/synapse/policy', { text });
  const asks = (by: Page, command: string) =>
    send(by, 'post', '/crews/order/synapse/exec', { machine: 'web1', command, wait_seconds: 0 });
  await asks(page, 'whoami');
  await asks(member.page, 'id');

  await page.goto('/crews/order/approvals');
  const cards = page.locator('[data-approval]');
  await expect.poll(() => cards.count()).toBe(2);
  await expect.poll(() => cards.first().textContent()).toContain('Waiting for you');
  expect(await cards.first().textContent()).toContain(`Asked by${SECOND.username}`);
  // It stays in its place when it is decided.
  await cards.first().getByRole('button', { name: 'Approve once' }).click();
  await cards.first().getByText(`Approved by ${ADMIN.username}`).waitFor(PATIENT);
  expect(await cards.last().textContent()).toContain('Waiting for somebody else');

  await page.goto('/crews/order');
  await page.locator('[data-waiting]').getByText(`web1 · ${ADMIN.username}`).waitFor();
  await page.locator('.latest-list .row-columns').getByText('Who', { exact: true }).waitFor();
});

it('offers what the plan has in one’s own workspace, and to assistants also what the role allows in a crew', async () => {
  const owner = await visit(WIDE);
  await owner.signIn();
  const request = owner.page.request;
  await request.post('/crews', { headers: HEADERS, data: { slug: 'plans', name: 'Offres' } });
  const put = await request.put(`/crews/plans/members/${SECOND.username}`, {
    headers: HEADERS,
    data: { role: 'operator' },
  });
  expect(put.ok()).toBe(true);
  const member = await visit(WIDE);
  const { page } = member;
  await member.signIn(SECOND);
  for (const place of ['/machines#new', '/secrets#new', '/aliases', '/run', '/many']) {
    await page.goto(place);
    await page.getByText('réservés aux plans Pro et Équipage').first().waitFor();
    expect(
      await page
        .getByRole('main')
        .getByText(/^(?:Ajouter|Importer|Nouvel|Installer)/)
        .count(),
      place,
    ).toBe(0);
    expect(await page.getByRole('dialog').count(), place).toBe(0);
  }
  await page.goto('/settings/ai-access');
  await page.getByText('Seulement sur les machines de vos équipages').first().waitFor();
  await page.getByLabel('mcp:synapse').check();
  await page.getByRole('button', { name: 'Générer un jeton' }).click();
  await page.getByTestId('new-token').waitFor();
  await look(member, 'token-of-a-member');
});

it('says to whoever has no invitation where one comes from, and leads back', async () => {
  const member = await visit(PHONE);
  await member.signIn(SECOND);
  await member.page.goto('/crews/join');
  await member.page.getByText('Un propriétaire de l’équipage peut en créer un').waitFor();
  await look(member, 'join-without-code');
  await member.page.getByRole('link', { name: 'Mon espace personnel' }).click();
  await member.page.getByRole('heading', { level: 1, name: 'Accueil' }).waitFor();
});

it('renames, does not offer the last owner to leave, and deletes a crew after its slug was typed', async () => {
  const { page, signIn, expectRefusal } = await visit(WIDE);
  await signIn();
  await page.request.post('/crews', { headers: HEADERS, data: { slug: 'short', name: 'Court' } });
  await page.goto('/crews/short/crew/general');
  await page.getByRole('textbox', { name: 'Nom' }).fill('Plus long');
  await page.getByRole('button', { name: 'Renommer' }).click();
  await page.getByRole('button', { name: 'Espace de travail : Plus long' }).waitFor();
  await page.getByText('Vous en êtes le seul propriétaire').waitFor();
  const leave = page.getByRole('button', { name: 'Quitter l’équipage' });
  expect(await leave.count()).toBe(0);
  await page.getByRole('tab', { name: 'Membres' }).click();
  await page.locator(`[data-member=${ADMIN.username}]`).waitFor();
  expect(await page.getByRole('button', { name: `Actions : ${ADMIN.username}` }).count()).toBe(0);
  const data = { role: 'owner' };
  await page.request.put(`/crews/short/members/${SECOND.username}`, { headers: HEADERS, data });
  await page.locator(`[data-member=${ADMIN.username}]`).getByRole('button').waitFor(PATIENT);
  await page.getByRole('tab', { name: 'Général' }).click();
  await leave.waitFor();
  await page.getByRole('button', { name: 'Supprimer l’équipage' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Pour confirmer, tapez « short »').fill('long');
  expectRefusal(422);
  await dialog.getByRole('button', { name: 'Supprimer l’équipage' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Pour confirmer, tapez « short »').fill('short');
  // What the page still asks about the crew meanwhile finds nothing.
  expectRefusal(404);
  await dialog.getByRole('button', { name: 'Supprimer l’équipage' }).click();
  await page.getByRole('heading', { level: 1, name: 'Accueil' }).waitFor();
  const left = (await (await page.request.get('/crews')).json()) as { crews: { slug: string }[] };
  expect(left.crews.map(({ slug }) => slug)).not.toContain('short');
});
