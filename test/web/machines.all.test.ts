/** Machines and secrets: added, tried, changed, removed; a value never comes back. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { generateEd25519 } from '../engines/ed25519-keys.ts';
import { chooseAction, chooseFrom, openMachine } from './machine-panel.ts';
import { stage } from './stage.ts';

const { visit } = stage();

describe('machines', () => {
  it('shows this computer, and reaches it', async () => {
    const { page, signIn } = await visit();
    await signIn();
    await page.goto('/machines');
    const row = page.locator('[data-machine=local]');
    await row.getByText('en ligne').waitFor();
    // Checked while somebody looks, and said how fast and how often.
    await row.getByText(/^[\d\s]+ ms$/).waitFor();
    await row.getByText('100 %').waitFor();
    const panel = await openMachine(page, 'local');
    await panel.getByRole('button', { name: 'Tester la connexion' }).click();
    await panel.getByText('Joignable').waitFor();
    await panel.getByText('100 %').waitFor();
    await page.goto('/');
    await page
      .getByRole('region', { name: 'Machines' })
      .getByText(/[\d.,]+ m?s$/)
      .waitFor();
  });

  it('adds one, says why it cannot be reached, changes it with a way back, and removes it', async () => {
    const { page, signIn, checkAccessibility } = await visit();
    await signIn();
    await page.context().request.put('/synapse/secrets/SSH_PASSWORD', {
      headers: { 'x-synapse-page': '1' },
      data: { value: 'no such password' },
    });
    await page.goto('/machines');
    await page.getByRole('button', { name: 'Ajouter une machine' }).first().click();
    const form = page.getByRole('dialog');
    await form.locator('input[name=address]').fill('nobody@127.0.0.1:1');
    await form.locator('input[name=slug]').fill('web-1');
    await form.getByLabel('Se connecter avec').selectOption('un mot de passe');
    await form.locator('select[name=password_secret]').selectOption('SSH_PASSWORD');
    await checkAccessibility();
    await form.getByRole('button', { name: 'Ajouter une machine' }).click();
    const row = page.locator('[data-machine=web-1]');
    // It was checked because somebody looks.
    await row.getByText('hors ligne').waitFor();
    const panel = await openMachine(page, 'web-1');
    await panel.getByRole('button', { name: 'Tester la connexion' }).click();
    await panel
      .getByRole('status')
      .getByText(/Vérifiez l’hôte|Corrigez|coffre/)
      .waitFor();

    await chooseAction(page, 'web-1', 'Modifier web-1');
    await page.getByRole('dialog').locator('input[name=label]').fill('Serveur web');
    await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
    // Its name is that of commands and of the log everywhere; what people call it stands beside it.
    await panel.getByText('Serveur web · SSH').waitFor();
    await panel.getByRole('heading', { name: 'web-1' }).waitFor();
    await page.getByRole('button', { name: 'Annuler la modification' }).click();
    await expect.poll(() => panel.getByText('Serveur web').count()).toBe(0);

    await chooseAction(page, 'web-1', 'Supprimer web-1');
    await page.getByRole('dialog').getByText('Supprimer la machine web-1 ?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
    await expect.poll(() => row.count()).toBe(0);
    await expect.poll(() => panel.count()).toBe(0);
  });
});

describe('getting machines in', () => {
  const remove = (page: Page, path: string) =>
    page.context().request.delete(path, { headers: { 'x-synapse-page': '1' } });
  const secretNames = async (page: Page): Promise<string[]> => {
    const { secrets } = await (await page.context().request.get('/synapse/secrets')).json();
    return secrets.map(({ name }: { name: string }) => name);
  };

  it('puts a pasted key into the vault, and tries the machine before it is stored', async () => {
    const { page, signIn, checkAccessibility } = await visit();
    await signIn();
    await page.goto('/machines');
    await page.getByRole('button', { name: 'Ajouter une machine' }).first().click();
    const form = page.getByRole('dialog');
    await form.locator('input[name=address]').fill('ssh -p 1 nobody@127.0.0.1');
    expect(await form.locator('input[name=slug]').inputValue()).toBe('127-0-0-1');
    await form.locator('input[name=slug]').fill('tried');
    const { private: key } = generateEd25519();
    await form.getByLabel('Coller une clé privée').fill(key);
    await expect.poll(() => form.locator('select[name=key_secret]').inputValue()).toBe('SSH_127_0_0_1');
    // Nothing of the key is shown any longer.
    await form.getByLabel('Coller une clé privée').waitFor({ state: 'detached' });
    expect(await secretNames(page)).toContain('SSH_127_0_0_1');
    await form.getByRole('button', { name: 'Tester la connexion' }).click();
    await form
      .getByRole('status')
      .getByText(/Vérifiez l’hôte/)
      .waitFor();
    await checkAccessibility();
    expect((await page.context().request.get('/synapse/machines/tried')).status()).toBe(404);
    await remove(page, '/synapse/secrets/SSH_127_0_0_1');
  });

  it('makes machines from an ssh configuration that is pasted', async () => {
    const { page, signIn, checkAccessibility } = await visit();
    await signIn();
    await page.goto('/machines');
    await page.getByRole('button', { name: 'Importer ~/.ssh/config' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Configuration', { exact: true }).fill(`
Host inner
  HostName 10.0.0.2
  ProxyJump gate
Host gate
  HostName 10.0.0.1
  User jump
Host odd
  ProxyCommand nc %h %p
`);
    await form.getByLabel('Utilisateur par défaut').fill('deploy');
    await form.getByText('deploy@10.0.0.2:22 ← jump@10.0.0.1:22').waitFor();
    await form.getByText('ProxyCommand n’est pas repris').waitFor();
    await checkAccessibility();
    await form.getByLabel('Coller une clé privée').fill(generateEd25519().private);
    await expect.poll(() => form.locator('select').first().inputValue()).toBe('SSH_KEY');
    await form.getByRole('button', { name: 'Créer 2 machines' }).click();
    await (await openMachine(page, 'inner')).getByText('par 10.0.0.1').waitFor();
    const { connection } = await (await page.context().request.get('/synapse/machines/inner')).json();
    expect(connection).toEqual({
      host: '10.0.0.2',
      port: 22,
      user: 'deploy',
      key_secret: 'SSH_KEY',
      jump: { host: '10.0.0.1', port: 22, user: 'jump', key_secret: 'SSH_KEY' },
    });
    for (const path of ['machines/inner', 'machines/gate', 'secrets/SSH_KEY']) await remove(page, `/synapse/${path}`);
  });
});

describe('changing how a machine is reached', () => {
  const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGdpdmVu';
  const put = (page: Page, path: string, data: unknown, method: 'post' | 'put' = 'post') =>
    page.context().request[method](path, { headers: { 'x-synapse-page': '1' }, data });

  it('starts from what it is, keeps its host key, and asks for that of a new address', async () => {
    const { page, signIn, checkAccessibility } = await visit();
    await signIn();
    for (const name of ['SSH_KEY', 'GATE_PASSWORD']) {
      await put(page, `/synapse/secrets/${name}`, { value: 'canary-value-5e2b' }, 'put');
    }
    const connection = {
      host: 'web-9.example',
      port: 2200,
      user: 'deploy',
      key_secret: 'SSH_KEY',
      host_key: KEY,
      jump: { host: 'gate.example', port: 22, user: 'gate', password_secret: 'GATE_PASSWORD' },
    };
    await put(page, '/synapse/machines', { slug: 'web-9', kind: 'ssh', connection });
    const stored = async () => (await (await page.context().request.get('/synapse/machines/web-9')).json()).connection;
    await page.goto('/machines');
    const card = await openMachine(page, 'web-9');
    await card.getByText('deploy@web-9.example:2200').waitFor();
    await card.getByText('par gate.example').waitFor();
    await card.getByText(/^SHA256:/).waitFor();

    await chooseAction(page, 'web-9', 'Modifier web-9');
    const form = page.getByRole('dialog');
    const value = (name: string) => form.locator(`[name=${name}]`).inputValue();
    await expect.poll(() => value('key_secret')).toBe('SSH_KEY');
    expect(await value('host')).toBe('web-9.example');
    expect(await value('port')).toBe('2200');
    expect(await value('user')).toBe('deploy');
    expect(await value('host_key')).toBe(KEY);
    expect(await value('jump_host')).toBe('gate.example');
    await expect.poll(() => value('jump_password_secret')).toBe('GATE_PASSWORD');
    expect(await page.content()).not.toContain('canary-value');
    await checkAccessibility();
    await form.locator('input[name=label]').fill('Serveur neuf');
    await form.getByRole('button', { name: 'Enregistrer' }).click();
    await card.getByText('Serveur neuf · SSH').waitFor();
    expect(await stored()).toEqual(connection);

    await chooseAction(page, 'web-9', 'Modifier web-9');
    await form.locator('input[name=host]').fill('web-10.example');
    await form.getByText('Nouvelle adresse').waitFor();
    expect(await value('host_key')).toBe('');
    // Not without its key, nor without confirming that the first one seen is to be trusted.
    await form.getByRole('button', { name: 'Enregistrer' }).click();
    expect(
      await form.locator('input[name=host_key]').evaluate((input: HTMLInputElement) => input.validity.valueMissing),
    ).toBe(true);
    expect((await stored()).host).toBe('web-9.example');
    await checkAccessibility();
    await form.getByLabel('Je n’ai pas sa clé : faire confiance à la première présentée.').check();
    await form.getByRole('button', { name: 'Enregistrer' }).click();
    await card.getByText('deploy@web-10.example:2200').waitFor();
    const { host_key: _, ...moved } = { ...connection, host: 'web-10.example' };
    expect(await stored()).toEqual(moved);
    await page.getByRole('button', { name: 'Annuler la modification' }).last().click();
    await card.getByText('deploy@web-9.example:2200').waitFor();
    expect(await stored()).toEqual(connection);
    await page.context().request.delete('/synapse/machines/web-9', { headers: { 'x-synapse-page': '1' } });
    for (const name of ['SSH_KEY', 'GATE_PASSWORD']) {
      await page.context().request.delete(`/synapse/secrets/${name}`, { headers: { 'x-synapse-page': '1' } });
    }
  });

  it('reaches a Docker engine by its socket or over TLS', async () => {
    const { page, signIn } = await visit();
    await signIn();
    for (const name of ['CA', 'CERT', 'TLS_KEY']) {
      await put(page, `/synapse/secrets/${name}`, { value: 'not a certificate' }, 'put');
    }
    await page.goto('/machines#new');
    const form = page.getByRole('dialog');
    await form.getByText('Docker', { exact: true }).click();
    await form.locator('input[name=slug]').fill('box');
    expect(await form.locator('input[name=socket]').inputValue()).toBe('/var/run/docker.sock');
    await form.getByText('TCP et TLS').click();
    await form.locator('input[name=engine_host]').fill('box.example:2376');
    await form.locator('select[name=ca_secret]').selectOption('CA');
    await form.locator('select[name=cert_secret]').selectOption('CERT');
    await form.locator('select[name=key_secret]').selectOption('TLS_KEY');
    await form.getByRole('button', { name: 'Ajouter une machine' }).click();
    await page.locator('[data-machine=box]').getByText('box.example:2376').waitFor();
    await expect.poll(() => page.url()).not.toContain('#new');
    await page.context().request.delete('/synapse/machines/box', { headers: { 'x-synapse-page': '1' } });
    for (const name of ['CA', 'CERT', 'TLS_KEY']) {
      await page.context().request.delete(`/synapse/secrets/${name}`, { headers: { 'x-synapse-page': '1' } });
    }
  });
});

describe('secrets', () => {
  it('says what to do with an empty vault', async () => {
    const { page, signIn } = await visit();
    await signIn();
    await page.context().request.delete('/synapse/secrets/SSH_PASSWORD', { headers: { 'x-synapse-page': '1' } });
    await page.goto('/secrets');
    await page.getByText('Le coffre est vide').waitFor();
  });

  it('stores a value that is never shown again, warns of a short one, and forgets it', async () => {
    const { page, signIn, checkAccessibility } = await visit();
    await signIn();
    await page.goto('/secrets');
    await page.getByRole('button', { name: 'Ajouter un secret' }).first().click();
    const form = page.getByRole('dialog');
    await form.locator('input[name=name]').fill('DB_PASSWORD');
    await form.locator('textarea[name=value]').fill('court');
    await form.getByText('Valeur courte').waitFor();
    await form.locator('textarea[name=value]').fill('canary-value-7c1f');
    await checkAccessibility();
    await form.getByRole('button', { name: 'Enregistrer' }).click();
    const row = page.locator('[data-secret=DB_PASSWORD]');
    await row.waitFor();
    expect(await page.content()).not.toContain('canary-value-7c1f');
    await page.reload();
    await row.getByText('jamais').waitFor();
    await chooseFrom(row, 'Copier {{DB_PASSWORD}}');
    await page.getByText('{{DB_PASSWORD}} est copié.').waitFor();
    expect(await page.content()).not.toContain('canary-value-7c1f');
    await chooseFrom(row, 'Remplacer la valeur de DB_PASSWORD');
    await page.getByRole('dialog').locator('textarea[name=value]').fill('abc');
    await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
    // The service itself says why such a short value cannot be protected.
    await page
      .getByRole('alert')
      .filter({ hasText: /masqu|court/i })
      .waitFor();
    await chooseFrom(row, 'Supprimer DB_PASSWORD');
    await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
    await expect.poll(() => row.count()).toBe(0);
  });

  it('keeps notes beside a value, and reminds of one that ends', async () => {
    const { page, signIn, checkAccessibility } = await visit();
    await signIn();
    const headers = { 'x-synapse-page': '1' };
    await page.goto('/secrets');
    await page.getByRole('button', { name: 'Ajouter un secret' }).first().click();
    const form = page.getByRole('dialog');
    await form.locator('input[name=name]').fill('STRIPE_KEY');
    await form.getByRole('button', { name: 'Générer une valeur' }).click();
    await page.getByLabel('Longueur').fill('40');
    await page.getByLabel('Caractères').selectOption('hex');
    await page.getByRole('button', { name: 'Générer une valeur' }).last().click();
    const value = await form.locator('textarea[name=value]').inputValue();
    expect(value).toMatch(/^[0-9a-f]{40}$/);
    await form.getByLabel('Description').fill('Facturation');
    await form.getByLabel('Dossier').fill('production');
    const soon = new Date(Date.now() + 5 * 86_400_000);
    await form.getByRole('button', { name: 'Expire le', exact: true }).click();
    const day = soon.toLocaleDateString('fr-FR', { day: 'numeric', month: 'long', year: 'numeric' });
    await page.getByRole('button', { name: day, exact: true }).click();
    await checkAccessibility();
    await form.getByRole('button', { name: 'Enregistrer' }).click();
    const row = page.locator('[data-secret=STRIPE_KEY]');
    await row.getByText('Facturation').waitFor();
    await row.getByText('expire bientôt').waitFor();
    await page.getByRole('list', { name: 'production' }).waitFor();
    expect(await page.content()).not.toContain(value);
    await page.getByRole('link', { name: /Secrets.*1 secret demande votre attention/ }).waitFor();
    await page.goto('/');
    await page.getByRole('region', { name: 'Secrets' }).getByText('STRIPE_KEY').waitFor();
    // Notes are changed without the value.
    await page.goto('/secrets');
    await chooseFrom(row, 'Modifier STRIPE_KEY');
    await page.getByRole('dialog').getByRole('button', { name: 'Effacer : Expire le' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('Secret STRIPE_KEY modifié.').waitFor();
    await expect.poll(() => row.getByText('expire bientôt').count()).toBe(0);
    await page.context().request.delete('/synapse/secrets/STRIPE_KEY', { headers });
  });

  it('takes the values of a .env file, shows their names alone, and says which are there', async () => {
    const { page, signIn, checkAccessibility } = await visit();
    await signIn();
    const { request } = page.context();
    const headers = { 'x-synapse-page': '1' };
    await request.put('/synapse/secrets/ENV_ONE', { headers, data: { value: 'the first value' } });
    await page.goto('/secrets');
    await page.getByRole('banner').getByRole('button', { name: 'Importer un .env' }).click();
    const form = page.getByRole('dialog');
    const text = 'ENV_ONE="canary-env-1"\nexport ENV_TWO=canary-env-2 # remark\nnonsense\n';
    await form.getByLabel('Contenu du fichier').fill(text);
    const names = form.getByRole('list', { name: 'Ce qui sera rangé' });
    await names.getByRole('listitem').filter({ hasText: 'ENV_ONE' }).getByText('existe déjà').waitFor();
    await names.getByRole('listitem').filter({ hasText: 'ENV_TWO' }).getByText('nouveau').waitFor();
    await form.getByText('Lignes laissées de côté : 3').waitFor();
    expect(await names.textContent()).not.toContain('canary');
    await checkAccessibility();
    await form.getByRole('button', { name: 'Ranger 1 secret' }).waitFor();
    await form.getByLabel('Remplacer les secrets qui existent déjà').check();
    await form.getByRole('button', { name: 'Ranger 2 secrets' }).click();
    await page.getByText('2 secrets rangés.').waitFor();
    await page.locator('[data-secret=ENV_TWO]').waitFor();
    expect(await page.content()).not.toContain('canary-env');
    const run = await request.post('/synapse/exec', {
      headers,
      data: { machine: 'local', command: 'printf %s "{{ENV_ONE}}{{ENV_TWO}}" | wc -c' },
    });
    expect((await run.json()).stdout.trim()).toBe('24');
    for (const name of ['ENV_ONE', 'ENV_TWO']) await request.delete(`/synapse/secrets/${name}`, { headers });
  });

  it('refuses a .env file of more than 1 MiB, before reading it, and takes one that is smaller', async () => {
    const { page, signIn, checkAccessibility } = await visit();
    await signIn();
    await page.goto('/secrets');
    await page.getByRole('banner').getByRole('button', { name: 'Importer un .env' }).click();
    const form = page.getByRole('dialog');
    const file = form.locator('input[type=file]');
    const named = (text: string) => ({ name: '.env', mimeType: 'text/plain', buffer: Buffer.from(text) });
    const large = `TOO_MUCH=${'x'.repeat(1024 * 1024)}\n`;
    await file.setInputFiles(named(large));
    await form.getByRole('alert').getByText('au plus 1 Mio').waitFor();
    expect(await form.getByText('TOO_MUCH').count()).toBe(0);
    await checkAccessibility();
    await file.setInputFiles(named('FITS=well enough\n'));
    await form.getByRole('listitem').getByText('FITS').waitFor();
    expect(await form.getByRole('alert').count()).toBe(0);
    // Pasting is no way around it.
    await form.getByLabel('Contenu du fichier').fill(large);
    await form.getByRole('alert').getByText('au plus 1 Mio').waitFor();
    expect(await form.getByText('TOO_MUCH').count()).toBe(0);
  });

  it('says where each is used, and names it before it goes', async () => {
    const { page, signIn, checkAccessibility } = await visit();
    await signIn();
    const { request } = page.context();
    const headers = { 'x-synapse-page': '1' };
    await request.put('/synapse/secrets/SHARED', { headers, data: { value: 'canary-value-2a90' } });
    await request.put('/synapse/secrets/LONELY', { headers, data: { value: 'nobody asks for it' } });
    const connection = { host: 'web-3.example', user: 'deploy', password_secret: 'SHARED' };
    await request.post('/synapse/machines', { headers, data: { slug: 'web-3', kind: 'ssh', connection } });
    await request.put('/synapse/aliases/shd', { headers, data: { command: 'echo "{{SHARED}}" | wc -c' } });
    await request.post('/synapse/exec', {
      headers,
      data: { machine: 'local', command: 'echo "{{SHARED}}" | tr a-z x' },
    });
    await page.goto('/secrets');
    const row = page.locator('[data-secret=SHARED]');
    await row.getByText('web-3, @shd').waitFor();
    await row.getByRole('link', { name: 'SHARED' }).click();
    const panel = page.getByRole('complementary', { name: 'SHARED' });
    await panel.getByRole('link', { name: 'Alias shd' }).waitFor();
    await panel.getByRole('link', { name: 'echo "{{SHARED}}" | tr a-z x' }).waitFor();
    await page.locator('[data-secret=LONELY]').getByText('pas encore utilisé').waitFor();
    expect(await page.content()).not.toContain('canary-value');
    await checkAccessibility();
    await chooseFrom(row, 'Supprimer SHARED');
    await page.getByRole('dialog').getByText('web-3, @shd en dépendent et ne fonctionneront plus.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click();
    await panel.getByRole('link', { name: 'Machine web-3' }).click();
    await page.getByRole('complementary', { name: 'web-3' }).waitFor();
  });
});
